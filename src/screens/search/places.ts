import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ScreenName } from '#sitemap'

/** A screen that can be found by its name. */
export interface Place {
  screen: ScreenName
  name: MessageDescriptor
  /** Of a screen that is several: which of them. */
  search?: Record<string, string | number>
}

/** The screens by the names that stand on them; what needs an id or is a step of something else is not among them. */
export const places: readonly Place[] = [
  { screen: 'home', name: msg`Home` },
  { screen: 'markets', name: msg`Markets` },
  { screen: 'chart', name: msg`Chart` },
  { screen: 'contracts', name: msg`Contracts` },
  { screen: 'contracts', name: msg`Spot`, search: { mode: 'spot' } },
  { screen: 'contracts', name: msg`Options`, search: { mode: 'option' } },
  { screen: 'contracts', name: msg`Seconds`, search: { mode: 'second' } },
  { screen: 'contracts', name: msg`Fast trade`, search: { mode: 'fast' } },
  { screen: 'demoTrading', name: msg`Demo trading` },
  { screen: 'priceDistribution', name: msg`Rise and fall` },
  { screen: 'alerts', name: msg`Price alerts` },
  { screen: 'deposit', name: msg({ message: 'Deposit', context: 'do it' }) },
  { screen: 'withdraw', name: msg({ message: 'Withdraw', context: 'do it' }) },
  { screen: 'swap', name: msg`Swap` },
  { screen: 'swapOrders', name: msg`All swaps` },
  { screen: 'assetCenter', name: msg`Asset center` },
  { screen: 'balanceRecords', name: msg`Balance records` },
  { screen: 'transferRecords', name: msg`Deposits and withdrawals` },
  { screen: 'addressBook', name: msg`Address book` },
  { screen: 'bankAccounts', name: msg`Bank accounts` },
  { screen: 'earnProducts', name: msg({ message: 'Earn', context: 'title of the screen' }) },
  { screen: 'earnProducts', name: msg`Arbitrage hosting`, search: { type: 1 } },
  { screen: 'earnProducts', name: msg({ message: 'Pledge', context: 'of coins, for network rewards' }), search: { type: 2 } },
  { screen: 'earnProducts', name: msg`AI-quant fund`, search: { type: 3 } },
  { screen: 'investments', name: msg`Investment orders` },
  { screen: 'mining', name: msg`Mining pool` },
  { screen: 'miningOrders', name: msg`Mining orders` },
  { screen: 'bonds', name: msg`Debt crowdfunding` },
  { screen: 'bondPool', name: msg`Debt pool` },
  { screen: 'bondOrders', name: msg`Debt orders` },
  { screen: 'ieo', name: msg`Token subscriptions` },
  { screen: 'borrow', name: msg({ message: 'Borrow', context: 'title of the screen' }) },
  { screen: 'loanOrders', name: msg`My loans` },
  { screen: 'loanAccount', name: msg`Loan account` },
  { screen: 'me', name: msg`Personal` },
  { screen: 'profile', name: msg`Profile` },
  { screen: 'personalInfo', name: msg`Personal information` },
  { screen: 'verification', name: msg`Verify your identity` },
  { screen: 'advancedVerification', name: msg`Advanced verification` },
  { screen: 'security', name: msg`Security` },
  { screen: 'authenticator', name: msg`Authenticator` },
  { screen: 'passkeys', name: msg`Passkeys` },
  { screen: 'changePassword', name: msg`Change password` },
  { screen: 'changeWithdrawalPassword', name: msg`Change withdrawal password` },
  { screen: 'antiPhishing', name: msg`Anti-phishing phrase` },
  { screen: 'appLock', name: msg`App lock` },
  { screen: 'linkedSignIns', name: msg`Wallets and services` },
  { screen: 'sessions', name: msg`Devices signed in` },
  { screen: 'staffAccess', name: msg`Who looked at my data` },
  { screen: 'limits', name: msg`Limits and breaks` },
  { screen: 'settings', name: msg`Settings` },
  { screen: 'messages', name: msg`Messages` },
  { screen: 'announcements', name: msg`Announcements` },
  { screen: 'news', name: msg`News` },
  { screen: 'articles', name: msg`Help and articles` },
  { screen: 'support', name: msg`Chat with us` },
  { screen: 'priceRecord', name: msg`How prices are checked` },
  { screen: 'verify', name: msg`Verify a price` },
  { screen: 'signIn', name: msg`Sign in` },
  { screen: 'register', name: msg`Create account` },
]
