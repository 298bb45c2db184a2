import type { ScreenName } from '#sitemap'

/** Screens that are several, told apart by `mode` or `type` in their address. */
type Variant = `${ScreenName}:${string}`

/** Help articles on each screen's subject, the nearest first. What needs none says why in the test of this table. */
export const helpOf: Readonly<Partial<Record<ScreenName | Variant, readonly string[]>>> = {
  markets: ['how-prices-are-made', 'simulated-markets', 'reading-a-chart'],
  chart: ['reading-a-chart', 'how-prices-are-made', 'verify-a-price'],
  priceDistribution: ['reading-a-chart', 'how-prices-are-made'],
  contracts: ['contracts-step-by-step', 'margin-and-close-out', 'funding-and-overnight', 'limit-orders-and-stops', 'fees'],
  'contracts:spot': ['spot', 'limit-orders-and-stops', 'fees'],
  'contracts:option': ['options', 'fees'],
  'contracts:second': ['second-contracts-the-odds', 'limits'],
  'contracts:fast': ['flash-swap', 'fees'],
  createOrder: ['contracts-step-by-step', 'margin-and-close-out', 'limit-orders-and-stops'],
  demoTrading: ['guest-and-demo', 'contracts-step-by-step', 'demo-balance-and-ledger'],
  alerts: ['price-alerts'],
  messages: ['price-alerts', 'sessions-and-signing-out'],

  assetCenter: ['balance-records', 'demo-balance-and-ledger', 'deposits', 'withdrawals'],
  balanceRecords: ['balance-records', 'demo-balance-and-ledger', 'fees'],
  transferRecords: ['deposits', 'withdrawals', 'how-cases-are-decided'],
  deposit: ['deposits', 'fees', 'verify-identity'],
  withdraw: ['withdrawals', 'fees', 'how-cases-are-decided'],
  withdrawalResult: ['withdrawals', 'how-cases-are-decided'],
  addressBook: ['withdrawals', 'keep-your-account-safe'],
  bankAccounts: ['withdrawals', 'fees'],
  settlementInfo: ['verify-a-price', 'how-prices-are-made', 'balance-records'],
  swap: ['flash-swap', 'fees'],
  swapOrders: ['flash-swap', 'balance-records'],

  verification: ['verify-identity', 'how-cases-are-decided'],
  advancedVerification: ['verify-identity', 'how-cases-are-decided'],
  verificationResult: ['verify-identity', 'how-cases-are-decided'],
  staffAccess: ['how-cases-are-decided'],
  me: ['guest-and-demo', 'keep-your-account-safe', 'demo-balance-and-ledger'],
  profile: ['create-account', 'keep-your-account-safe'],
  personalInfo: ['verify-identity'],
  security: ['keep-your-account-safe', 'sessions-and-signing-out'],
  changePassword: ['keep-your-account-safe'],
  changeWithdrawalPassword: ['keep-your-account-safe', 'withdrawals'],
  authenticator: ['keep-your-account-safe'],
  passkeys: ['keep-your-account-safe'],
  antiPhishing: ['keep-your-account-safe'],
  appLock: ['keep-your-account-safe'],
  linkedSignIns: ['keep-your-account-safe', 'create-account'],
  addSignIn: ['create-account', 'guest-and-demo'],
  sessions: ['sessions-and-signing-out', 'keep-your-account-safe'],
  limits: ['limits'],
  suitability: ['limits', 'margin-and-close-out'],
  signIn: ['create-account', 'guest-and-demo', 'keep-your-account-safe'],
  register: ['create-account', 'guest-and-demo'],
  forgotPassword: ['keep-your-account-safe', 'create-account'],
  settings: ['languages-and-display', 'offline-and-install'],

  earnProducts: ['arbitrage-hosting', 'reserves', 'fees'],
  'earnProducts:2': ['pledge', 'reserves', 'fees'],
  'earnProducts:3': ['ai-quant', 'reserves', 'fees'],
  earnProduct: ['arbitrage-hosting', 'pledge', 'ai-quant', 'reserves'],
  earnReceipt: ['reserves', 'balance-records'],
  earnOrders: ['arbitrage-hosting', 'pledge', 'ai-quant', 'reserves'],
  investments: ['reserves', 'arbitrage-hosting', 'pledge', 'ai-quant'],
  mining: ['mining-machines', 'reserves'],
  machine: ['mining-machines', 'reserves'],
  miningOrders: ['mining-machines', 'reserves'],
  bonds: ['debt-crowdfunding', 'reserves'],
  bond: ['debt-crowdfunding'],
  bondPool: ['debt-crowdfunding'],
  bondOrders: ['debt-crowdfunding'],
  ieo: ['token-subscriptions', 'fees'],
  borrow: ['loans', 'fees'],
  loanOrders: ['loans'],
  loanAccount: ['loans'],

  levels: ['levels', 'fees'],
  benefits: ['levels', 'team'],
  team: ['team'],
  competitions: ['competitions', 'guest-and-demo'],
  competition: ['competitions', 'contracts-step-by-step'],
  myCompetitions: ['competitions'],

  priceRecord: ['how-prices-are-made', 'verify-a-price', 'reserves'],
  verify: ['verify-a-price', 'simulated-markets'],
}

/** The articles of a screen as its address says it is; undefined where there are none. */
export function articlesOf(screen: ScreenName, { mode, type }: { mode?: unknown; type?: unknown }): readonly string[] | undefined {
  const variant: Variant = `${screen}:${String(mode ?? type ?? '')}`
  return helpOf[variant] ?? helpOf[screen]
}
