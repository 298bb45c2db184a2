import { Pool } from 'pg'
import { asDecimal } from '#contract/decimal.ts'
import { asInstant } from '#contract/time.ts'
import { createDatabasePool, type Database } from '#db/database.ts'
import { grantDemoBalance, type Leg, lockWallet, post } from '#ledger/ledger.ts'
import { durableDatabase } from './support/durable.ts'
import { sized } from './support/size.ts'
import { median, type Row } from './support/table.ts'

const roundMs = sized(1_500, 100)
const rounds = sized(3, 1)
const poolSize = 16
const at = asInstant(Date.UTC(2026, 10, 20))
const userOf = (caller: number): string => String(1_000 + caller)

/** One posting of one caller, whole: lock, post, commit. */
type Book = (user: string, refId: string) => Promise<unknown>

/** Postings a second on a PostgreSQL with its durable defaults, beside the same statements without any of our code around them. */
export async function ledger(): Promise<Row[]> {
  const { place, remove } = await durableDatabase()
  const db = createDatabasePool(place, { poolSize })
  const bare = new Pool({ host: place.socketDir, port: place.port, user: place.user, database: place.database, max: poolSize })
  // A connection that is cut when PostgreSQL stops must not end the bench.
  bare.on('error', () => {})
  try {
    for (let caller = 0; caller < 32; caller++) await db.transaction((sql) => grantDemoBalance(sql, userOf(caller), at))
    const spread = (caller: number) => userOf(caller)
    return [
      await compare('Postings, 1 caller', 1, spread, db, bare),
      await compare('Postings, 32 callers', 32, spread, db, bare),
      await compare('Postings, 32 callers on one wallet', 32, () => userOf(0), db, bare),
    ]
  } finally {
    await bare.end()
    await db.close()
    await remove()
  }
}

/** Ours and theirs take turns, so that what else the machine does hits both. */
async function compare(name: string, callers: number, userFor: (caller: number) => string, db: Database, bare: Pool): Promise<Row> {
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < rounds; round++) {
    ours.push(await perSecond(`${name} ours ${round}`, callers, userFor, byLedger(db)))
    theirs.push(await perSecond(`${name} bare ${round}`, callers, userFor, byStatements(bare)))
  }
  return { name, figure: median(ours), unit: '/s', beside: { what: 'bare statements', figure: median(theirs) } }
}

async function perSecond(label: string, callers: number, userFor: (caller: number) => string, book: Book): Promise<number> {
  const startedAt = performance.now()
  let made = 0
  const caller = async (_: unknown, index: number): Promise<void> => {
    for (let n = 0; performance.now() - startedAt < roundMs; n++) {
      await book(userFor(index), `${label} ${index} ${n}`)
      made++
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return (made / (performance.now() - startedAt)) * 1000
}

const legsOf = (user: string): Leg[] => [
  { user, currency: 'USDT', bucket: 'AVAIL', amount: asDecimal('-0.01'), type: 6 },
  { user, currency: 'USDT', bucket: 'MARGIN', amount: asDecimal('0.009'), type: 6 },
  { house: 'FEE', currency: 'USDT', amount: asDecimal('0.001') },
]

const byLedger =
  (db: Database): Book =>
  (user, refId) =>
    db.transaction(async (sql) => {
      await lockWallet(sql, user, 2)
      return post(sql, { book: 2, refType: 'bench', refId, at, legs: legsOf(user) })
    })

/** The ledger's own statements for one posting, with nothing of ours around them. */
export const byStatements =
  (pool: Pool): Book =>
  async (user, refId) => {
    const client = await pool.connect()
    try {
      await client.query('begin isolation level read committed')
      await client.query({ name: 'lock', text: 'select from wallet where user_id = $1 and book = $2 for update', values: [user, 2] })
      const values = [
        2,
        'bench',
        refId,
        '',
        '',
        null,
        at,
        [user, user, null],
        ['USDT', 'USDT', 'USDT'],
        ['AVAIL', 'MARGIN', 'FEE'],
        ['-0.01', '0.009', '0.001'],
        [6, 6, null],
      ]
      await client.query({ name: 'post', text: 'select post_entry($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12) as id', values })
      await client.query('commit')
    } finally {
      client.release()
    }
  }
