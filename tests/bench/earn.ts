import type { SignedInUser } from '#server/core/visitor.ts'
import { createDatabasePool, type Database } from '#db/database.ts'
import { addServerDays, startOfServerDay } from '#rules/serverDay.ts'
import { runDueProductJobs } from '#server/products/engine.ts'
import { hourMs, productFixture } from '../products/productFixture.ts'
import { durableDatabase } from './support/durable.ts'
import { sized } from './support/size.ts'
import { median, type Row } from './support/table.ts'

const [few, many] = (process.env['BENCH_EARN'] ?? sized('10000,100000', '100,1000')).split(',').map(Number) as [number, number]
const firstDay = '2026-11-22'
const pageRounds = sized(200, 5)

type World = Awaited<ReturnType<typeof productFixture>>

/** One day of incomes of many running orders on a PostgreSQL with its durable defaults, and what a page costs beside them. */
export async function earn(): Promise<Row[]> {
  const { place, remove } = await durableDatabase()
  const db = createDatabasePool(place)
  try {
    const world = await productFixture({ db })
    const ann = await world.person()
    await addOrders(world, 0, 10, 0, ann.userId)
    const before = await pages(world, ann)
    await addOrders(world, 10, few, 0)
    // The first day warms what is warm on every other day.
    await payDay(world, 0)
    const small = median([await payDay(world, 1), await payDay(world, 2)].map(({ ms }) => ms))
    await addOrders(world, few, many, 3)
    const large = await payDay(world, 3)
    const after = await pages(world, ann)
    await refuseWrong(db)
    await addOrders(world, many, 2 * many, 4, ann.userId)
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
      { name: 'Resident meanwhile, at most', figure: large.mostMb, unit: 'MB', beside: { what: 'before', figure: large.beforeMb } },
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
    await remove()
  }
}

/** How many projects each call of addOrders opens: as many as are seeded. */
const projects = 3

/**
 * Projects that have just been opened. From the run of `day` on one instalment comes in a day, so that every day has work for every order:
 * real ones pay once a month.
 */
async function openProjects(db: Database, name: string, nextRun: number): Promise<string[]> {
  const ids = Array.from({ length: projects }, (_, n) => `${name}-${n}`)
  await db.query(
    `insert into product (id, type, currency, income_currency, days, rate_max, min_money, max_money, step_money, risk_grade, place, since_day, terms)
     select id, 5, 'USDT', 'USDT', 360, 0, 100, 1e9, 1, 3, 90, $2, '{"example": "repays"}' from unnest($1::text[]) id`,
    [ids, firstDay],
  )
  await db.query(
    `insert into debt_project (product_id, book, status, opens_ms, deadline_ms, target, annual_rate, days, repay)
     select id, b, case b when 2 then 1 else 0 end, $2::bigint, $2::bigint + 1, 1e9, 0.09, 360, 'monthly' from unnest($1::text[]) id, generate_series(1, 2) b`,
    // Those of the other book stay out of it.
    [ids, startOfServerDay(addServerDays(firstDay, 1_000))],
  )
  await db.query(
    `insert into debt_due (product_id, book, number, from_day, to_day, is_last, due_day)
     select id, 2, n, n - 1, n, false, to_char($2::text::date + n, 'YYYY-MM-DD') from unnest($1::text[]) id, generate_series(1, 30) n`,
    [ids, addServerDays(firstDay, nextRun)],
  )
  return ids
}

/** Funded: the projects repay and their orders run. */
async function startProjects(db: Database, ids: readonly string[]): Promise<void> {
  await db.query(`update debt_project set status = 2, raised = 1e9, start_day = $2 where product_id = any($1) and book = 2`, [
    ids,
    firstDay,
  ])
  // Some at a time: each counts its owner's orders anew, and all of them can be one person's.
  for (let started = 1; started > 0; ) {
    const rows = await db.query(
      `update product_order set status = 1, start_day = $2
       where id in (select id from product_order where product_id = any($1) and type = 5 and status = 0 limit 500) returning 1`,
      [ids, firstDay],
    )
    started = rows.length
  }
}

