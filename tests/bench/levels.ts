import { wireTimeToInstant } from '#contract/time.ts'
import { createDatabasePool, type Database } from '#db/database.ts'
import { tryAdjustWelfareFundRow } from '#ledger/welfare.ts'
import { asDecimal } from '#contract/decimal.ts'
import { addServerDays } from '#rules/serverDay.ts'
import { payDueLevelGrants } from '#server/levels/pay.ts'
import { takeLevelSnapshots } from '#server/levels/snapshot.ts'
import { fullFixture } from '../ledger/fullFixture.ts'
import { durableDatabase } from './support/durable.ts'
import { sized } from './support/size.ts'
import { median, type Row } from './support/table.ts'

const [few, many] = (process.env['BENCH_LEVELS'] ?? sized('10000,100000', '100,1000')).split(',').map(Number) as [number, number]
/** A Friday. */
const firstDay = '2026-12-04'

type World = Awaited<ReturnType<typeof fullFixture>>

/** One day's snapshot of everybody's net assets, and bonuses paid, on a PostgreSQL with its durable defaults. */
export async function levels(): Promise<Row[]> {
  const { place, remove } = await durableDatabase()
  const db = createDatabasePool(place)
  try {
    const world = await fullFixture({ db })
    await world.next({ BTCUSDT: '60000', ETHUSDT: '3000' })
    await db.transaction((sql) => tryAdjustWelfareFundRow(sql, 'USDT', asDecimal('10000000')))
    await addPeople(db, 0, few)
    // The average of three days rises for three days, and levels with it; the days after change nobody's.
    await takeDay(world, 0)
    const bonuses = await payAll(world)
    for (const after of [1, 2]) await takeDay(world, after)
    const small = median([await takeDay(world, 3), await takeDay(world, 4)])
    await addPeople(db, few, many)
    const first = await takeDay(world, 5)
    for (const after of [6, 7]) await takeDay(world, after)
    const large = await takeDay(world, 8)
    const caughtUp = await takeDay(world, 11)
    return [
      {
        name: `A day's snapshot of ${many} people`,
        figure: Math.round(many / (large / 1000)),
        unit: 'people/s',
        beside: { what: `of ${few}`, figure: Math.round(few / (small / 1000)) },
      },
      { name: 'The same, whole', figure: large, unit: 'ms', beside: { what: `of ${few}`, figure: small } },
      { name: `Its cost beside that of ${few}`, figure: large / small, unit: '×', beside: { what: 'people', figure: many / few } },
      { name: 'The day on which most reach a level, whole', figure: first, unit: 'ms', beside: { what: 'any other', figure: large } },
      {
        name: 'Bonuses paid',
        figure: Math.round(bonuses.rate),
        unit: '/s',
        beside: { what: 'of them', figure: bonuses.count },
      },
      {
        name: 'Three days caught up, whole',
        figure: caughtUp,
        unit: 'ms',
        beside: { what: 'three times one', figure: 3 * large },
      },
    ]
  } finally {
    await db.close()
    await remove()
  }
}

/** People number `from` to `to`, with money in three coins and the demo book beside it. */
async function addPeople(db: Database, from: number, to: number): Promise<void> {
  await db.query(
    `insert into account (id, uid, email, nickname, country, lang, is_guest, invite_code, created_ms)
     select 1000000 + n, (10000000 + n)::text, 'p' || n || '@example.com', 'P', 'NZ', 'en-us', false, 'I' || n, 1
     from generate_series($1::bigint, $2::bigint) n`,
    [from + 1, to],
  )
  for (const book of [1, 2])
    await db.query('insert into wallet (user_id, book) select 1000000 + n, $3 from generate_series($1::bigint, $2::bigint) n', [
      from + 1,
      to,
      book,
    ])
  await db.query(
    `insert into balance (user_id, book, currency, bucket, amount)
     select 1000000 + n, b.book, b.currency, 'AVAIL', b.amount from generate_series($1::bigint, $2::bigint) n,
       (values (1, 'USDT', 1000), (1, 'BTC', 0.1), (1, 'ETH', 0.5), (2, 'USDT', 100000)) b (book, currency, amount)`,
    [from + 1, to],
  )
  await db.query('analyze account, balance')
}

async function takeDay({ clock, app }: World, after: number): Promise<number> {
  clock.set(wireTimeToInstant(`${addServerDays(firstDay, after)} 00:00:05`))
  const began = performance.now()
  await takeLevelSnapshots(app, [], true)
  return performance.now() - began
}

async function payAll({ app, db }: World): Promise<{ rate: number; count: number }> {
  const [due] = await db.query<{ count: number }>('select count(*)::int as count from welfare_grant where paid_ms is null')
  const began = performance.now()
  await payDueLevelGrants(app)
  const count = due?.count ?? 0
  return { rate: count / ((performance.now() - began) / 1000), count }
}
