import { passwordAndAuthenticatorHandlers } from '#account/secondFactor/factorHandlers.ts'
import { accountHandlers } from '#account/handlers.ts'
import { profileHandlers } from '#account/profileHandlers.ts'
import type { CallDomain } from '#contract/contract.ts'
import { marketHandlers } from '#market/handlers.ts'
import { staffAccessLogHandlers } from './access/handlers.ts'
import { createDelistedAlertsEnder } from './alerts/delisting.ts'
import { alertsHandlers } from './alerts/handlers.ts'
import { benefitsHandlers } from './benefits/handlers.ts'
import { competitionsHandlers } from './competitions/handlers.ts'
import { readCompetitionPrizeLiabilities } from './competitions/finalizeCompetition.ts'
import { consentsHandlers } from './consents/handlers.ts'
import { helpArticleReader } from './content/sections.ts'
import { contentHandlers } from './content/handlers.ts'
import type { DataExportSourceReaders } from './dataRights/archive.ts'
import { dataRightsHandlers } from './dataRights/handlers.ts'
import { loadCurrencyUsesLookup } from './deposits/currencyUses.ts'
import { demoHandlers } from './demo/handlers.ts'
import type { DemoOrderResetter } from './orders/demoAccount.ts'
import { depositsHandlers } from './deposits/handlers.ts'
import type { SettlementExplainer } from './orders/explainer.ts'
import { fairnessHandlers } from './fairness/handlers.ts'
import { createLeafIndexLookup } from './fairness/leafIndex.ts'
import { settlementHandlers, createSettlementReader } from './fairness/settlement.ts'
import { favouritesHandlers } from './favourites/handlers.ts'
import { frameHandlers } from './frame/handlers.ts'
import type { AppContext } from './core/appContext.ts'
import { ieoHandlers, ieoPreviewHandlers } from './ieo/handlers.ts'
import { inboxHandlers } from './notifications/inbox/handlers.ts'
import { levelsHandlers } from './levels/handlers.ts'
import { readWelfareLiabilities } from './levels/unpaidGrants.ts'
import { ownLimitsHandlers } from './limits/handlers.ts'
import { ieoSettlementExplainer } from './ieo/explain.ts'
import { loanSettlementExplainer } from './loans/explain.ts'
import { loanPreviewHandlers, loansHandlers } from './loans/handlers.ts'
import { assertCanTrade } from './risk/assertCanTrade.ts'
import { createDelistedOptionsSeller } from './options/delisting.ts'
import { createDemoOptionResetter } from './options/demoReset.ts'
import { optionSettlementExplainer } from './options/explain.ts'
import { optionsHandlers } from './options/handlers.ts'
import { optionOrderKindHandler } from './options/kind.ts'
import { readIeoValuation } from './ieo/valuation.ts'
import { createOptionValuationReader } from './options/valuation.ts'
import type { SettleDelistedMarket } from './orders/delistings.ts'
import type { OrderKindHandler } from './orders/orderKind.ts'
import { secondContractSettlementExplainer } from './secondContracts/explain.ts'
import { readSecondContractLiabilities } from './secondContracts/capacity.ts'
import { secondContractsHandlers, secondContractPreviewHandler } from './secondContracts/handlers.ts'
import { settingsHandlers } from './settings/handlers.ts'
import { createDemoSpotOrderResetter } from './spot/demoReset.ts'
import { createDelistedSpotOrdersCanceller } from './spot/endOfFeed.ts'
import { spotSettlementExplainer } from './spot/explain.ts'
import { spotOrderKindHandler } from './spot/kind.ts'
import { supportHandlers } from './support/handlers.ts'
import { swapSettlementExplainer } from './swap/explain.ts'
import { swapHandlers } from './swap/handlers.ts'
import { fastTradeOrderKindHandler } from './swap/kind.ts'
import { passkeysHandlers } from './passkeys/handlers.ts'
import { signInMethodsHandlers } from './signInMethods/handlers.ts'
import { teamHandlers } from './team/handlers.ts'
import { createPaperContractReplayer } from './trading/carryOver.ts'
import { createDemoContractResetter } from './trading/demoReset.ts'
import { createCompetitionEntryContractsCloser } from './trading/endCompetition.ts'
import { createDelistedContractsCloser } from './trading/endOfMarket.ts'
import { positionSettlementExplainer } from './trading/explain.ts'
import { tradingHandlers } from './trading/handlers.ts'
import { contractOrderKindHandler } from './trading/kind.ts'
import { createDemoProductOrderResetter } from './products/demoReset.ts'
import { productSettlementExplainers } from './products/explain.ts'
import { productsHandlers, createProductPreviewers } from './products/handlers.ts'
import { createEarnReserveLiabilitiesReader } from './products/coverage.ts'
import { createProductKinds } from './products/kinds.ts'
import { createProductGainsValuationReader } from './products/valuation.ts'
import { pushHandlers } from './notifications/push/handlers.ts'
import { uploadsHandlers } from './uploads/handlers.ts'
import { verificationHandlers } from './verification/handlers.ts'
import { createKycDetailsReader } from './verification/ownDocuments.ts'
import type { AssetValuationReader } from './risk/valuation.ts'
import { walletHandlers } from './wallet/handlers.ts'
import { withdrawalsHandlers, createWithdrawalPreviewHandler } from './withdrawals/handlers.ts'
import type { CallHandlers } from './core/handlers.ts'

