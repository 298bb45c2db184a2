/** Table 1: every screen. The router, the guard, the tab bar, the tests and the manifest's shortcuts read it. */
export interface SitemapScreen {
  path: string
  /** File under `screens/`, without its ending. */
  screen: string
  access: 'open' | 'signedIn'
  /** The tab that is lit on this screen. Only the four screens that are a tab themselves have one, and show the bar. */
  tab?: 'home' | 'market' | 'contract' | 'personal'
  /** A background of its own (docs/rules/interface.md), a class in tokens.css. */
  background?: 'contour' | 'horizon' | 'ledger'
}

export const sitemap = {
  home: { path: '/home', screen: 'home/Home', access: 'open', tab: 'home', background: 'contour' },
  markets: { path: '/hangqing', screen: 'market/Markets', access: 'open', tab: 'market' },
  contracts: { path: '/heyue', screen: 'trading/Trade', access: 'signedIn', tab: 'contract' },
  createOrder: { path: '/create-order', screen: 'trading/CreateOrder', access: 'signedIn' },
  me: { path: '/my', screen: 'account/Me', access: 'signedIn', tab: 'personal' },
  chart: { path: '/kline', screen: 'market/Chart', access: 'open' },
  priceDistribution: { path: '/price-distribution', screen: 'market/PriceDistribution', access: 'open' },
  demoTrading: { path: '/demotrading', screen: 'trading/DemoTrading', access: 'open' },
  signIn: { path: '/login', screen: 'account/signIn/SignIn', access: 'open', background: 'horizon' },
  register: { path: '/register', screen: 'account/register/Register', access: 'open', background: 'horizon' },
  settings: { path: '/settings', screen: 'settings/Settings', access: 'open' },
  forgotPassword: { path: '/forgot-password', screen: 'account/password/ForgotPassword', access: 'open', background: 'horizon' },
  security: { path: '/security', screen: 'account/security/Security', access: 'signedIn' },
  changePassword: { path: '/change-password', screen: 'account/password/ChangePassword', access: 'signedIn' },
  changeWithdrawalPassword: {
    path: '/change-withdrawal-password',
    screen: 'account/password/ChangeWithdrawalPassword',
    access: 'signedIn',
  },
  authenticator: { path: '/authenticator', screen: 'account/security/Authenticator', access: 'signedIn' },
  profile: { path: '/gerenziliao', screen: 'account/profile/Profile', access: 'signedIn' },
  personalInfo: { path: '/personal-info', screen: 'account/profile/PersonalInfo', access: 'signedIn' },
  addSignIn: { path: '/add-sign-in', screen: 'account/signInMethods/AddSignIn', access: 'signedIn' },
  antiPhishing: { path: '/anti-phishing', screen: 'account/profile/AntiPhishing', access: 'signedIn' },
  appLock: { path: '/app-lock', screen: 'appLock/AppLock', access: 'signedIn' },
  signInReturn: { path: '/login-return', screen: 'account/signIn/SignInReturn', access: 'open', background: 'horizon' },
  linkedSignIns: { path: '/linked-sign-ins', screen: 'account/signInMethods/LinkedSignIns', access: 'signedIn' },
  passkeys: { path: '/passkeys', screen: 'account/signInMethods/Passkeys', access: 'signedIn' },
  verification: { path: '/shenfenRenzheng', screen: 'verification/Verification', access: 'signedIn' },
  advancedVerification: { path: '/shenfenRenzhengAd', screen: 'verification/AdvancedVerification', access: 'signedIn' },
  verificationResult: { path: '/renzhengResult', screen: 'verification/VerificationResult', access: 'signedIn' },
  sessions: { path: '/sessions', screen: 'account/sessions/Sessions', access: 'signedIn' },
  staffAccess: { path: '/staff-access', screen: 'access/StaffAccess', access: 'signedIn' },
  dataRights: { path: '/data-rights', screen: 'dataRights/DataRights', access: 'signedIn' },
  agreements: { path: '/agreements', screen: 'consents/Agreements', access: 'open' },
  limits: { path: '/limits', screen: 'limits/Limits', access: 'signedIn' },
  suitability: { path: '/suitability', screen: 'limits/Suitability', access: 'signedIn' },
  assetCenter: { path: '/zichanCenter', screen: 'wallet/AssetCenter', access: 'signedIn' },
  balanceRecords: { path: '/zhangbianRecord', screen: 'wallet/BalanceRecords', access: 'signedIn' },
  deposit: { path: '/chongzhi', screen: 'deposits/Deposit', access: 'signedIn' },
  transferRecords: { path: '/chongzhitixianRecord', screen: 'wallet/TransferRecords', access: 'signedIn' },
  withdraw: { path: '/tixian', screen: 'withdrawals/Withdraw', access: 'signedIn' },
  withdrawalResult: { path: '/chongzhitixianResult', screen: 'withdrawals/WithdrawalResult', access: 'signedIn' },
  addressBook: { path: '/address-book', screen: 'withdrawals/AddressBook', access: 'signedIn' },
  bankAccounts: { path: '/bank-accounts', screen: 'withdrawals/BankAccounts', access: 'signedIn' },
  settlementInfo: { path: '/jiesuanInfo', screen: 'fairness/Settlement', access: 'signedIn' },
  swap: { path: '/shandui', screen: 'swap/Swap', access: 'signedIn' },
  swapOrders: { path: '/shanduiOrder', screen: 'swap/SwapOrders', access: 'signedIn' },
  borrow: { path: '/jiedai', screen: 'loans/Borrow', access: 'signedIn' },
  loanOrders: { path: '/jiedaiOrder', screen: 'loans/LoanOrders', access: 'signedIn' },
  loanAccount: { path: '/loan-account', screen: 'loans/LoanAccount', access: 'signedIn' },
  earnProducts: { path: '/taolilicai', screen: 'products/Products', access: 'signedIn' },
  earnProduct: { path: '/taolilicaiDetail', screen: 'products/Product', access: 'signedIn' },
  earnReceipt: { path: '/taoliOk', screen: 'products/Receipt', access: 'signedIn' },
  earnOrders: { path: '/taoliOrder', screen: 'products/Orders', access: 'signedIn' },
  investments: { path: '/investment-orders', screen: 'products/Investments', access: 'signedIn' },
  mining: { path: '/kuangchi', screen: 'mining/Mining', access: 'signedIn' },
  machine: { path: '/kuangchiDetail', screen: 'mining/Machine', access: 'signedIn' },
  miningOrders: { path: '/mining-orders', screen: 'mining/MiningOrders', access: 'signedIn' },
  bonds: { path: '/zhaiquan', screen: 'bonds/Projects', access: 'open' },
  bond: { path: '/zhaiquanDetail', screen: 'bonds/Project', access: 'signedIn' },
  bondPool: { path: '/bond-pool', screen: 'bonds/BondPool', access: 'signedIn' },
  bondOrders: { path: '/bond-orders', screen: 'bonds/BondOrders', access: 'signedIn' },
  ieo: { path: '/ieo', screen: 'ieo/Ieos', access: 'signedIn' },
  levels: { path: '/vipLevel', screen: 'levels/Levels', access: 'signedIn' },
  benefits: { path: '/fuliCenter', screen: 'benefits/Benefits', access: 'signedIn' },
  team: { path: '/tuanduiYaoqing', screen: 'team/Team', access: 'signedIn' },
  competitions: { path: '/bisai', screen: 'competitions/Competitions', access: 'signedIn', background: 'ledger' },
  competition: { path: '/bisaiDetail', screen: 'competitions/Competition', access: 'signedIn', background: 'ledger' },
  myCompetitions: { path: '/bisaiMycansai', screen: 'competitions/MyCompetitions', access: 'signedIn', background: 'ledger' },
  news: { path: '/xinwen', screen: 'content/News', access: 'open' },
  articles: { path: '/articleList', screen: 'content/Articles', access: 'open' },
  article: { path: '/articleDetail', screen: 'content/Article', access: 'open' },
  sharedArticle: { path: '/articleShare', screen: 'content/SharedArticle', access: 'open' },
  saved: { path: '/saved', screen: 'saved/Saved', access: 'open' },
  announcements: { path: '/announcements', screen: 'content/Announcements', access: 'open' },
  alerts: { path: '/alerts', screen: 'alerts/Alerts', access: 'signedIn' },
  messages: { path: '/messages', screen: 'inbox/Messages', access: 'signedIn' },
  notifications: { path: '/notifications', screen: 'inbox/Notifications', access: 'signedIn' },
  support: { path: '/support', screen: 'support/Support', access: 'open' },
  search: { path: '/search', screen: 'search/Search', access: 'open' },
  priceRecord: { path: '/fair', screen: 'fairness/PriceRecord', access: 'open' },
  fairNumbers: { path: '/fair-numbers', screen: 'fairness/FairNumbers', access: 'open' },
  fairReserves: { path: '/fair-reserves', screen: 'fairness/FairReserves', access: 'open' },
  fairTerms: { path: '/fair-terms', screen: 'fairness/FairTerms', access: 'open' },
  verify: { path: '/verify', screen: 'fairness/Verify', access: 'open' },
  externalPage: { path: '/outlink', screen: 'content/ExternalPage', access: 'open' },
} as const satisfies Record<string, SitemapScreen>

export type ScreenName = keyof typeof sitemap

/** The one place URLs are spelled: `path.markets` is the literal type '/hangqing'. */
export const path = Object.fromEntries(Object.entries(sitemap).map(([name, screen]) => [name, screen.path])) as {
  [Name in ScreenName]: (typeof sitemap)[Name]['path']
}
