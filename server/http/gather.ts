import { accountHandlers } from '#account/handlers.ts'
import type { Word } from '#contract/contract.ts'
import { marketHandlers } from '#market/handlers.ts'
import { contentHandlers } from '#server/content/handlers.ts'
import { fairnessHandlers } from '#server/fairness/handlers.ts'
import type { House } from '#server/house.ts'
import type { OrderKind } from '#server/orderKind.ts'
import { secondContractsHandlers, secondPreview } from '#server/secondContracts/handlers.ts'
import { settingsHandlers } from '#server/settings/handlers.ts'
import { spotKind } from '#server/spot/kind.ts'
import { swapHandlers } from '#server/swap/handlers.ts'
import { tradingHandlers } from '#server/trading/handlers.ts'
import { contractKind } from '#server/trading/kind.ts'
import { walletHandlers } from '#server/wallet/handlers.ts'
import type { Handlers } from './handlers.ts'

/** Every kind of order, by the room that takes it. */
const orderKinds = (house: House): OrderKind[] => [contractKind(house), spotKind(house)]

/** Every room's handlers; a word without a room does not compile. */
export const gather = (house: House): { [W in Word]: Handlers<W> } => ({
  account: accountHandlers(house),
  market: marketHandlers(house),
  trading: tradingHandlers(house, orderKinds(house), { second: secondPreview(house) }),
  secondContracts: secondContractsHandlers(house),
  swap: swapHandlers(house),
  wallet: walletHandlers(house),
  content: contentHandlers(house),
  settings: settingsHandlers(house),
  fairness: fairnessHandlers(house),
})
