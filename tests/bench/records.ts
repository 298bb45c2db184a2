import type { SignedInUser } from '#server/core/visitor.ts'
import { asInstant, instantToWireTime } from '#contract/time.ts'
import { createDatabasePool, type Database } from '#db/database.ts'
import type { AppContext } from '#server/core/appContext.ts'
import type { RequestContext } from '#server/core/handlers.ts'
import { walletHandlers } from '#server/wallet/handlers.ts'
import { durableDatabase } from './support/durable.ts'
import { sized } from './support/size.ts'
import { median, type Row } from './support/table.ts'

const asks = sized(400, 5)
const large = { user: '2000001', records: sized(1_000_000, 20_000) }
const small = { user: '2000002', records: 1_000 }
const begun = Date.UTC(2025, 10, 20)
const yearMs = 365 * 86_400_000
const now = asInstant(begun + yearMs)

/** The ledger list and the balances of a person with a million records beside those of one with a thousand, asked in turns. */
export async function records(): Promise<Row[]> {
  const { place, remove } = await durableDatabase()
  const db = createDatabasePool(place, { poolSize: 2 })
  try {
    await fill(db, large)
    await fill(db, small)
    await db.query('vacuum analyze')
    return await measure(db)
  } finally {
    await db.close()
    await remove()
  }
}

/** Margin set aside and given back, two records a posting, over a year; ten demo grants among them; every balance as its records say. */
async function fill(db: Database, { user, records }: typeof large): Promise<void> {
  const atMs = `$2::bigint + n * ($3::bigint / $4::bigint)`
  await db.transaction(async (sql) => {
    await sql.query('set local statement_timeout = 0')
    await sql.query(
      `insert into posting (book, ref_type, ref_id, at_ms)
       select 2, 'bench', $1 || '-' || n, ${atMs} from generate_series(1, $4::bigint) n`,
      [user, begun, yearMs, records / 2],
    )
    // Each tenth of the postings begins with what a grant would be, so that one type is rare.
    await sql.query(
      `insert into leg (posting_id, book, user_id, currency, bucket, amount, type, balance_before, balance_after, at_ms)
       select p.id, 2, $1::bigint, c.currency, b.bucket, case when b.bucket = 'AVAIL' then -s.sign else s.sign end,
         case when n % ($4::bigint / 10) = 0 then 36 when s.sign > 0 then 6 else 7 end,
         case when b.bucket = 'AVAIL' then 100 + (1 - s.sign) / -2 else (1 - s.sign) / 2 end,
         case when b.bucket = 'AVAIL' then 100 + (1 - s.sign) / -2 - s.sign else (1 - s.sign) / 2 + s.sign end, ${atMs}
       from (select p.id, split_part(p.ref_id, '-', 2)::bigint as n from posting p where p.ref_type = 'bench' and p.ref_id like $1 || '-%') p
       cross join lateral (select case when n % 2 = 1 then 1 else -1 end as sign) s
       cross join lateral (select case when n % 4 < 2 then 'USDT' else 'BTC' end as currency) c
       cross join (values ('AVAIL'), ('MARGIN')) b (bucket)
       order by n`,
      [user, begun, yearMs, records / 2],
    )
    await sql.query(
      `insert into balance (user_id, book, currency, bucket, amount) select $1::bigint, 2, c, b, 100 from unnest(array['USDT', 'BTC']) c, unnest(array['AVAIL', 'MARGIN']) b`,
      [user],
    )
  })
}

async function measure(db: Database): Promise<Row[]> {
  const wallet = walletHandlers({ db, clock: { now: () => now } } as unknown as AppContext)
  const askingOf = (userId: string) => ({ sql: db, now, visitor: { userId } as SignedInUser }) as unknown as RequestContext
  const list = (more: object) => (context: RequestContext) =>
    wallet.balanceRecords({ accountType: 2, pageNo: 1, pageSize: 30, ...more }, context)
  const middle = new Map<string, string>()
  for (const { user } of [large, small]) {
    const [row] = await db.query<{ id: string }>('select ((min(id) + max(id)) / 2)::text as id from leg where user_id = $1', [user])
    middle.set(user, row?.id ?? '0')
  }
  const month = { beginTime: instantToWireTime(now - 60 * 86_400_000), endTime: instantToWireTime(now - 30 * 86_400_000) }
  const kinds: [string, (context: RequestContext) => unknown][] = [
    ['Newest records', list({})],
    ['Records from the middle on', (context) => list({ before: middle.get(context.visitor.userId) })(context)],
    ['Records of one currency', list({ currency: 'BTC' })],
    ['Records of a rare type', list({ type: ['36'] })],
    ['Records of a month', list(month)],
    ['Balances', (context) => wallet.balances({ accountType: 2 }, context)],
  ]
  const rows: Row[] = []
  for (const [name, ask] of kinds) rows.push(await compare(name, ask, askingOf(large.user), askingOf(small.user)))
  return rows
}

/** Both take turns, so that what else the machine does hits both. */
async function compare(name: string, ask: (context: RequestContext) => unknown, many: RequestContext, few: RequestContext): Promise<Row> {
  const took = { many: [] as number[], few: [] as number[] }
  for (let turn = 0; turn < asks + 20; turn++) {
    for (const which of turn % 2 === 0 ? (['many', 'few'] as const) : (['few', 'many'] as const)) {
      const startedAt = performance.now()
      await ask(which === 'many' ? many : few)
      // The first asks plan their statements.
      if (turn >= 20) took[which].push(performance.now() - startedAt)
    }
  }
  return {
    name: `${name}, of ${large.records.toLocaleString('en-US')}`,
    figure: median(took.many),
    unit: 'ms',
    beside: { what: 'of 1,000', figure: median(took.few) },
  }
}
