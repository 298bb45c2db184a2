import type { Prices } from '../support/violentDays.ts'
import { type Deal, modelProfit, unitsOf } from './tradingModel.ts'

/** What a market's specification says, as far as a fate depends on it. */
export interface Terms {
  symbol: string
  spreadBps: string
  tick: string
  feeRate: string
}

/** What a person did with a position, after the record of that second. */
type Deed =
  | { sec: number; what: 'add'; money: bigint }
  | { sec: number; what: 'part'; quantity: string }
  | { sec: number; what: 'close' }
  | { sec: number; what: 'cancel' }

/** An order as it was placed. Amounts in units of 1e-8. */
export interface Placed {
  symbol: string
  direction: number
  isPending: boolean
  limit: string | undefined
  quantity: string
  lever: number
  openPrice: string
  margin: bigint
  openFee: bigint
  stopProfit: string | undefined
  stopLoss: string | undefined
  sec: number
  deeds: Deed[]
}

/** What must have become of it. */
export interface ExpectedOutcome {
  status: number
  openSec: number
  openPrice: bigint
  closeSec?: number
  closePrice?: bigint
  reason?: number
  margin: bigint
  added: bigint
  returned?: bigint
}

const scale = 10n ** 10n
const scaled = (text: string): bigint => {
  const [whole = '0', decimals = ''] = text.split('.')
  return BigInt(whole) * scale + BigInt(decimals.padEnd(10, '0').slice(0, 10))
}

/** Bid and ask in units of 1e-8: half the spread off mid, down and up to the tick. */
function sidesOf(mid: string, { spreadBps, tick }: Terms): { bid: bigint; ask: bigint } {
  const [tenths, step] = [BigInt(Math.round(Number(spreadBps) * 10)), scaled(tick)]
  const share = (sign: bigint) => scaled(mid) * (200_000n + sign * tenths)
  const bottom = 200_000n * step
  return { bid: (share(-1n) / bottom) * (step / 100n), ask: ((share(1n) + bottom - 1n) / bottom) * (step / 100n) }
}

const text = (units: bigint): string => `${units / 100_000_000n}.${String(units % 100_000_000n).padStart(8, '0')}`
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** A plain walk over all records, with arithmetic of its own (docs/rules/contracts.md). Markets quoted in USDT or USD alone. */
export function expectedOutcome(placed: Placed, terms: Terms, tape: ReadonlyMap<number, Prices>): ExpectedOutcome {
  const { direction, lever } = placed
  const isLong = direction === 1
  const reserved = placed.margin + placed.openFee
  let { quantity, isPending, margin } = placed
  let openPrice = unitsOf(placed.openPrice)
  let [armedSec, added] = [placed.sec, 0n]
  const deal = (): Deal => ({ direction, lever, quantity, feeRate: terms.feeRate, openPrice: text(openPrice), openRate: '1' })
  const fate = (status: number): ExpectedOutcome => ({ status, openSec: armedSec, openPrice, margin, added })
  const valueAt = (price: bigint): bigint => (unitsOf(quantity) * price) / 100_000_000n
  const feeAt = (price: bigint): bigint => (unitsOf(quantity) * price * unitsOf(terms.feeRate)) / 10n ** 16n
  function closed(sec: number, mid: string, reason: number): ExpectedOutcome {
    const { bid, ask } = sidesOf(mid, terms)
    const closePrice = isLong ? bid : ask
    const left = margin + added + modelProfit(deal(), text(closePrice), '1')
    const returned = left < 0n ? 0n : left - least(left, feeAt(closePrice))
    return { ...fate(3), closeSec: sec, closePrice, reason, returned }
  }
  for (const [sec, prices] of tape) {
    const mid = prices[placed.symbol]
    if (mid === undefined || sec < placed.sec) continue
    if (sec > armedSec) {
      const { bid, ask } = sidesOf(mid, terms)
      if (isPending) {
        const limit = unitsOf(placed.limit as string)
        if (isLong ? ask <= limit : bid >= limit) {
          isPending = false
          armedSec = sec
          openPrice = isLong ? ask : bid
          const fee = feeAt(openPrice)
          margin = least(valueAt(openPrice) / BigInt(lever), reserved - fee)
        }
      } else {
        const at = unitsOf(mid)
        const isFallen = (level: string | undefined) => level !== undefined && at <= unitsOf(level)
        const isRisen = (level: string | undefined) => level !== undefined && at >= unitsOf(level)
        if (isLong ? isFallen(placed.stopLoss) : isRisen(placed.stopLoss)) return closed(sec, mid, 3)
        if (isLong ? isRisen(placed.stopProfit) : isFallen(placed.stopProfit)) return closed(sec, mid, 2)
        if (2n * (margin + added + modelProfit(deal(), mid, '1')) <= margin) return closed(sec, mid, 4)
      }
    }
    for (const deed of placed.deeds.filter((deed) => deed.sec === sec)) {
      if (deed.what === 'cancel') return { ...fate(4), reason: 1 }
      if (deed.what === 'close') return isPending ? { ...fate(4), reason: 1 } : closed(sec, mid, 1)
      if (deed.what === 'add') added += deed.money
      if (deed.what === 'part') {
        const [part, whole] = [unitsOf(deed.quantity), unitsOf(quantity)]
        if (part === whole) return closed(sec, mid, 1)
        margin -= (margin * part) / whole
        added -= (added * part) / whole
        quantity = text(whole - part)
      }
    }
  }
  return fate(isPending ? 0 : 1)
}

/** A spot limit order as it was placed, and the second after whose record it was cancelled. */
export interface SpotPlaced {
  symbol: string
  direction: number
  limit: string
  sec: number
  cancelledSec?: number
}

/** What must have become of it: filled at the first record through its limit, at that record's price. */
export function spotFateOf(
  placed: SpotPlaced,
  terms: Terms,
  tape: ReadonlyMap<number, Prices>,
): { status: number; sec?: number; price?: bigint } {
  const limit = unitsOf(placed.limit)
  for (const [sec, prices] of tape) {
    const mid = prices[placed.symbol]
    if (mid === undefined || sec < placed.sec) continue
    const { bid, ask } = sidesOf(mid, terms)
    if (sec > placed.sec && (placed.direction === 1 ? ask <= limit : bid >= limit))
      return { status: 3, sec, price: placed.direction === 1 ? ask : bid }
    if (placed.cancelledSec === sec) return { status: 4 }
  }
  return { status: 0 }
}
