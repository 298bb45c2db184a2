import type { Decimal } from '#contract/decimal.ts'
import { direction } from '#contract/states.ts'
import { serverDayAt } from '#contract/time.ts'
import { add, compareDecimals, isPositive, negate, q8, subtract, zero } from '../decimal.ts'
import { type HoldingChargeKind, holdingChargeUsdt } from '../funding.ts'
import { computePositionClose, contractLimitOrderFillingCost, type OpenPosition, positionOpeningCost } from '../position.ts'
import { type UsdtConversion, noUsdtConversion, marketQuoteFromMid } from '../quote.ts'
import { type ReceiptComputationStep, requireReceiptLeafNumber, requireReceiptPrice, type ReceiptReader } from './recheckReader.ts'
import { quoteFormulaText } from './recheckSpot.ts'

const usdt = 'USDT'

/** A contract position again: both prices, margin and fees, every charge, profit, and what came back (docs/rules/contracts.md). */
export function computeContractReceiptSteps(receipt: ReceiptReader): ReceiptComputationStep[] {
  if (receipt.state === 'pending' || receipt.state === 'cancelled') return []
  const openingResult = openingSteps(receipt)
  const chargeResult = chargeSteps(receipt)
  return receipt.state === 'done' ? [...openingResult, ...chargeResult, ...closingSteps(receipt)] : [...openingResult, ...chargeResult]
}

const isLong = (receipt: ReceiptReader): boolean => Number(receipt.text('direction')) === direction.long

function conversionAt(receipt: ReceiptReader, use: string): UsdtConversion {
  if (!receipt.has('conversion')) return noUsdtConversion
  return { rate: requireReceiptPrice(receipt.price(use)), by: receipt.text('conversion') === 'divide' ? 'divide' : 'multiply' }
}

const usdtFormula = (text: string, { rate, by }: UsdtConversion): string =>
  rate === noUsdtConversion.rate ? text : `${text} ${by === 'multiply' ? '×' : '÷'} ${rate}`

function priceStep(receipt: ReceiptReader, use: 'open' | 'close', isAsk: boolean): ReceiptComputationStep {
  const [mid, spreadBps, tick] = [requireReceiptPrice(receipt.price(use)), receipt.decimal('spreadBps'), receipt.decimal('tick')]
  const quote = marketQuoteFromMid(mid, spreadBps, tick)
  return {
    name: `${use}Price`,
    text: quoteFormulaText(mid, spreadBps, tick, isAsk),
    unit: receipt.text('quote'),
    value: isAsk ? quote.ask : quote.bid,
  }
}

/** Margin and fee of the order as it was opened, at the price of its record. */
function openingCostOf(receipt: ReceiptReader, price: Decimal) {
  const conversion = conversionAt(receipt, 'openRate')
  const [quantity, contractSize, feeRate] = [receipt.decimal('orderQuantity'), receipt.decimal('contractSize'), receipt.decimal('feeRate')]
  const lever = Number(receipt.text('lever'))
  const terms = { quantity, contractSize, conversion, price, lever, feeRate }
  const cost = receipt.has('reserved') ? contractLimitOrderFillingCost(terms, receipt.decimal('reserved')) : positionOpeningCost(terms)
  return { ...terms, ...cost }
}

/** Nothing was closed out of it, and it was not closed out of another. */
const isWholeOrder = (receipt: ReceiptReader): boolean =>
  compareDecimals(receipt.decimal('quantity'), receipt.decimal('orderQuantity')) === 0

/** A part that was closed out of an order took its share of margin and fee; a whole order has what was computed. */
function closedShareOf(receipt: ReceiptReader): { margin: Decimal; openFee: Decimal } {
  if (!isWholeOrder(receipt)) return { margin: receipt.decimal('margin'), openFee: receipt.decimal('openFee') }
  return openingCostOf(receipt, priceStep(receipt, 'open', isLong(receipt)).value)
}

/** Of the order as it was opened. */
function openingSteps(receipt: ReceiptReader): ReceiptComputationStep[] {
  const price = priceStep(receipt, 'open', isLong(receipt))
  const { quantity, contractSize, conversion, lever, feeRate, ...cost } = openingCostOf(receipt, price.value)
  return [
    price,
    { name: 'notional', text: usdtFormula(`${quantity} × ${contractSize} × ${price.value}`, conversion), unit: usdt, value: cost.notional },
    { name: 'orderMargin', text: `${cost.notional} ÷ ${lever}`, unit: usdt, value: cost.margin },
    { name: 'orderOpenFee', text: `${cost.notional} × ${feeRate}`, unit: usdt, value: cost.openFee },
  ]
}

const fundingPeriodSeconds = 28_800

/** This side's rate by its published leaf, where it has one: longs pay what shorts receive, of overnight each side has its own. */
function rateOf(receipt: ReceiptReader, due: number, kind: HoldingChargeKind): Decimal {
  const name = `rate@${due}`
  // Before rates were leaves the receipt alone says it.
  if (receipt.symbol(name) === undefined) return receipt.decimal(name)
  if (kind === 'overnight') {
    const isSameServerDay = (sec: number) => serverDayAt(sec * 1000) === serverDayAt(due * 1000)
    return requireReceiptLeafNumber(receipt, name, { kind: 'SWAP', part: isLong(receipt) ? 'long' : 'short', isOf: isSameServerDay })
  }
  const isSameFundingPeriod = (sec: number) => Math.floor(sec / fundingPeriodSeconds) === Math.floor(due / fundingPeriodSeconds)
  const published = requireReceiptLeafNumber(receipt, name, { kind: 'FUND', isOf: isSameFundingPeriod })
  return isLong(receipt) ? published : negate(published)
}

