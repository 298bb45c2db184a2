import type { ScreenName } from '#sitemap'

/** Screens that are several, told apart by `mode`, `type` or `kind` in their address. */
type Variant = `${ScreenName}:${string}`

/** Help articles on each screen's subject, the nearest first. What needs none says why in the test of this table. */
export const helpArticleIdsByScreen: Readonly<Partial<Record<ScreenName | Variant, readonly string[]>>> = {
  markets: ['how-prices-are-made', 'simulated-markets', 'reading-a-chart'],
  chart: ['reading-a-chart', 'how-prices-are-made', 'verify-a-price'],
  priceDistribution: ['reading-a-chart', 'how-prices-are-made'],
  contracts: ['contracts-step-by-step', 'margin-and-close-out', 'take-profit-and-stop-loss', 'funding-and-overnight', 'fees'],
  'contracts:spot': ['spot', 'limit-orders-and-stops', 'fees'],
  'contracts:option': ['options', 'fees'],
  'contracts:second': ['second-contracts-the-odds', 'limits'],
  'contracts:fast': ['flash-swap', 'fees'],
  createOrder: ['contracts-step-by-step', 'margin-and-close-out', 'take-profit-and-stop-loss'],
  demoTrading: ['guest-and-demo', 'contracts-step-by-step', 'demo-balance-and-ledger'],
  alerts: ['price-alerts'],
  messages: ['price-alerts', 'notifications'],
  notifications: ['notifications', 'offline-and-install'],

  assetCenter: ['balance-records', 'demo-balance-and-ledger', 'deposits', 'withdrawals'],
  balanceRecords: ['balance-records', 'statement-and-export', 'fees'],
  transferRecords: ['deposits', 'withdrawals', 'statement-and-export'],
  deposit: ['deposits', 'fees', 'verify-identity'],
  withdraw: ['withdrawals', 'fees', 'how-cases-are-decided'],
  withdrawalResult: ['withdrawals', 'how-cases-are-decided'],
  addressBook: ['address-book', 'withdrawals'],
  bankAccounts: ['withdrawals', 'fees'],
  settlementInfo: ['verify-a-price', 'how-prices-are-made', 'balance-records'],
  swap: ['flash-swap', 'fees'],
  swapOrders: ['flash-swap', 'balance-records'],

  verification: ['verify-identity', 'photo-tips', 'how-cases-are-decided'],
  advancedVerification: ['advanced-verification', 'photo-tips'],
  verificationResult: ['verify-identity', 'how-cases-are-decided'],
  staffAccess: ['how-cases-are-decided', 'your-data'],
  dataRights: ['your-data', 'statement-and-export'],
  agreements: ['complaints', 'how-we-make-money'],
  me: ['guest-and-demo', 'keep-your-account-safe', 'demo-balance-and-ledger'],
  profile: ['create-account', 'keep-your-account-safe'],
  personalInfo: ['verify-identity'],
  security: ['keep-your-account-safe', 'authenticator', 'passkeys', 'phishing'],
  changePassword: ['keep-your-account-safe'],
  changeWithdrawalPassword: ['withdrawal-password', 'withdrawals'],
  authenticator: ['authenticator', 'keep-your-account-safe'],
  passkeys: ['passkeys', 'keep-your-account-safe'],
  antiPhishing: ['phishing', 'keep-your-account-safe'],
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
  saved: ['offline-and-install'],

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
  borrow: ['credit-loans', 'loans', 'when-a-loan-goes-wrong'],
  'borrow:pledge': ['pledge-loans', 'loans', 'when-a-loan-goes-wrong'],
  loanOrders: ['loans', 'when-a-loan-goes-wrong'],
  loanAccount: ['loans', 'credit-loans', 'when-a-loan-goes-wrong'],

  levels: ['levels', 'fees'],
  benefits: ['levels', 'team'],
  team: ['team'],
  competitions: ['competitions', 'guest-and-demo'],
  competition: ['competitions', 'contracts-step-by-step'],
  myCompetitions: ['competitions'],

  fairNumbers: ['how-we-make-money', 'complaints', 'reserves'],
  fairReserves: ['reserves', 'how-we-make-money'],
  fairTerms: ['fees', 'how-we-make-money'],
  priceRecord: ['how-prices-are-made', 'verify-a-price', 'reserves'],
  verify: ['verify-a-price', 'simulated-markets'],
}

/** The articles of a screen as its address says it is; undefined where there are none. */
export function findScreenHelpArticleIds(
  screen: ScreenName,
  { mode, type, kind }: { mode?: unknown; type?: unknown; kind?: unknown },
): readonly string[] | undefined {
  const variant: Variant = `${screen}:${String(mode ?? type ?? kind ?? '')}`
  return helpArticleIdsByScreen[variant] ?? helpArticleIdsByScreen[screen]
}
