import type { ScreenName } from '#sitemap'

// What the product was asked for, in our words, with what answers it and which test shows that it does. Small tables: screens and calls,
// whose rows find their tests by themselves or name them, rules, and what the pages of docs/rules add (ownRequirements.ts). `npm run docs`
// prints them as one.

/** One thing that was asked for. */
export interface Requirement {
  /** Its section and a number of ours. */
  id: string
  says: string
  screens: ScreenName[]
  /** As word.name of the contract. */
  calls: string[]
  /** File and the beginning of a title in it; '*' where the whole file is about it. */
  tests: { file: string; title: string }[]
  /** Words by which its line is known where the original is at hand; empty where a page of docs/rules asks for it. */
  line: string
  /** The page of docs/rules. */
  page?: string
}

/** Screens that were asked for by their path: path, what it is, the test that goes there. A title without a path has ours. */
export const requiredScreens = `
/home | home | tests/home/home.e2e.test.ts | - home
/hangqing | market quotes | tests/offline/frame.e2e.test.ts | - /hangqing
/zhaiquan | bonds | tests/bonds/lending.e2e.test.ts | - zhaiquan (bonds)
/xinwen | news | tests/offline/reads.e2e.test.ts | - xinwen (news)
/articleList | articles | tests/offline/reads.e2e.test.ts | - articleList
/articleDetail | one article | tests/network/brokenNetwork.e2e.test.ts | - articleList
/articleShare | an article for others | tests/network/brokenNetwork.e2e.test.ts | - articleList
/demotrading | trading with play money, without an account | tests/tables/screens.e2e.test.ts | - top-level /demotrading
/kline | chart | tests/home/home.e2e.test.ts | - top-level /demotrading
/outlink | the way to other sites | tests/network/outside.e2e.test.ts | - top-level /demotrading
/login | signing in | tests/account/signUp.e2e.test.ts | - top-level /demotrading
/gerenziliao | profile | tests/dataRights/ownData.e2e.test.ts | - gerenziliao
/shenfenRenzheng | verification | tests/wallet/moneyInAndOut.e2e.test.ts: takes the papers | - shenfenRenzheng (
/shenfenRenzhengAd | advanced verification | tests/tables/screens.e2e.test.ts | - shenfenRenzhengAd
/renzhengResult | how verification stands | tests/wallet/moneyInAndOut.e2e.test.ts: takes the papers | - renzhengResult
/tuanduiYaoqing | team and invitation | tests/team/invitedAndGrowing.e2e.test.ts | - tuanduiYaoqing
/zichanCenter | assets | tests/wallet/moneyInAndOut.e2e.test.ts | - zichanCenter
/zhangbianRecord | balance records | tests/trading/otherTrades.e2e.test.ts | - zhangbianRecord
/heyue | trading | tests/trading/openAndClose.e2e.test.ts | - /heyue
/my | the personal tab | tests/account/signUp.e2e.test.ts | - /my
/chongzhitixianRecord | deposits and withdrawals | tests/wallet/moneyInAndOut.e2e.test.ts | - chongzhitixianRecord
/chongzhi | deposit | tests/wallet/moneyInAndOut.e2e.test.ts | - chongzhi (
/tixian | withdraw | tests/wallet/moneyInAndOut.e2e.test.ts | - tixian
/chongzhitixianResult | a withdrawal on its way | tests/wallet/moneyInAndOut.e2e.test.ts: says fee and arrival | - chongzhitixianResult
/jiesuanInfo | how a result was computed | tests/trading/otherTrades.e2e.test.ts: the closed position is verified | - jiesuanInfo
/fuliCenter | benefits | tests/team/invitedAndGrowing.e2e.test.ts | - fuliCenter
/vipLevel | levels | tests/tables/screens.e2e.test.ts | - vipLevel
/jiedai | lending | tests/loans/borrowing.e2e.test.ts | - jiedai
/jiedaiOrder | loans | tests/loans/borrowing.e2e.test.ts | - jiedai
/bisai | competitions | tests/competitions/competition.e2e.test.ts | - bisai
/bisaiDetail | one competition | tests/competitions/competition.e2e.test.ts | - bisai
/bisaiMycansai | my entries | tests/competitions/competition.e2e.test.ts | - bisai
/taolilicai | hosting, pledge, funds | tests/products/hosting.e2e.test.ts | - taolilicai
/taolilicaiDetail | one product | tests/products/hosting.e2e.test.ts: brings what the published funding says | - taolilicai
/taoliOk | a purchase | tests/tables/screens.e2e.test.ts | - taolilicai
/taoliOrder | orders of products | tests/products/hosting.e2e.test.ts: brings what the published funding says | - taolilicai
/kuangchi | mining machines | tests/products/mining.e2e.test.ts | - kuangchi
/kuangchiDetail | one machine | tests/products/mining.e2e.test.ts | - kuangchi
/zhaiquanDetail | one bond | tests/bonds/lending.e2e.test.ts | - zhaiquanDetail
/shandui | swap | tests/trading/otherTrades.e2e.test.ts | - shandui
/shanduiOrder | swaps made | tests/tables/screens.e2e.test.ts | - shandui
/ieo | token subscriptions | tests/ieo/newTokens.e2e.test.ts | - /ieo
/change-password | change the sign-in password | tests/tables/screens.e2e.test.ts | Other titled screens
/change-withdrawal-password | change the withdrawal password | tests/account/signUp.e2e.test.ts | Other titled screens
/price-distribution | how many rose and fell | tests/tables/screens.e2e.test.ts | Other titled screens
/announcements | announcements | tests/offline/reads.e2e.test.ts | Other titled screens
/messages | messages: all, system, task, transaction | tests/trading/wholeBook.e2e.test.ts | Other titled screens
/loan-account | the loan account | tests/loans/borrowing.e2e.test.ts | Other titled screens
/personal-info | personal information | tests/tables/screens.e2e.test.ts | Other titled screens
/create-order | an order on a page of its own | tests/tables/screens.e2e.test.ts | Other titled screens
/investment-orders | investment orders | tests/products/hosting.e2e.test.ts | Other titled screens
/mining-orders | mining orders | tests/products/mining.e2e.test.ts | Other titled screens
/bond-pool | the debt pool | tests/bonds/lending.e2e.test.ts | Other titled screens
/bond-orders | debt orders | tests/bonds/lending.e2e.test.ts | Other titled screens
`

