import type { SpotAsked, SpotPreview } from '#contract/orders/spot.ts'
import { previewExpireMs } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { asInstant } from '#contract/time.ts'
import { add } from '#rules/decimal.ts'
import { spotFeeRate } from '#rules/spot.ts'
import type { House } from '../house.ts'
import { readText, signText } from '../signedText.ts'
import { fillOrder, type Filled } from './fill.ts'

const kind = 'sp1'

interface Claims {
  user: string
  order: string
  /** Every figure that was shown. */
  shown: ReturnType<typeof shownOf>
  expireAtMs: number
}

/** Two orders that mean the same have the same form, whatever the order of their keys and '1.0' or '1'. */
function canonical({ accountType, posType, symbol, direction, orderType, slippageBps, quantity, money }: SpotAsked): string {
  return JSON.stringify([accountType, posType, symbol, direction, orderType, slippageBps, plain(quantity), plain(money)])
}
const plain = (value: Decimal | undefined): Decimal | null => (value === undefined ? null : add(value, '0'))

export const shownOf = ({ spec, price, fill }: Filled, direction: number) => ({
  symbol: spec.symbol,
  base: spec.base,
  direction,
  price,
  ...fill,
  feeRate: spotFeeRate,
})

/** Every figure of the order at the newest record, signed for 15 s (product §1.11). Refuses what filling refuses. */
export function makePreview(house: House, key: Buffer, userId: string, order: SpotAsked): SpotPreview {
  const nowMs = house.clock.now()
  const filled = fillOrder(house.market, order, nowMs)
  const shown = shownOf(filled, order.direction)
  const expireAtMs = nowMs + previewExpireMs
  const claims: Claims = { user: userId, order: canonical(order), shown, expireAtMs }
  return { action: 'position', posType: 1, ...shown, feedMode: filled.quote.feedMode, confirmToken: signText(key, kind, claims), expireAt: asInstant(expireAtMs) }
}

/** What was shown, if this token is ours, of this person, for this order and not expired; otherwise undefined. */
export function readConfirmed(
  key: Buffer,
  token: string | undefined,
  userId: string,
  order: SpotAsked,
  nowMs: number,
): Claims['shown'] | undefined {
  const claims = readText(key, kind, token) as Claims | undefined
  const isTheirs = claims !== undefined && claims.user === userId && claims.order === canonical(order)
  return isTheirs && nowMs < claims.expireAtMs ? claims.shown : undefined
}
