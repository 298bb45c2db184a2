import { asDecimal } from '#contract/decimal.ts'
import type { Database } from '#db/database.ts'
import { order, startMs, tradingFixture } from '../trading/tradingFixture.ts'
import { sized } from './support/size.ts'
import { median, quantile, type Row } from './support/table.ts'

const triggered = 10
const rounds = sized(25, 2)
const [few, many] = sized([10_000, 100_000], [100, 1_000]) as [number, number]

/** What a price record costs that closes ten positions, and one that closes none, with few and with many others open that it does not touch. */
export async function triggers(): Promise<Row[]> {
  const world = await tradingFixture()
  try {
    const { db } = world
    world.hand.set({ BTCUSDT: '60000' })
    const people = await Promise.all(Array.from({ length: triggered }, () => world.person()))
    let sec = startMs / 1000
    const at = (price: string) => ({ sec: ++sec, prices: new Map([['BTCUSDT', asDecimal(price)]]) })
    const timed = async (price: string): Promise<number> => {
      const from = performance.now()
      await world.engine(at(price))
      return performance.now() - from
    }
    const measure = async () => {
      const [closing, quiet]: number[][] = [[], []]
      for (let round = 0; round < rounds; round++) {
        for (const person of people) await world.open(person, order({ quantity: asDecimal('0.01'), stopLoss: asDecimal('59995') }))
        quiet!.push(await timed('60000.01'))
        closing!.push(await timed('59994'))
      }
      const [left] = await db.query<{ n: string }>('select count(*) as n from position where user_id <> 7 and status <> 3')
      if (left?.n !== '0') throw new Error(`${left?.n} positions were not closed`)
      return { closing: closing!, quiet: quiet! }
    }
    await fill(db, 1, few)
    await measure()
    const withFew = await measure()
    await fill(db, few + 1, many)
    await measure()
    const withMany = await measure()
    const beside = (values: readonly number[], share: number) => ({
      what: `with ${few.toLocaleString('en-US')}`,
      figure: quantile(values, share),
    })
    const name = `with ${many.toLocaleString('en-US')} others open`
    return [
      {
        name: `A record that closes ${triggered}, ${name}`,
        figure: median(withMany.closing),
        unit: 'ms',
        beside: beside(withFew.closing, 0.5),
      },
      { name: `The same, 9 of 10`, figure: quantile(withMany.closing, 0.9), unit: 'ms', beside: beside(withFew.closing, 0.9) },
      { name: `A record that closes none, ${name}`, figure: median(withMany.quiet), unit: 'ms', beside: beside(withFew.quiet, 0.5) },
    ]
  } finally {
    await world.db.close()
  }
}

/** Positions of one market at many levels on both sides of its price, none of which it reaches. */
async function fill(db: Database, from: number, to: number): Promise<void> {
  await db.query(
    `insert into position (id, order_no, user_id, account_type, symbol, direction, lever, quantity, contract_size, fee_rate, open_price, margin,
       open_fee, trigger_price, warn_price, stop_profit, stop_loss, conversion_rate, open_sec, armed_sec, created_ms)
     select n, 'B' || n, 7, 2, 'BTCUSDT', side, 10, 1, 1, 0, 60000, 6000, 0, 60000 + away * 3000, 60000 + away * 1500,
       60000 - away * (100 + n * 0.01), 60000 + away * (50 + n * 0.001), 1, 0, 0, 0
     from (select n, 1 + n % 2 as side, case n % 2 when 0 then -1 else 1 end as away from generate_series($1::int, $2::int) n) as each`,
    [from, to],
  )
  await db.query('analyze position')
}