/** Calls that were asked for: call, test. An empty test: the files that name its path. */
export const requiredCalls = `
GET /api/set/appShortLink/use |
GET /api/app/getPhoneCaptcha |
GET /api/app/getEmailCaptcha |
POST /api/app/register |
GET /api/app/checkGoogleAuth |
GET /api/app/checkAccount |
GET /api/app/generateGoogleKey |
POST /api/app/login |
POST /api/app/googleSecretLogin |
POST /api/app/phoneLogin | server/account/account.test.ts
POST /api/app/emailLogin |
GET /api/user/appUser/getMyUserInfo |
POST /api/user/appUser/changePassword |
POST /api/user/appUser/updateKYC |
POST /api/user/appUser/bindGoogleAuth |
GET /api/user/appUser/activeReport |
GET /api/user/appUser/importantCustomerOnLine |
GET /api/finance/appWallet/queryUserBalance |
GET /api/finance/appWallet/queryUserAssets |
GET /api/finance/appRecharge/listMy | server/deposits/deposits.test.ts
POST /api/finance/appRecharge/apply | server/deposits/claims.test.ts
GET /api/finance/rechargeAddr/getAddr | server/deposits/addresses.test.ts
GET /api/finance/appWithdrawal/listMy | tests/withdrawals/withdrawals.integration.test.ts
POST /api/finance/appWithdrawal/apply | tests/withdrawals/withdrawals.integration.test.ts
GET /api/finance/appBalanceLog/list |
GET /api/prod/appProductInfo/list |
GET /api/prod/appProductInfo/queryById | tests/products/productsWire.integration.test.ts
GET /api/prod/appProductOrder/listMy | tests/products/productsWire.integration.test.ts
GET /api/prod/appProductOrder/orderStat | tests/products/productsWire.integration.test.ts
POST /api/prod/appProductOrder/debitBuy |
POST /api/prod/appProductOrder/minerBuy |
GET /api/prod/appProdIoe/listMy |
GET /api/prod/appOrderIoe/listMy |
POST /api/prod/appOrderIoe/apply |
POST /api/prod/appOrderIoe/pay |
POST /api/trade/appTradePositions/create |
POST /api/trade/appTradePositions/updateStopLoss | tests/trading/tradingOrders.integration.test.ts
GET /api/trade/appTradePositions/listMy |
POST /api/trade/appTradePositions/close/{id} |
GET /api/trade/appTradePositions/summary |
GET /api/trade/appSecondContractSet/list |
POST /api/trade/appSecondContractOrder/buy |
GET /api/trade/appSecondContractOrder/listMy | tests/secondContracts/secondContractsWire.integration.test.ts
GET /api/trade/appSecondContractOrder/head | tests/secondContracts/secondContractsWire.integration.test.ts
GET /api/trade/appSymbol/price |
GET /api/trade/appSymbol/list |
GET /api/trade/api/getPriceDistribution | server/market/handlers.test.ts
POST /api/trade/appFlashExchangeLog/flashExchange |
GET /api/trade/appFlashExchangeLog/listMy |
GET /api/set/appSysSet/getKeyByParam |
GET /api/set/appCurrencySet/getCurrencyList | server/market/handlers.test.ts
GET /api/set/appCurrencySet/getRateByCurrency | server/market/handlers.test.ts
GET /api/sys/annountCement/vue3List | server/content/content.test.ts
GET /api/sys/annountCement/listByUser | server/notifications/inbox/messages.test.ts
GET /api/content/appNotice/list |
GET /api/content/appNotice/myList |
GET /api/content/appHelpInfo/list | server/content/content.test.ts
GET /api/content/appHelpInfo/queryById |
GET /api/user/appLevels/list |
GET /api/marketing/myTeam |
GET /api/public/getTicketList | server/market/handlers.test.ts
GET /api/public/getServerTime |
POST /api/sys/common/upload |
GET /api/user/appUserWithdrawalInfoSet/listMy | tests/withdrawals/withdrawals.integration.test.ts
POST /api/user/appUserWithdrawalInfoSet/addAccount | tests/withdrawals/withdrawals.integration.test.ts
POST /api/user/appUserWithdrawalInfoSet/editAccount | tests/withdrawals/withdrawals.integration.test.ts
POST /api/auth/appAuth/applyKYC | server/verification/verification.test.ts
POST /api/auth/appAuth/applyAdvanced | server/verification/verification.test.ts
GET /api/auth/appAuth/isHaveAuth | server/verification/verification.test.ts
GET /api/auth/appAuth/isHaveAuthDone | server/verification/verification.test.ts
GET /api/auth/appAuth/listMy | server/verification/verification.test.ts
GET /api/prod/appLoanOrder/myLoanInfo | tests/loans/loans.integration.test.ts
GET /api/prod/appLoanSet/list |
POST /api/prod/appLoanOrder/creditApply | tests/loans/loansWire.integration.test.ts
POST /api/prod/appLoanOrder/pledgeApply | tests/loans/loansPledge.integration.test.ts
GET /api/prod/appLoanOrder/listMy | tests/loans/loans.integration.test.ts
`

