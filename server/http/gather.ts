import { factorHandlers } from '#account/factorHandlers.ts'
import { accountHandlers } from '#account/handlers.ts'
import { profileHandlers } from '#account/profileHandlers.ts'
import type { Word } from '#contract/contract.ts'
import { marketHandlers } from '#market/handlers.ts'
import { accessHandlers } from '#server/access/handlers.ts'
import { alertsHandlers } from '#server/alerts/handlers.ts'
import { benefitsHandlers } from '#server/benefits/handlers.ts'
import { competitionsHandlers } from '#server/competitions/handlers.ts'
import { prizeLiabilities } from '#server/competitions/table.ts'
import { consentsHandlers } from '#server/consents/handlers.ts'
import { contentHandlers } from '#server/content/handlers.ts'
import type { Tellers } from '#server/dataRights/archive.ts'
import { dataRightsHandlers } from '#server/dataRights/handlers.ts'
import { demoHandlers } from '#server/demo/handlers.ts'
import type { DemoReset } from '#server/demoBook.ts'
import { depositsHandlers } from '#server/deposits/handlers.ts'
import type { Explainer } from '#server/explained.ts'
import { fairnessHandlers } from '#server/fairness/handlers.ts'
import { settlementHandlers, settlements } from '#server/fairness/settlement.ts'
import { favouritesHandlers } from '#server/favourites/handlers.ts'
import type { House } from '#server/house.ts'
import { ieoHandlers, ieoPreviews } from '#server/ieo/handlers.ts'
import { inboxHandlers } from '#server/inbox/handlers.ts'
import { levelsHandlers } from '#server/levels/handlers.ts'
import { welfareLiabilities } from '#server/levels/promised.ts'
import { limitsHandlers } from '#server/limits/handlers.ts'
import { ieoExplainer } from '#server/ieo/explain.ts'
import { loanExplainer } from '#server/loans/explain.ts'
import { loanPreviews, loansHandlers } from '#server/loans/handlers.ts'
import { mayTrade } from '#server/mayTrade.ts'
import { resetOptions } from '#server/options/demoReset.ts'
import { optionExplainer } from '#server/options/explain.ts'
import { optionsHandlers } from '#server/options/handlers.ts'
import { optionKind } from '#server/options/kind.ts'
import { optionValuation } from '#server/options/valuation.ts'
import type { OrderKind } from '#server/orderKind.ts'
import { secondExplainer } from '#server/secondContracts/explain.ts'
import { secondLiabilities } from '#server/secondContracts/capacity.ts'
import { secondContractsHandlers, secondPreview } from '#server/secondContracts/handlers.ts'
import { settingsHandlers } from '#server/settings/handlers.ts'
import { spotDemoReset } from '#server/spot/demoReset.ts'
import { spotExplainer } from '#server/spot/explain.ts'
import { spotKind } from '#server/spot/kind.ts'
import { supportHandlers } from '#server/support/handlers.ts'
import { swapExplainer } from '#server/swap/explain.ts'
import { swapHandlers } from '#server/swap/handlers.ts'
import { fastKind } from '#server/swap/kind.ts'
import { passkeysHandlers } from '#server/passkeys/handlers.ts'
import { signInMethodsHandlers } from '#server/signInMethods/handlers.ts'
import { teamHandlers } from '#server/team/handlers.ts'
import { replayPaper } from '#server/trading/carryOver.ts'
import { resetContracts } from '#server/trading/demoReset.ts'
import { endContest } from '#server/trading/endContest.ts'
import { positionExplainer } from '#server/trading/explain.ts'
import { tradingHandlers } from '#server/trading/handlers.ts'
import { contractKind } from '#server/trading/kind.ts'
import { resetProducts } from '#server/products/demoReset.ts'
import { productExplainers } from '#server/products/explain.ts'
import { productsHandlers, productPreviews } from '#server/products/handlers.ts'
import { earnLiabilities } from '#server/products/coverage.ts'
import { productKinds } from '#server/products/kinds.ts'
import { productValuation } from '#server/products/valuation.ts'
import { pushHandlers } from '#server/push/handlers.ts'
import { uploadsHandlers } from '#server/uploads/handlers.ts'
import { verificationHandlers } from '#server/verification/handlers.ts'
import { ownPapers } from '#server/verification/ownPapers.ts'
import type { Valuation } from '../valuation.ts'
import { walletHandlers } from '#server/wallet/handlers.ts'
import { withdrawalsHandlers, withdrawPreview } from '#server/withdrawals/handlers.ts'
import type { Handlers } from './handlers.ts'

/** Every kind of order, by the room that takes it. */
const orderKinds = (house: House): OrderKind[] => [contractKind(house), spotKind(house), fastKind(house), optionKind(house)]

/** What each kind of order does when a demo book begins anew: one line each. */
const demoResets = (house: House): DemoReset[] => [resetContracts(house), spotDemoReset(house), resetOptions(house), resetProducts()]

/** Every room that says why its orders came out as they did, also for the nightly replay. */
export const explainersOf = (house: House): Explainer[] => [
  positionExplainer(house.market),
  secondExplainer,
  optionExplainer,
  spotExplainer(house.market),
  swapExplainer,
  loanExplainer,
  ieoExplainer,
  ...productExplainers(productKinds(house)),
]

/** What rooms know of a person, for the copy that a person can have of it. */
export const tellersOf = (house: House): Tellers => ({
  verificationOf: ownPapers(house),
  receiptOf: settlements(house, explainersOf(house)),
})

/** The rooms whose holdings are part of an account's value, beside balances and contracts. */
export const valuationsOf = (house: House): Valuation[] => [optionValuation(house), productValuation(house, productKinds(house))]

/** Every room's handlers; a word without a room does not compile. */
export const gather = (house: House): { [W in Word]: Handlers<W> } => ({
  account: accountHandlers(house),
  factors: factorHandlers(house),
  profile: profileHandlers(house),
  access: accessHandlers(),
  market: marketHandlers(house),
  trading: tradingHandlers(house, orderKinds(house), {
    second: secondPreview(house),
    withdraw: withdrawPreview(house),
    ...productPreviews(house, productKinds(house)),
    ...loanPreviews(house),
    ...ieoPreviews(house),
  }),
  options: optionsHandlers(house),
  secondContracts: secondContractsHandlers(house),
  swap: swapHandlers(house),
  wallet: walletHandlers(house, valuationsOf(house)),
  content: contentHandlers(house),
  consents: consentsHandlers(),
  settings: settingsHandlers(house),
  fairness: fairnessHandlers(house, [earnLiabilities(productKinds(house)), secondLiabilities, prizeLiabilities, welfareLiabilities]),
  settlement: settlementHandlers(house, explainersOf(house)),
  alerts: alertsHandlers(house),
  favourites: favouritesHandlers(house),
  inbox: inboxHandlers(),
  push: pushHandlers(house),
  ieo: ieoHandlers(house),
  competitions: competitionsHandlers(house, endContest(house)),
  passkeys: passkeysHandlers(house),
  signInMethods: signInMethodsHandlers(house),
  levels: levelsHandlers(house),
  team: teamHandlers(house),
  benefits: benefitsHandlers(house),
  limits: limitsHandlers(house, mayTrade),
  deposits: depositsHandlers(house),
  withdrawals: withdrawalsHandlers(house),
  loans: loansHandlers(house),
  products: productsHandlers(house, productKinds(house)),
  uploads: uploadsHandlers(house),
  verification: verificationHandlers(house),
  support: supportHandlers(house),
  dataRights: dataRightsHandlers(house),
  demo: demoHandlers(house, demoResets(house), replayPaper(house)),
})