/** Funding and overnight, each of its own moment, and their sum: a part that was closed took its share of that along, so only a whole order has it. */
function chargeSteps(receipt: ReceiptReader): ReceiptComputationStep[] {
  const dues = receipt.names.flatMap((name) => /^rate@(\d+)$/.exec(name)?.[1] ?? [])
  const charges = dues.map((due) => chargeStep(receipt, due))
  if (charges.length === 0 || !isWholeOrder(receipt) || charges.some(({ atMost }) => atMost)) return charges
  const funding = q8(negate(charges.reduce((sum, { value }) => add(sum, value), zero)))
  const text = `− (${signedSumFormula(...(charges.map(({ value }) => value) as [Decimal, ...Decimal[]]))})`
  return [...charges, { name: 'funding', text, unit: usdt, value: funding, booked: receipt.decimal('funding') }]
}

function chargeStep(receipt: ReceiptReader, due: string): ReceiptComputationStep {
  const kind = receipt.text(`kind@${due}`) === 'overnight' ? ('overnight' as const) : ('funding' as const)
  const mark = requireReceiptPrice(receipt.price(`mark@${due}`))
  const conversion = conversionAt(receipt, `markRate@${due}`)
  const [rate, quantity, contractSize] = [
    rateOf(receipt, Number(due), kind),
    receipt.decimal(`quantity@${due}`),
    receipt.decimal('contractSize'),
  ]
  const nights = Number(receipt.text(`nights@${due}`))
  // The rate is that of this position's own side.
  const position = { direction: direction.long, quantity, contractSize, conversion }
  const value = holdingChargeUsdt(position, mark, { kind, nights, long: rate, short: rate })
  const product = usdtFormula(`${quantity} × ${contractSize} × ${mark}`, conversion)
  const text = kind === 'funding' ? `${product} × ${rate}` : `${product} × ${rate} × ${nights} ÷ 365`
  const step = { name: `charge@${due}`, text, unit: usdt }
  if (!isPositive(value)) return { ...step, value }
  if (!receipt.has(`charged@${due}`)) return { ...step, value, atMost: true }
  // It is never more than balance and margin held.
  const charged = receipt.decimal(`charged@${due}`)
  return compareDecimals(charged, value) < 0 ? { ...step, text: `${charged} ≤ ${text}`, value: q8(charged) } : { ...step, value }
}

function closingSteps(receipt: ReceiptReader): ReceiptComputationStep[] {
  const price = priceStep(receipt, 'close', !isLong(receipt))
  const conversion = conversionAt(receipt, 'closeRate')
  const [quantity, contractSize, feeRate] = [receipt.decimal('quantity'), receipt.decimal('contractSize'), receipt.decimal('feeRate')]
  const [addedMargin, funding] = [receipt.decimal('addedMargin'), receipt.decimal('funding')]
  const { margin, openFee } = closedShareOf(receipt)
  const openPrice = priceStep(receipt, 'open', isLong(receipt)).value
  const position: OpenPosition = { quantity, contractSize, conversion, direction: isLong(receipt) ? 1 : 2, openPrice, margin, addedMargin }
  const result = computePositionClose(position, price.value, feeRate)
  const [exitPrice, entryPrice] = isLong(receipt) ? [price.value, openPrice] : [openPrice, price.value]
  const value = usdtFormula(`${quantity} × ${contractSize} × ${price.value}`, conversion)
  const coveredSteps: ReceiptComputationStep[] = isPositive(result.covered)
    ? [{ name: 'covered', text: `−(${signedSumFormula(margin, addedMargin, result.profit)})`, unit: usdt, value: q8(result.covered) }]
    : []
  const net = q8(add(subtract(result.returned, add(margin, addedMargin, openFee)), funding))
  return [
    price,
    {
      name: 'profit',
      text: usdtFormula(`${quantity} × ${contractSize} × (${exitPrice} − ${entryPrice})`, conversion),
      unit: usdt,
      value: result.profit,
    },
    { name: 'closeFee', text: isPositive(result.covered) ? '0' : `${value} × ${feeRate}`, unit: usdt, value: result.closeFee },
    ...coveredSteps,
    {
      name: 'returned',
      text: isPositive(result.covered) ? '0' : signedSumFormula(margin, addedMargin, result.profit, negate(result.closeFee)),
      unit: usdt,
      value: result.returned,
    },
    {
      name: 'net',
      text: signedSumFormula(result.returned, negate(margin), negate(addedMargin), negate(openFee), funding),
      unit: usdt,
      value: net,
    },
  ]
}

/** Amounts with their signs in a row; what is nothing is left out, but never all. */
function signedSumFormula(first: Decimal, ...others: readonly Decimal[]): string {
  const nonZero = others.filter((amount) => /[1-9]/.test(amount))
  return [first, ...nonZero.map((amount) => (amount.startsWith('-') ? `− ${amount.slice(1)}` : `+ ${amount}`))].join(' ')
}
