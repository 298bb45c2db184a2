import type { Decimal } from '#contract/decimal.ts'
import { direction } from '#contract/states.ts'
import { wireDay } from '#contract/time.ts'
import { add, compare, isPositive, negate, q8, subtract } from './decimal.ts'
import { type HoldingKind, holdingCost } from './funding.ts'
import { closing, fillingCost, type Held, openingCost } from './position.ts'
import { type Conversion, noConversion, quoteOf } from './quote.ts'
import { type Computed, leafNumber, needed, type Reader } from './recheckReader.ts'
import { sideText } from './recheckSpot.ts'

const usdt = 'USDT'

/** A contract position again: both prices, margin and fees, every charge, profit, and what came back (product §2.4). */
export function contractSteps(receipt: Reader): Computed[] {
  if (receipt.state === 'pending' || receipt.state === 'cancelled') return []
  const opened = openingSteps(receipt)
  const charged = chargeSteps(receipt)
  return receipt.state === 'done' ? [...opened, ...charged, ...closingSteps(receipt)] : [...opened, ...charged]
}

const isLong = (receipt: Reader): boolean => Number(receipt.text('direction')) === direction.long

function conversionAt(receipt: Reader, use: string): Conversion {
  if (!receipt.has('conversion')) return noConversion
  return { rate: needed(receipt.price(use)), by: receipt.text('conversion') === 'divide' ? 'divide' : 'multiply' }
}

const inUsdt = (text: string, { rate, by }: Conversion): string =>
  rate === noConversion.rate ? text : `${text} ${by === 'multiply' ? '×' : '÷'} ${rate}`

function priceStep(receipt: Reader, use: 'open' | 'close', isAsk: boolean): Computed {
  const [mid, spreadBps, tick] = [needed(receipt.price(use)), receipt.decimal('spreadBps'), receipt.decimal('tick')]
  const quote = quoteOf(mid, spreadBps, tick)
  return {
    name: `${use}Price`,
    text: sideText(mid, spreadBps, tick, isAsk),
    unit: receipt.text('quote'),
    value: isAsk ? quote.ask : quote.bid,
  }
}

/** Margin and fee of the order as it was opened, at the price of its record. */
function openingOf(receipt: Reader, price: Decimal) {
  const conversion = conversionAt(receipt, 'openRate')
  const [quantity, contractSize, feeRate] = [receipt.decimal('orderQuantity'), receipt.decimal('contractSize'), receipt.decimal('feeRate')]
  const lever = Number(receipt.text('lever'))
  const terms = { quantity, contractSize, conversion, price, lever, feeRate }
  const cost = receipt.has('reserved') ? fillingCost(terms, receipt.decimal('reserved')) : openingCost(terms)
  return { ...terms, ...cost }
}

/** A part that was closed out of an order took its share of margin and fee; a whole order has what was computed. */
function shareOf(receipt: Reader): { margin: Decimal; openFee: Decimal } {
  if (compare(receipt.decimal('quantity'), receipt.decimal('orderQuantity')) !== 0)
    return { margin: receipt.decimal('margin'), openFee: receipt.decimal('openFee') }
  return openingOf(receipt, priceStep(receipt, 'open', isLong(receipt)).value)
}

/** Of the order as it was opened. */
function openingSteps(receipt: Reader): Computed[] {
  const price = priceStep(receipt, 'open', isLong(receipt))
  const { quantity, contractSize, conversion, lever, feeRate, ...cost } = openingOf(receipt, price.value)
  return [
    price,
    { name: 'notional', text: inUsdt(`${quantity} × ${contractSize} × ${price.value}`, conversion), unit: usdt, value: cost.notional },
    { name: 'orderMargin', text: `${cost.notional} ÷ ${lever}`, unit: usdt, value: cost.margin },
    { name: 'orderOpenFee', text: `${cost.notional} × ${feeRate}`, unit: usdt, value: cost.openFee },
  ]
}

const eightHours = 28_800

