import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Visitor } from '#account/visitor.ts'
import { productType } from '#contract/states.ts'
import { connect, type Database } from '#db/database.ts'
import { startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { dayPlus, startOfDay } from '#rules/serverDay.ts'
import { workDue } from '#server/products/engine.ts'
import { hourMs, productWorld } from '../money/productWorld.ts'
import { median, type Row } from './table.ts'

const [few, many] = (process.env['BENCH_EARN'] ?? '10000,100000').split(',').map(Number) as [number, number]
const firstDay = '2026-11-22'
const pageRounds = 200

type World = Awaited<ReturnType<typeof productWorld>>

/** One day of incomes of many running orders on a PostgreSQL with its durable defaults, and what a page costs beside them. */
export async function earn(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fairlead-bench-'))
  chmodSync(dataDir, 0o711)
  const { place, stop } = await startEmbedded(dataDir)
  const db = connect(place)
  try {
    await migrate(db)
    const world = await productWorld({ db })
    const ann = await world.person()
    await addOrders(world, 0, 10, ann.userId)
    const before = await pages(world, ann)
    await addOrders(world, 10, few)
    // The first day warms what is warm on every other day.
    await payDay(world, 0)
    const small = median([await payDay(world, 1), await payDay(world, 2)].map(({ ms }) => ms))
    await addOrders(world, few, many)
    const large = await payDay(world, 3)
    const after = await pages(world, ann)
    await refuseWrong(db)
    await addOrders(world, many, 2 * many, ann.userId)
    const own = await pages(world, ann)
    return [
      {
        name: `A day's incomes of ${many} orders`,
        figure: Math.round(many / (large.ms / 1000)),
        unit: 'orders/s',
        beside: { what: `of ${few}`, figure: Math.round(few / (small / 1000)) },
      },
      { name: 'The same, whole', figure: large.ms, unit: 'ms', beside: { what: `of ${few}`, figure: small } },
      { name: `Its cost beside that of ${few}`, figure: large.ms / small, unit: '×', beside: { what: 'orders', figure: many / few } },
      { name: 'Memory that it took', figure: large.mb, unit: 'MB' },
      {
        name: `A page of a person's orders among ${many}, median`,
        figure: after.orders,
        unit: 'ms',
        beside: { what: 'among 10', figure: before.orders },
      },
      {
        name: `The same of a person with ${many}, median`,
        figure: own.orders,
        unit: 'ms',
        beside: { what: 'with 10', figure: before.orders },
      },
      {
        name: 'The page of all products, median',
        figure: after.products,
        unit: 'ms',
        beside: { what: 'with 10 orders', figure: before.products },
      },
    ]
  } finally {
    await db.close()
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Orders number `from` to `to`, of every kind in turn, two for each person unless they are all of one; running since the first day. */
async function addOrders({ db, kinds }: World, from: number, to: number, userId?: string): Promise<void> {
  // A debt's orders come and go with their project, by a run of its own.
  const types = [...kinds.keys()].filter((type) => type !== productType.debt)
  const chunk = 5_000
  for (let at = from; at < to; at += chunk) {
    const given = [
      at + 1,
      Math.min(at + chunk, to),
      types,
      [...kinds.values()].filter(({ dayValue }) => dayValue).map(({ type }) => type),
      userId ?? null,
    ]
    await db.query(
      `insert into product_order (id, order_no, product_id, user_id, account_type, type, currency, income_currency, money, weight, num, status,
         bought_ms, start_day, end_day, days, paid_through, held, terms)
       select 7000000000 + n, 'EPB' || n, p.id, coalesce($5::bigint, 900000000 + n / 2), 2, p.type, p.currency, p.income_currency, p.min_money,
         case when p.type <> all($4::smallint[]) then 0 when p.type = 4 then 1 else p.min_money end, case when p.type = 4 then 1 end, 1, 1,
         $6::text, null, p.days, case when p.type = any($4::smallint[]) then to_char($6::date - 1, 'YYYY-MM-DD') end,
         case when p.type = 4 then 0 else p.min_money end, '{"exitFeeRate": "0.005"}'
       from generate_series($1::integer, $2::integer) n
       join (select *, row_number() over (order by type, place) - 1 as at, count(*) over () as of from product where type = any($3::smallint[])) p
         on p.at = n % p.of`,
      [...given, firstDay],
    )
    await db.query(
      `insert into wallet (user_id, book) select distinct user_id, 2 from product_order where id > 7000000000 on conflict do nothing`,
    )
    await db.query(
      `select post_each(2::smallint, 'bench', 1, currency, 17::smallint, 'ISSUE', array_agg(id::text order by id),
         array_agg(order_no order by id), array_agg(user_id order by id), array_agg('INVEST'::text order by id), array_agg(held order by id))
       from product_order where id between 7000000000 + $1 and 7000000000 + $2 and held > 0 group by currency`,
      given.slice(0, 2),
    )
  }
  await db.query('analyze')
}

/** What the daily run of a day takes, its values being known already. */
async function payDay({ db, house, clock, kinds }: World, n: number): Promise<{ ms: number; mb: number }> {
  const day = dayPlus(firstDay, n)
  await db.query(
    `insert into product_day (product_id, day, value, decided_ms)
     select id, $1, case when type = 4 then 0.000048 else 0.0002135 end, 1 from product on conflict do nothing`,
    [day],
  )
  clock.set(startOfDay(dayPlus(day, 1)) + hourMs)
  const start = process.memoryUsage().rss
  let most = start
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 50)
  const began = performance.now()
  await workDue(house, kinds)
  const ms = performance.now() - began
  clearInterval(timer)
  return { ms, mb: (most - start) / 1_048_576 }
}

async function pages({ ask, calls, orders }: World, ann: Visitor): Promise<{ orders: number; products: number }> {
  const took = async (work: () => Promise<unknown>): Promise<number> => {
    const all: number[] = []
    for (let n = 0; n < pageRounds; n++) {
      const began = performance.now()
      await work()
      all.push(performance.now() - began)
    }
    return median(all)
  }
  return {
    orders: await took(() => orders(ann)),
    products: await took(() => ask(ann, (asking) => calls.products({ pageNo: 1, pageSize: 20, accountType: 2 }, asking))),
  }
}

/** A figure of a run that paid wrongly is no figure. */
async function refuseWrong(db: Database): Promise<void> {
  const [row] = await db.query<{ twice: string; missing: string }>(
    `select (select count(*) from (select from posting where ref_type = 'productIncome' group by ref_id having count(*) > 1) t) as twice,
       (select count(*) from product_order where weight > 0 and paid_through <> $1) as missing`,
    [dayPlus(firstDay, 3)],
  )
  if (row?.twice !== '0' || row.missing !== '0') throw new Error(`paid wrongly: ${JSON.stringify(row)}`)
}
