import { secondFactorHandlers } from '#account/secondFactor/factorHandlers.ts'
import { accountHandlers } from '#account/handlers.ts'
import { profileHandlers } from '#account/profileHandlers.ts'
import type { CallDomain } from '#contract/contract.ts'
import { marketHandlers } from '#market/handlers.ts'
import { accessHandlers } from './access/handlers.ts'
import { endAlertsOfDelisted } from './alerts/delisting.ts'
import { alertsHandlers } from './alerts/handlers.ts'
import { benefitsHandlers } from './benefits/handlers.ts'
import { competitionsHandlers } from './competitions/handlers.ts'
import { competitionPrizeLiabilities } from './competitions/finalizeCompetition.ts'
import { consentsHandlers } from './consents/handlers.ts'
import { helpArticleReader } from './content/sections.ts'
import { contentHandlers } from './content/handlers.ts'
import type { ArchiveReaders } from './dataRights/archive.ts'
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
import { welfareLiabilities } from './levels/unpaidGrants.ts'
import { limitsHandlers } from './limits/handlers.ts'
import { ieoSettlementExplainer } from './ieo/explain.ts'
import { loanSettlementExplainer } from './loans/explain.ts'
import { loanPreviewHandlers, loansHandlers } from './loans/handlers.ts'
import { assertCanTrade } from './risk/assertCanTrade.ts'
import { sellOptionsOfDelisted } from './options/delisting.ts'
import { createDemoOptionResetter } from './options/demoReset.ts'
import { optionSettlementExplainer } from './options/explain.ts'
import { optionsHandlers } from './options/handlers.ts'
import { optionOrderKindHandler } from './options/kind.ts'
import { readIeoValuation } from './ieo/valuation.ts'
import { createOptionValuationReader } from './options/valuation.ts'
import type { SettleDelistedMarket } from './orders/delistings.ts'
import type { OrderKindHandler } from './orders/orderKind.ts'
import { secondSettlementExplainer } from './secondContracts/explain.ts'
import { secondContractLiabilities } from './secondContracts/capacity.ts'
import { secondContractsHandlers, secondPreviewHandler } from './secondContracts/handlers.ts'
import { settingsHandlers } from './settings/handlers.ts'
import { createDemoSpotOrderResetter } from './spot/demoReset.ts'
import { cancelSpotOrdersOfDelisted } from './spot/endOfFeed.ts'
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
import { createCompetitionContractsCloser } from './trading/endCompetition.ts'
import { closeContractsOfDelisted } from './trading/endOfMarket.ts'
import { positionSettlementExplainer } from './trading/explain.ts'
import { tradingHandlers } from './trading/handlers.ts'
import { contractOrderKindHandler } from './trading/kind.ts'
import { createDemoProductResetter } from './products/demoReset.ts'
import { productExplainers } from './products/explain.ts'
import { productsHandlers, createProductPreviewers } from './products/handlers.ts'
import { createEarnReserveLiabilitiesReader } from './products/coverage.ts'
import { createProductKinds } from './products/kinds.ts'
import { createProductValuationReader } from './products/valuation.ts'
import { pushHandlers } from './notifications/push/handlers.ts'
import { uploadsHandlers } from './uploads/handlers.ts'
import { verificationHandlers } from './verification/handlers.ts'
import { createKycDetailsReader } from './verification/ownDocuments.ts'
import type { AssetValuationReader } from './risk/valuation.ts'
import { walletHandlers } from './wallet/handlers.ts'
import { withdrawalsHandlers, withdrawalPreviewHandler } from './withdrawals/handlers.ts'
import type { CallHandlers } from './core/handlers.ts'

/** What ends on a market that is delisted, by the module that has it. Timed contracts are over by then. */
export const delistingSettlersOf = (app: AppContext): SettleDelistedMarket[] => [
  closeContractsOfDelisted(app),
  sellOptionsOfDelisted(app),
  cancelSpotOrdersOfDelisted(app),
  endAlertsOfDelisted(app),
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
  createDemoProductResetter(),
]

/** Every module that says why its orders came out as they did, also for the nightly replay. */
export const createSettlementExplainers = (app: AppContext): SettlementExplainer[] => [
  positionSettlementExplainer(app.market),
  secondSettlementExplainer,
  optionSettlementExplainer(app.terms),
  spotSettlementExplainer(app.market),
  swapSettlementExplainer(app.terms),
  loanSettlementExplainer(app.terms),
  ieoSettlementExplainer,
  ...productExplainers(createProductKinds(app)),
]

/** What modules know of a person, for the copy that a person can have of it. */
export const createPersonalDataArchiveReaders = (app: AppContext): ArchiveReaders => ({
  verificationOf: createKycDetailsReader(app),
  receiptOf: createSettlementReader(app, createSettlementExplainers(app)),
})

/** The modules whose holdings are part of an account's value, beside balances and contracts. */
export const createAssetValuationReaders = (app: AppContext): AssetValuationReader[] => [
  createOptionValuationReader(app),
  createProductValuationReader(app, createProductKinds(app)),
  readIeoValuation,
]

/** Every module's handlers; a domain without a module does not compile. */
export function createCallHandlers(app: AppContext): { [W in CallDomain]: CallHandlers<W> } {
  const account = accountHandlers(app)
  const content = contentHandlers(app)
  const favourites = favouritesHandlers(app)
  const limits = limitsHandlers(app, assertCanTrade)
  const market = marketHandlers(app, (sql) => loadCurrencyUsesLookup(sql, app))
  const settings = settingsHandlers(app)
  return {
    account,
    factors: secondFactorHandlers(app),
    profile: profileHandlers(app),
    access: accessHandlers(),
    market,
    trading: tradingHandlers(app, orderKinds(app), {
      second: secondPreviewHandler(app),
      withdraw: withdrawalPreviewHandler(app),
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
      secondContractLiabilities,
      competitionPrizeLiabilities,
      welfareLiabilities,
    ]),
    settlement: settlementHandlers(app, createSettlementExplainers(app)),
    alerts: alertsHandlers(app),
    favourites,
    inbox: inboxHandlers(),
    push: pushHandlers(app),
    ieo: ieoHandlers(app),
    competitions: competitionsHandlers(app, createCompetitionContractsCloser(app)),
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