/**
 * Everything else that was asked for: id, what, screens, calls, tests as `file: title` with `;` between, words of the original line.
 * Screens and calls may be empty where a rule is of the whole app.
 */
export const requiredRules = `
1.1 | Sign up and in by email, mobile number, password, code, another service, a wallet, as a guest, with an authenticator | signIn register authenticator linkedSignIns | account.register account.signIn account.signInAsGuest account.signInWithAuthenticator | tests/account/signUp.e2e.test.ts: a stranger opens an account; tests/account/otherWays.e2e.test.ts: a wallet shows the exact words; server/account/secondFactor/factors.test.ts: every way in but a passkey asks for it | - register and log in
1.2 | See balances and assets | assetCenter balanceRecords | wallet.balances | tests/wallet/moneyInAndOut.e2e.test.ts: shows it in the records and in the asset centre | - view balance
1.3 | Buy hosting, pledge, funds, machines, bonds, new tokens | earnProducts mining bonds ieo | products.buyProduct products.buyMiner ieo.applyForIeo | tests/products/hosting.e2e.test.ts: brings what the published funding says; tests/products/mining.e2e.test.ts: brings each day; tests/bonds/lending.e2e.test.ts: lends it once; tests/ieo/newTokens.e2e.test.ts: draws, and the phone finds the same; tests/products/quant.integration.test.ts: is bought at the next unit value | - buy investment products
1.4 | Open and close contracts, spot, options, instant and fast trades | contracts createOrder | trading.openPosition trading.closePosition | tests/trading/openAndClose.e2e.test.ts: a visitor signs in; tests/spot/spotOrders.e2e.test.ts: coins are bought instantly; tests/trading/wholeBook.e2e.test.ts: an option shows its worst loss | - open and close trading
1.5 | Buy second contracts | contracts | secondContracts.buy | tests/trading/otherTrades.e2e.test.ts: a second contract says its odds first | - buy short-term
1.6 | Deposit and withdraw | deposit withdraw | deposits.address withdrawals.apply | tests/wallet/moneyInAndOut.e2e.test.ts: brings a deposit in; tests/wallet/moneyInAndOut.e2e.test.ts: says fee and arrival | - recharge
1.7 | Swap one currency for another | swap | swap.swap | tests/trading/otherTrades.e2e.test.ts: a swap is done | - flash-exchange
1.8 | Borrow on credit or against coins | borrow | loans.applyForCredit loans.applyForPledge | tests/loans/borrowing.e2e.test.ts: lends on credit; tests/loans/borrowing.e2e.test.ts: lends against coins | - apply for loans
1.9 | Verify an identity in two steps | verification advancedVerification | verification.applyBasic verification.applyAdvanced | server/verification/verification.test.ts: goes from waiting to authorised; server/verification/verification.test.ts: needs the basic one | - submit basic
1.10 | Trade with demo money | demoTrading contracts | demo.reset | tests/trading/wholeBook.e2e.test.ts: the demo book is reset | - use a demo
1.11 | Take part in competitions and welfare tasks | competitions benefits | competitions.join benefits.claimBenefit | tests/competitions/competition.e2e.test.ts: a person joins, trades; tests/competitions/competitionsWire.integration.test.ts: somebody looks, joins; tests/levels/benefits.integration.test.ts: are claimed once | - join prize
1.12 | Have a level | levels | levels.levels | tests/levels/levels.integration.test.ts: has the table of docs/rules/seed-data.md | - hold VIP
1.13 | Invite a team | team | team.myTeam | tests/team/team.integration.test.ts: counts three levels | - invite team
1.14 | Read notices, news and help | news articles announcements | content.articles content.notices content.announcements | server/content/content.test.ts: news come newest first | - read notices
1.15 | Crypto, metals, forex; nine languages | markets settings | market.symbols | server/market/handlers.test.ts: find symbols by category; tests/tables/catalogs.test.ts: has every message | Markets shown
2.1 | Addresses of the browser, the part after # where it has none; the root and unknown addresses lead home; four tabs | home |  | tests/offline/frame.e2e.test.ts: leads the root and unknown addresses home; tests/tables/screens.e2e.test.ts: an unknown address leads home | Routing uses browser history
2.2 | The sign-in screen offers every way in, a forgotten password, and joining with an optional invitation and an agreement | signIn register forgotPassword | account.checkAccount account.register | tests/account/signUp.e2e.test.ts: a stranger opens an account; tests/account/otherWays.e2e.test.ts: another service says | Login screen offers
2.3 | Shortcuts, rankings, the list of 24 hours and notices of home; four tabs of messages | home messages | market.tickers inbox.notices | tests/tables/screens.e2e.test.ts: %s opens; tests/trading/wholeBook.e2e.test.ts: an alert that a second reaches | Home shortcuts
2.4 | The overlay on the way to a screen |  |  | tests/offline/frame.e2e.test.ts: shows the overlay for at least 300 ms | - A "Loading..." overlay
2.5 | Who it is, is asked once; no answer is nobody |  | account.me | tests/offline/frame.e2e.test.ts: lets a signed-in person in without a network; tests/offline/frame.e2e.test.ts: goes to the sign-in screen on any 401 | - If no user id is known
2.6 | A guarded screen leads to signing in and back | signIn |  | tests/offline/frame.e2e.test.ts: remembers where a visitor wanted to go; tests/tables/screens.e2e.test.ts: %s asks to sign in | - On a login-required route
2.7 | Afterwards the overlay goes and the page is at its top, also when it failed |  |  | tests/offline/frame.e2e.test.ts: shows the overlay for at least 300 ms; src/app/status/loadingOverlay.test.ts: stays for 300 ms | - After navigation the overlay
2.8 | The way back is home unless told, and never the sign-in screen | signIn |  | src/screens/account/signIn/redirect.test.ts: * | - The redirect target
2.9 | A 401 leads to signing in | signIn |  | tests/offline/frame.e2e.test.ts: goes to the sign-in screen on any 401 | - A 401 response
2.10 | A page for wide desktop windows where the setting asks for it |  | settings.setting | tests/offline/frame.e2e.test.ts: sends wide desktop windows; src/app/desktopLimit.test.ts: sends a wide desktop window | - A separate desktop page
2.11 | Sizes grow with the window |  |  | tests/tables/sizes.e2e.test.ts: letters grow with the window | - The root font size
2.12 | Some screens have a background of their own | home signIn |  | tests/tables/sizes.e2e.test.ts: screens with a background | - Some screens have custom
2.13 | The overlay shows while something is written |  |  | src/app/status/loadingOverlay.test.ts: hides at once after a long wait | - A full-page loading overlay
3.1 | The key of the session is kept under token |  | account.signIn | tests/offline/frame.e2e.test.ts: lets a signed-in person in | - token (persisted
3.2 | Who one is, with an id |  | account.me | server/account/account.test.ts: with an email: signed in | - userInfo
3.3 | What is in trade | assetCenter | wallet.assets | tests/wallet/moneyInAndOut.e2e.test.ts: shows it in the records | - tradeAssetInfo
3.4 | The sum of open positions | contracts | trading.positionsSummary | tests/trading/tradingWire.integration.test.ts: a guest previews | - positionsSummary
3.5 | A country with its calling code, the United States first | register |  | src/widgets/identity/countries.test.ts: knows each country once | - countryInfo
3.6 | Where to go after signing in | signIn |  | src/screens/account/signIn/redirect.test.ts: * | - redirectTo
3.7 | Settings for everybody | settings | settings.setting | server/settings/settings.test.ts: app_config fills commonConfig; tests/offline/frame.e2e.test.ts: sends wide desktop windows | - commonConfig
3.8 | The deposit address | deposit | deposits.address | server/deposits/deposits.test.ts: stays the same | - address
3.9 | The overlay is there or not |  |  | src/app/status/loadingOverlay.test.ts: * | - isLoading
3.10 | Its words, its background and 300 ms unless told |  |  | src/app/status/loadingOverlay.test.ts: merges options over the defaults | - options: text default
3.11 | Since when it shows |  |  | src/app/status/loadingOverlay.test.ts: waits only for what is left | - startTime
3.12 | result.token of a sign-in; code, message, result of every reply |  | account.signIn | server/account/account.test.ts: with an email; server/http/server.test.ts: every row | The login response carries
3.13 | What a contract shows | contracts | trading.positions | tests/trading/trading.integration.test.ts: C1: preview, open, mark, close; tests/trading/tradingOrders.integration.test.ts: * | - Contract order: price
3.14 | What a loan shows | loanOrders | loans.loanOrders | tests/loans/loans.integration.test.ts: is shown with its APR first | - Loan: amount
3.15 | What a competition shows | competition myCompetitions | competitions.competition competitions.myEntries | tests/competitions/competitionsWire.integration.test.ts: somebody looks | - Competition: fund
3.16 | What hosting shows | earnProduct | products.product | tests/products/products.integration.test.ts: takes the money, starts at midnight | - Arbitrage product
3.17 | What a machine shows | machine | products.product | tests/products/miners.integration.test.ts: is shown and previewed with M1 | - Mining machine
3.18 | What a new token shows | ieo | ieo.ieos | tests/ieo/ieoWire.integration.test.ts: somebody looks | - IEO: name
3.19 | A bank account, an address on a chain | bankAccounts addressBook | withdrawals.accounts withdrawals.addAccount | tests/withdrawals/withdrawals.integration.test.ts: take the verified name only | - Bank binding
3.20 | Personal information | personalInfo | profile.savePersonal | server/account/profile.test.ts: is written, shown to its person alone | - Personal info:
3.21 | An emergency contact | advancedVerification | verification.applyAdvanced | server/verification/verification.test.ts: needs the basic one | - Advanced verification adds
3.22 | An ID card from both sides, a passport | verification | verification.applyBasic | server/verification/verification.test.ts: goes from waiting | - ID types
3.23 | What a team shows | team | team.myTeam | tests/team/team.integration.test.ts: counts three levels | - Team: invite code
4.1 | Signed in, signed out after a question, and nothing of the person is left | signIn me | account.signIn account.signOut account.me | tests/account/signUp.e2e.test.ts: signing out asks | - Login: the login call
4.2 | The overlay comes, and goes no sooner than after its time |  |  | src/app/status/loadingOverlay.test.ts: stays for 300 ms | - Page-loading overlay
4.3 | The states of deposits and withdrawals | transferRecords | deposits.deposits withdrawals.withdrawals | tests/withdrawals/withdrawals.integration.test.ts: has no state that docs/rules/deposits-and-withdrawals.md does not list; server/deposits/deposits.test.ts: stays as it is | - Deposit and withdrawal record status
4.4 | The states of competitions | competitions | competitions.competitions | tests/competitions/competitionStates.integration.test.ts: is never edited | - Competition status
4.5 | The states of hosting | earnOrders | products.productOrders | tests/ledger/states.integration.test.ts: stand in the states | - Arbitrage order
4.6 | The states of loans | loanOrders | loans.loanOrders | tests/loans/loans.integration.test.ts: is cancelled until it is paid out | - Loan: under review
4.7 | The states of contracts; closed by itself when the margin is not enough | contracts | trading.positions | tests/trading/trading.integration.test.ts: C2: closes itself; tests/trading/closeOut.e2e.test.ts: is closed by the first price record | - Contract order: running
4.8 | The states of a verification | verificationResult | verification.applications | server/verification/verification.test.ts: that is rejected says what to fix | - Verification result
5.1 | What is missing in a form is said beside it | signIn register changePassword |  | src/screens/account/register/registerErrors.test.ts: *; tests/account/signUp.e2e.test.ts: a stranger opens an account | - Prompts exist
5.2 | Nobody joins without agreeing; an invitation is optional; a new version is agreed to before anything new | register agreements | account.register consents.agree | server/account/account.test.ts: every refusal has its name; server/consents/consents.test.ts: is asked for again | - Registration requires agreeing
5.3 | Least amounts, a fee, a withdrawal password | deposit withdraw | wallet.networks withdrawals.apply | tests/withdrawals/withdrawals.integration.test.ts: name what is wrong; tests/withdrawals/withdrawals.integration.test.ts: ask for the password | - Minimum deposit and withdrawal
5.4 | Photos of papers are whole, even and sharp | verification |  | src/rules/photo/photoChecks.test.ts: a border is whole only | - Identity photos
5.5 | Closing, signing out, applying for tokens and paying ask first | contracts me ieo |  | tests/trading/openAndClose.e2e.test.ts: a visitor signs in; tests/account/signUp.e2e.test.ts: signing out asks; tests/ieo/newTokens.e2e.test.ts: draws | - Confirmations are asked
5.6 | Pictures only, made smaller by their size | verification support | uploads.upload | src/rules/photo/imageQuality.test.ts: the ladder; server/uploads/uploads.test.ts: is one of four kinds | - Image upload
6.1 | Nobody and somebody; guarded screens want somebody |  |  | tests/tables/authorization.test.ts: answers %s as the table says; tests/tables/screens.e2e.test.ts: %s asks to sign in | - Two visitor levels
6.2 | Levels rise and fall by assets, a bonus once, an envelope each Monday; some products want a level | levels earnProducts | levels.levels | tests/levels/levels.integration.test.ts: goes up by the average; tests/levels/levels.integration.test.ts: pays the envelope of Monday | - Members have VIP
6.3 | Verification opens everything and a higher limit | verification borrow | loans.loanAccount | tests/loans/loans.integration.test.ts: grow with verification and level | - Identity verification unlocks
6.4 | A guest gets a password and can change it | signIn changePassword | account.signInAsGuest factors.changePassword | server/account/account.test.ts: a guest has one account per device | - Guest login gives
6.5 | An authenticator beside the password | authenticator | factors.generateKey factors.bind | tests/account/keepingSafe.e2e.test.ts: an authenticator is bound | - Google authenticator binding
7.0 | The token in a header, JSON, 60 seconds, sealed bodies |  | settings.sealKey | src/api/sealing/sealing.test.ts: makes the AES part; server/http/server.test.ts: a copy of a body is refused; server/http/sealing/unseal.test.ts: * | Every request carries
8.1 | 200, 0 and a list are success |  |  | src/api/sendAnswers.test.ts: * | - Response code 200
8.2 | A 401 leads to signing in, and the reply is given back |  |  | tests/offline/frame.e2e.test.ts: goes to the sign-in screen on any 401 | - Code 401
8.3 | Anything else is shown in the server's words |  |  | tests/network/brokenNetwork.e2e.test.ts: %s says so | - Any other code
8.4 | No answer fails with its message; one that speaks of 401 is an answer |  |  | src/api/sendAnswers.test.ts: * | - Network-level failures
8.5 | No answer about who it is, is nobody |  | account.me | tests/offline/frame.e2e.test.ts: goes to the sign-in screen | - A failed user fetch
8.6 | Words for a file that is no picture, cannot be opened or read | verification |  | src/widgets/identity/preparePhoto.test.ts: * | - Image errors
8.7 | Copying says Success or Fail for two seconds |  |  | tests/tables/sizes.e2e.test.ts: copying says so for two seconds | - Copy button
8.8 | A second guest on one device is told to use the password | signIn | account.signInAsGuest | server/account/account.test.ts: a guest has one account per device | - Guest login: "The account
9.1 | 60 seconds for a call |  |  | src/api/sendAnswers.test.ts: * | Request time-out
9.2 | 32 letters and digits, none that look alike |  |  | src/api/sealing/sealing.test.ts: draws keys of 32 characters | Random request key
9.3 | The key fits one block |  |  | src/api/sealing/sealing.test.ts: makes the AES part | RSA chunk size
9.4 | 300 ms of overlay |  |  | src/app/status/loadingOverlay.test.ts: stays for 300 ms | Loading overlay minimum
9.5 | 2 seconds of toast |  |  | tests/tables/sizes.e2e.test.ts: copying says so for two seconds | Toast duration
9.6 | Presence once an hour, looked at each minute |  | account.reportOnline account.reportActive | src/app/launch/presence.test.ts: reports at start | Activity report interval
9.7 | Wide is more than 575 px |  |  | src/app/desktopLimit.test.ts: counts 576 px as wide | Desktop-limit width
9.8 | 750 and 375 |  |  | tests/tables/sizes.e2e.test.ts: letters grow with the window | Design width
9.9 | The United States first | register |  | src/widgets/identity/countries.test.ts: * | Default country
9.10 | token |  |  | tests/offline/frame.e2e.test.ts: lets a signed-in person in | Token storage key
9.11 | lang, English first |  |  | tests/tables/sizes.e2e.test.ts: the language is kept under lang | Language storage key
9.12 | 200 |  | account.me | src/api/sendAnswers.test.ts: * | Success code for user fetch
9.13 | Mondays | levels |  | tests/levels/levels.integration.test.ts: pays the envelope of Monday | Weekly red envelope
9.14 | Times of the server are eight hours ahead |  |  | src/contract/time.test.ts: * | Server times
9.15 | The two forms of a date |  |  | src/i18n/date.test.ts: *; src/contract/time.test.ts: * | Date formats
9.16 | Cut, not rounded, commas for thousands |  |  | src/i18n/number.test.ts: * | Numbers |
9.17 | Nine languages with their codes | settings |  | tests/tables/catalogs.test.ts: has every message | Languages (code and label)
`

/** Lines of the original that ask for nothing. */
export const nonRequirements = [
  'The product is a mobile-first',
  'End users can:',
  'Routes that',
  'Navigation guard:',
  'Other rules:',
  'User store:',
  'Page-loading store:',
  'Labels only',
  '- Transition rules between',
  'Account:',
  'Wallet:',
  'Products:',
  'Trading:',
  'Settings and content:',
  'Upload and withdrawal accounts:',
  'Verification:',
  'Loans:',
  'The call that fetches the user',
  '- Other user-facing texts',
  'Page sizes, business limits',
  'Item | Value',
]
