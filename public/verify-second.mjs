// What a second contract comes to, from its receipt and the proved prices alone (/fair: "Verify a price yourself").
// Whole numbers only; nothing else is read: no account, no time of day, no other order.

const places = 20
/** '0.85' → 85 × 10^18, exactly. */
const units = (text) => {
  const [whole, fraction = ''] = String(text).split('.')
  return BigInt(whole) * 10n ** BigInt(places) + BigInt(fraction.padEnd(places, '0').slice(0, places))
}
/** Cut, not rounded, at eight decimals. */
const money = (value) => {
  const cut = value / 10n ** BigInt(places - 8)
  return `${cut / 100000000n}.${String(cut % 100000000n).padStart(8, '0')}`
}

/** The record of that second, or the first of the two after it. */
const recordAt = (records, sec) => records.filter((one) => one.sec >= sec && one.sec <= sec + 2).sort((a, b) => a.sec - b.sec)[0]

/**
 * `order`: type ('1' up, '2' down), money, odds, acceptedMs, seconds. `records`: [{sec, price}] of its market, as proved.
 * Gives the two seconds, the result (1 win, 2 lose, 3 tie, 4 void) and what is paid.
 */
export function secondOutcome(order, records) {
  const openSec = Math.floor(Number(order.acceptedMs) / 1000) + 1
  const closeSec = openSec + Number(order.seconds)
  const [open, close] = [recordAt(records, openSec), recordAt(records, closeSec)]
  const stake = units(order.money)
  const told = (outcome, payout) => ({ openSec, closeSec, openPrice: open?.price, closePrice: close?.price, outcome, payout: money(payout) })
  if (!open || !close) return told(4, stake)
  const move = units(close.price) - units(open.price)
  if (move === 0n) return told(3, stake)
  if (move > 0n !== (String(order.type) === '1')) return told(2, 0n)
  return told(1, stake + (stake * units(order.odds)) / 10n ** BigInt(places))
}

/**
 * The records that decide, each the first that there is of its second and the two after it, whatever the receipt calls missing.
 * `prove` gives the price of a second, and rejects with code 404 where the record has none.
 */
export async function decidingRecords(receipt, prove) {
  const isTold = (asked) => receipt.priceRecords.some(({ sec, price }) => sec === asked && price !== null)
  const { openSec, closeSec } = secondOutcome(orderOf(receipt), [])
  const records = []
  for (const first of [openSec, closeSec]) {
    for (let sec = first; sec <= first + 2; sec++) {
      const price = await prove(sec).catch((error) => {
        if (error.code !== 404 || isTold(sec)) throw error
      })
      if (price === undefined) continue
      records.push({ sec, price })
      break
    }
  }
  return records
}

/** The order of a saved receipt (the app's "Save as a file"). Throws when it is not one of a second contract. */
export function orderOf(receipt) {
  if (receipt?.formula !== 'second') throw new Error('This is not the receipt of a second contract.')
  return Object.fromEntries(receipt.inputs.map(({ name, value }) => [name, value]))
}

/** Each figure of the receipt that the outcome says otherwise: [{name, shown, computed}]; empty when all follow. */
export function differences(receipt, outcome) {
  const same = (a, b) => units(a) === units(b)
  return receipt.figures.flatMap(({ name, value }) => {
    const computed = outcome[name]
    return computed === undefined || same(value, computed) ? [] : [{ name, shown: value, computed: String(computed) }]
  })
}