/** This side's rate by its published leaf, where it has one: longs pay what shorts receive, of overnight each side has its own. */
function rateOf(receipt: Reader, due: number, kind: HoldingKind): Decimal {
  const name = `rate@${due}`
  // Before rates were leaves the receipt alone says it.
  if (receipt.symbol(name) === undefined) return receipt.decimal(name)
  if (kind === 'overnight') {
    const isOfDay = (sec: number) => wireDay(sec * 1000) === wireDay(due * 1000)
    return leafNumber(receipt, name, { kind: 'SWAP', part: isLong(receipt) ? 'long' : 'short', isOf: isOfDay })
  }
  const isOfTurn = (sec: number) => Math.floor(sec / eightHours) === Math.floor(due / eightHours)
  const published = leafNumber(receipt, name, { kind: 'FUND', isOf: isOfTurn })
  return isLong(receipt) ? published : negate(published)
}

/** Funding and overnight, each of its own moment. A charge is never more than balance and margin held. */
function chargeSteps(receipt: Reader): Computed[] {
  return receipt.names.flatMap((name) => {
    const due = /^rate@(\d+)$/.exec(name)?.[1]
    if (due === undefined) return []
    const kind = receipt.text(`kind@${due}`) === 'overnight' ? ('overnight' as const) : ('funding' as const)
    const mark = needed(receipt.price(`mark@${due}`))
    const conversion = conversionAt(receipt, `markRate@${due}`)
    const [rate, quantity, contractSize] = [
      rateOf(receipt, Number(due), kind),
      receipt.decimal(`quantity@${due}`),
      receipt.decimal('contractSize'),
    ]
    const nights = Number(receipt.text(`nights@${due}`))
    // The rate is that of this position's own side.
    const held = { direction: direction.long, quantity, contractSize, conversion }
    const value = holdingCost(held, mark, { kind, nights, long: rate, short: rate })
    const product = inUsdt(`${quantity} × ${contractSize} × ${mark}`, conversion)
    const text = kind === 'funding' ? `${product} × ${rate}` : `${product} × ${rate} × ${nights} ÷ 365`
    return [{ name: `charge@${due}`, text, unit: usdt, value, atMost: isPositive(value) }]
  })
}

function closingSteps(receipt: Reader): Computed[] {
  const price = priceStep(receipt, 'close', !isLong(receipt))
  const conversion = conversionAt(receipt, 'closeRate')
  const [quantity, contractSize, feeRate] = [receipt.decimal('quantity'), receipt.decimal('contractSize'), receipt.decimal('feeRate')]
  const [addedMargin, funding] = [receipt.decimal('addedMargin'), receipt.decimal('funding')]
  const { margin, openFee } = shareOf(receipt)
  const openPrice = priceStep(receipt, 'open', isLong(receipt)).value
  const held: Held = { quantity, contractSize, conversion, direction: isLong(receipt) ? 1 : 2, openPrice, margin, addedMargin }
  const result = closing(held, price.value, feeRate)
  const [later, earlier] = isLong(receipt) ? [price.value, openPrice] : [openPrice, price.value]
  const value = inUsdt(`${quantity} × ${contractSize} × ${price.value}`, conversion)
  const covered: Computed[] = isPositive(result.covered)
    ? [{ name: 'covered', text: `−(${signed(margin, addedMargin, result.profit)})`, unit: usdt, value: q8(result.covered) }]
    : []
  const net = q8(add(subtract(result.returned, add(margin, addedMargin, openFee)), funding))
  return [
    price,
    {
      name: 'profit',
      text: inUsdt(`${quantity} × ${contractSize} × (${later} − ${earlier})`, conversion),
      unit: usdt,
      value: result.profit,
    },
    { name: 'closeFee', text: isPositive(result.covered) ? '0' : `${value} × ${feeRate}`, unit: usdt, value: result.closeFee },
    ...covered,
    {
      name: 'returned',
      text: isPositive(result.covered) ? '0' : signed(margin, addedMargin, result.profit, negate(result.closeFee)),
      unit: usdt,
      value: result.returned,
    },
    { name: 'net', text: signed(result.returned, negate(margin), negate(addedMargin), negate(openFee), funding), unit: usdt, value: net },
  ]
}

/** Amounts with their signs in a row; what is nothing is left out, but never all. */
function signed(first: Decimal, ...others: readonly Decimal[]): string {
  const moved = others.filter((amount) => /[1-9]/.test(amount))
  return [first, ...moved.map((amount) => (amount.startsWith('-') ? `− ${amount.slice(1)}` : `+ ${amount}`))].join(' ')
}