/**
 * Orders number `from` to `to`, of every kind in turn, two for each person unless they are all of one; running since the first day. The
 * first instalments of the debts among them are due in the run of day `nextRun`.
 */
async function addOrders({ db, kinds }: World, from: number, to: number, nextRun: number, userId?: string): Promise<void> {
  const debts = await openProjects(db, `bench-${from}`, nextRun)
  const types = [...kinds.keys()]
  const chunk = 5_000
  for (let at = from; at < to; at += chunk) {
    const given = [
      at + 1,
      Math.min(at + chunk, to),
      types,
      [...kinds.values()].filter(({ dayValue }) => dayValue).map(({ type }) => type),
      userId ?? null,
      debts,
    ]
    await db.query(
      `insert into product_order (id, order_no, product_id, user_id, account_type, type, currency, income_currency, money, weight, num, status,
         bought_ms, start_day, end_day, days, paid_through, held, terms)
       select 7000000000 + n, 'EPB' || n, p.id, coalesce($5::bigint, 900000000 + n / 2), 2, p.type, p.currency, p.income_currency, p.min_money,
         case when p.type <> all($4::smallint[]) then 0 when p.type = 4 then 1 else p.min_money end, case when p.type = 4 then 1 end,
         case when p.type = 5 then 0 else 1 end, 1, case when p.type <> 5 then $7::text end, null, p.days, case when p.type = any($4::smallint[]) then to_char($7::date - 1, 'YYYY-MM-DD') end,
         case when p.type in (4, 5) then 0 else p.min_money end, '{"exitFeeRate": "0.005"}'
       from generate_series($1::integer, $2::integer) n
       join (select *, row_number() over (order by type, place) - 1 as at, count(*) over () as of from product
         where type = any($3::smallint[]) and (type <> 5 or id = any($6::text[]))) p
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
  await startProjects(db, debts)
  await db.query('analyze')
}

/** What the daily run of a day takes, its values being known already. */
async function payDay({ db, app, clock, kinds }: World, n: number): Promise<{ ms: number; beforeMb: number; mostMb: number }> {
  const day = addServerDays(firstDay, n)
  await db.query(
    `insert into product_day (product_id, day, value, decided_ms)
     select id, $1, case when type = 4 then 0.000048 else 0.0002135 end, 1 from product on conflict do nothing`,
    [day],
  )
  clock.set(startOfServerDay(addServerDays(day, 1)) + hourMs)
  const before = process.memoryUsage.rss()
  let most = before
  const look = () => (most = Math.max(most, process.memoryUsage.rss()))
  const timer = setInterval(look, 50)
  const began = performance.now()
  await runDueProductJobs(app, kinds)
  const ms = performance.now() - began
  clearInterval(timer)
  look()
  return { ms, beforeMb: before / 2 ** 20, mostMb: most / 2 ** 20 }
}

async function pages({ ask, calls, orders }: World, ann: SignedInUser): Promise<{ orders: number; products: number }> {
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
    products: await took(() => ask(ann, (context) => calls.products({ pageNo: 1, pageSize: 20, accountType: 2 }, context))),
  }
}

/** A figure of a run that paid wrongly is no figure. */
async function refuseWrong(db: Database): Promise<void> {
  const [row] = await db.query<{ twice: string; missing: string; open: string; shares: string }>(
    `select (select count(*) from debt_receipt where status <> 2) as open,
       (select count(*) from debt_share s join debt_receipt r on r.id = s.receipt_id
        join debt_due u using (product_id, book, number) where u.due_day = $2) as shares,
       (select count(*) from (select from posting where ref_type = 'productIncome' group by ref_id having count(*) > 1) t) as twice,
       (select count(*) from product_order where weight > 0 and paid_through <> $1) as missing`,
    [addServerDays(firstDay, 3), addServerDays(firstDay, 4)],
  )
  const [debts] = await db.query<{ n: string }>('select count(*) as n from product_order where type = 5 and status = 1')
  if (row?.twice !== '0' || row.missing !== '0' || row.open !== '0' || row.shares !== debts?.n)
    throw new Error(`paid wrongly: ${JSON.stringify(row)}`)
}