/** What ends on a market that is delisted, by the module that has it. Timed contracts are over by then. */
export const createDelistingSettlers = (app: AppContext): SettleDelistedMarket[] => [
  createDelistedContractsCloser(app),
  createDelistedOptionsSeller(app),
  createDelistedSpotOrdersCanceller(app),
  createDelistedAlertsEnder(app),
]

/** Every kind of order, by the module that takes it. */
const orderKinds = (app: AppContext): OrderKindHandler[] => [
  contractOrderKindHandler(app),
  spotOrderKindHandler(app),
  fastTradeOrderKindHandler(app),
  optionOrderKindHandler(app),
]

/** What each kind of order does when a demo book begins anew: one line each. */
const demoResets = (app: AppContext): DemoOrderResetter[] => [
  createDemoContractResetter(app),
  createDemoSpotOrderResetter(app),
  createDemoOptionResetter(app),
  createDemoProductOrderResetter(),
]

/** Every module that says why its orders came out as they did, also for the nightly replay. */
export const createSettlementExplainers = (app: AppContext): SettlementExplainer[] => [
  positionSettlementExplainer(app.market),
  secondContractSettlementExplainer,
  optionSettlementExplainer(app.terms),
  spotSettlementExplainer(app.market),
  swapSettlementExplainer(app.terms),
  loanSettlementExplainer(app.terms),
  ieoSettlementExplainer,
  ...productSettlementExplainers(createProductKinds(app)),
]

/** What modules know of a person, for the copy that a person can have of it. */
export const createPersonalDataArchiveReaders = (app: AppContext): DataExportSourceReaders => ({
  verificationOf: createKycDetailsReader(app),
  receiptOf: createSettlementReader(app, createSettlementExplainers(app)),
})

/** The modules whose holdings are part of an account's value, beside balances and contracts. */
export const createAssetValuationReaders = (app: AppContext): AssetValuationReader[] => [
  createOptionValuationReader(app),
  createProductGainsValuationReader(app, createProductKinds(app)),
  readIeoValuation,
]

/** Every module's handlers; a domain without a module does not compile. */
export function createCallHandlers(app: AppContext): { [W in CallDomain]: CallHandlers<W> } {
  const account = accountHandlers(app)
  const content = contentHandlers(app)
  const favourites = favouritesHandlers(app)
  const limits = ownLimitsHandlers(app, assertCanTrade)
  const market = marketHandlers(app, (sql) => loadCurrencyUsesLookup(sql, app))
  const settings = settingsHandlers(app)
  return {
    account,
    factors: passwordAndAuthenticatorHandlers(app),
    profile: profileHandlers(app),
    access: staffAccessLogHandlers(),
    market,
    trading: tradingHandlers(app, orderKinds(app), {
      second: secondContractPreviewHandler(app),
      withdraw: createWithdrawalPreviewHandler(app),
      ...createProductPreviewers(app, createProductKinds(app)),
      ...loanPreviewHandlers(app),
      ...ieoPreviewHandlers(app),
    }),
    options: optionsHandlers(app),
    secondContracts: secondContractsHandlers(app, createLeafIndexLookup(app)),
    swap: swapHandlers(app),
    wallet: walletHandlers(app, createAssetValuationReaders(app)),
    content,
    consents: consentsHandlers(),
    settings,
    frame: frameHandlers({
      setting: settings.setting,
      user: account.me,
      notices: content.notices,
      paces: market.paces,
      favourites: favourites.list,
      protection: limits.mine,
    }),
    fairness: fairnessHandlers(app, [
      createEarnReserveLiabilitiesReader(createProductKinds(app)),
      readSecondContractLiabilities,
      readCompetitionPrizeLiabilities,
      readWelfareLiabilities,
    ]),
    settlement: settlementHandlers(app, createSettlementExplainers(app)),
    alerts: alertsHandlers(app),
    favourites,
    inbox: inboxHandlers(),
    push: pushHandlers(app),
    ieo: ieoHandlers(app),
    competitions: competitionsHandlers(app, createCompetitionEntryContractsCloser(app)),
    passkeys: passkeysHandlers(app),
    signInMethods: signInMethodsHandlers(app),
    levels: levelsHandlers(app),
    team: teamHandlers(app),
    benefits: benefitsHandlers(app),
    limits,
    deposits: depositsHandlers(app),
    withdrawals: withdrawalsHandlers(app),
    loans: loansHandlers(app),
    products: productsHandlers(app, createProductKinds(app), helpArticleReader),
    uploads: uploadsHandlers(app),
    verification: verificationHandlers(app),
    support: supportHandlers(app),
    dataRights: dataRightsHandlers(app),
    demo: demoHandlers(app, demoResets(app), createPaperContractReplayer(app)),
  }
}
