import { afterAll, beforeAll, expect, it } from 'vitest'
import { Refusal } from '#contract/refusals.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { unitsOf } from '../trading/tradingModel.ts'
import { swapFixture } from './swapFixture.ts'

let world: Awaited<ReturnType<typeof swapFixture>>
beforeAll(async () => {
  world = await swapFixture()
})
afterAll(() => world.db.close())

const callers = 32
const callsEach = 25
const currencies = ['USDT', 'BTC', 'ETH']

it('32 callers at once: nothing is made or lost, and every balance is what its exchanges say', async () => {
  world.begin()
  const everybody = await Promise.all(Array.from({ length: 6 }, () => world.person()))
  let turn = 0
  const next = <T>(list: readonly T[]): T => list[turn++ % list.length] as T
  const seen: Record<string, number> = {}
  const count = (what: string) => {
    seen[what] = (seen[what] ?? 0) + 1
  }
  const quotes: string[] = []
  async function oneCall(n: number) {
    const who = next(everybody)
    const from = currencies[(n * 7 + turn) % 3] as string
    const to = currencies[(n * 7 + turn + 1 + (n % 2)) % 3] as string
    const size = { USDT: String(100 + 977 * (n % 17)), BTC: `0.0${1 + (n % 9)}`, ETH: `0.${1 + (n % 9)}` }[from]
    try {
      const { quoteId } = await world.quote(who, { from, to, give: size ?? '1' })
      quotes.push(quoteId)
      await world.exchange(who, quoteId)
      count('done')
      // What was used once or belongs to another is refused.
      if (n % 5 === 0) await world.exchange(n % 2 ? who : next(everybody), quotes[(n * 13) % quotes.length] as string)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      count(error.refusal)
    }
    if (n % 10 === 0) {
      world.clock.advance(100)
      world.hand.set({ BTCUSDT: String(60000 + ((n * 37) % 2000)), ETHUSDT: String(3000 + ((n * 11) % 100)) })
    }
  }
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      for (let n = 0; n < callsEach; n++) await oneCall(caller * callsEach + n)
    }),
  )
  expect(seen.done).toBeGreaterThan(callers)
  expect(seen.quoteExpired).toBeGreaterThan(0)
  expect(seen.insufficientBalance).toBeGreaterThan(0)

  expect(await findAllLedgerViolations(world.db)).toEqual([])
  const clearing = new Map<string, bigint>()
  for (const who of everybody) {
    const model = new Map([['USDT', unitsOf('100000')]])
    for (let pageNo = 1; ; pageNo++) {
      const page = await world.swaps(who, pageNo)
      for (const { fromCurrency, toCurrency, fromAmount, toAmount } of page.records) {
        model.set(fromCurrency, (model.get(fromCurrency) ?? 0n) - unitsOf(fromAmount))
        model.set(toCurrency, (model.get(toCurrency) ?? 0n) + unitsOf(toAmount))
        clearing.set(fromCurrency, (clearing.get(fromCurrency) ?? 0n) + unitsOf(fromAmount))
        clearing.set(toCurrency, (clearing.get(toCurrency) ?? 0n) - unitsOf(toAmount))
      }
      if (pageNo >= page.pages) break
    }
    const holds = await world.holds(who)
    for (const currency of currencies) expect(unitsOf(holds[currency] ?? '0')).toBe(model.get(currency) ?? 0n)
  }
  const app = await world.db.query<{ currency: string; amount: string }>(
    `select currency, sum(amount) as amount from leg where user_id is null and bucket = 'CLEARING' group by currency`,
  )
  for (const { currency, amount } of app) expect(unitsOf(amount)).toBe(clearing.get(currency))
})
