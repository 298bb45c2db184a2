/** Contracts of docs/rules/contracts.md once more, in whole numbers and fractions, sharing no line with the code under test. */
interface Fraction {
  top: bigint
  bottom: bigint
}

const fraction = (text: string): Fraction => {
  const [whole = '0', decimals = ''] = text.replace('-', '').split('.')
  const top = BigInt(whole + decimals)
  return { top: text.startsWith('-') ? -top : top, bottom: 10n ** BigInt(decimals.length) }
}
const times = (a: Fraction, b: Fraction): Fraction => ({ top: a.top * b.top, bottom: a.bottom * b.bottom })
const over = (a: Fraction, b: Fraction): Fraction => ({ top: a.top * b.bottom, bottom: a.bottom * b.top })
const minus = (a: Fraction, b: Fraction): Fraction => ({ top: a.top * b.bottom - b.top * a.bottom, bottom: a.bottom * b.bottom })

/** Units of 1e-8, truncated toward zero as BigInt division does. */
const units = ({ top, bottom }: Fraction): bigint => (top * 100_000_000n) / bottom
export const unitsOf = (text: string): bigint => units(fraction(text))

export interface Deal {
  direction: number
  lever: number
  quantity: string
  feeRate: string
  openPrice: string
  /** What one USDT is in the quote currency at the opening and at the moment of asking; '1' for USDT. */
  openRate: string
}

export function modelOpening(deal: Deal) {
  const notional = over(times(fraction(deal.quantity), fraction(deal.openPrice)), fraction(deal.openRate))
  return { margin: units(over(notional, fraction(String(deal.lever)))), openFee: units(times(notional, fraction(deal.feeRate))) }
}

export const modelProfit = (deal: Deal, price: string, rate: string): bigint =>
  units(
    over(
      times(times(fraction(deal.direction === 1 ? '1' : '-1'), fraction(deal.quantity)), minus(fraction(price), fraction(deal.openPrice))),
      fraction(rate),
    ),
  )

export const modelInsufficient = (deal: Deal, mark: string, rate: string): boolean => {
  const { margin } = modelOpening(deal)
  return 2n * (margin + modelProfit(deal, mark, rate)) <= margin
}

export function modelClosing(deal: Deal, price: string, rate: string) {
  const { margin } = modelOpening(deal)
  const profit = modelProfit(deal, price, rate)
  const left = margin + profit
  if (left < 0n) return { profit, fee: 0n, returned: 0n, covered: -left }
  const fee = units(times(over(times(fraction(deal.quantity), fraction(price)), fraction(rate)), fraction(deal.feeRate)))
  const taken = fee < left ? fee : left
  return { profit, fee: taken, returned: left - taken, covered: 0n }
}

/** Bid and ask in the same way: half the spread off mid, down and up to the tick. */
export function modelQuote(mid: string, spreadBps: string, tick: string) {
  const share = (sign: bigint) => times(fraction(mid), { top: 20_000n + sign * BigInt(spreadBps), bottom: 20_000n })
  const ticks = (value: Fraction) => over(value, fraction(tick))
  const down = ticks(share(-1n))
  const up = ticks(share(1n))
  return {
    bid: units(times({ top: down.top / down.bottom, bottom: 1n }, fraction(tick))),
    ask: units(times({ top: -(-up.top / up.bottom - (-up.top % up.bottom ? 1n : 0n)), bottom: 1n }, fraction(tick))),
  }
}
