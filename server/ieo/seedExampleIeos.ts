import { accountTypes } from '#contract/constants.ts'
import { asInstant, serverDayAt } from '#contract/time.ts'
import type { Database, Sql } from '#db/database.ts'
import { type IeoSeed, ieoSeeds } from '#db/seed/ieo.ts'
import { post } from '#ledger/ledger.ts'
import { negate } from '#rules/decimal.ts'
import { addServerDays, startOfServerDay } from '#rules/serverDay.ts'
import type { AppContext } from '#server/core/appContext.ts'
import { newOrderNo } from '#server/core/ids.ts'
import { readClaimsTokenKey } from '#server/core/signedText.ts'
import { ieoPayWindowMs } from './draw.ts'
import { createIeoDrawSecret } from './secret.ts'

const hourMs = 3_600_000

/** Writes the examples of a sandbox, once; production has none until a signed legal record names one. Two servers may do it at once. */
export async function seedExampleIeos({ db, clock, config }: Pick<AppContext, 'clock' | 'config'> & { db: Database }): Promise<void> {
  if (config.env !== 'sandbox') return
  for (const [place, seed] of ieoSeeds.entries()) await db.transaction((sql) => write(sql, seed, place, clock.now()))
}

async function write(sql: Sql, seed: IeoSeed, place: number, nowMs: number): Promise<void> {
  const found = await sql.query('select 1 from ieo where id = $1', [seed.id])
  if (found.length > 0) return
  const today = serverDayAt(nowMs)
  const [first, last] = seed.applyDays
  const applyEnd = startOfServerDay(addServerDays(today, last)) + 12 * hourMs
  const drawAt = applyEnd + hourMs
  const { sealed, secretHash } = await createIeoDrawSecret(await readClaimsTokenKey(sql), seed.id)
  const added = await sql.query(
    `insert into ieo (id, token, currency, estimate_price, win_price, supply, user_cap, lot, apply_max, apply_start_ms, apply_end_ms,
       draw_ms, pay_end_ms, secret_hash, secret_sealed, is_example, place, doc_key)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, true, $16, $17) on conflict do nothing returning 1`,
    [
      seed.id,
      seed.token,
      seed.currency,
      seed.estimatePrice,
      seed.winPrice,
      seed.supply,
      seed.userCap,
      seed.lot,
      seed.applyMax,
      startOfServerDay(addServerDays(today, first)),
      applyEnd,
      drawAt,
      drawAt + ieoPayWindowMs,
      secretHash,
      sealed,
      place,
      seed.docKey ?? null,
    ],
  )
  // Another server was quicker.
  if (added.length === 0) return
  for (const [index, { day, percent }] of seed.unlock.entries()) {
    await sql.query('insert into ieo_unlock (ieo_id, place, at_ms, percent) values ($1, $2, $3, $4)', [
      seed.id,
      index + 1,
      startOfServerDay(addServerDays(today, day)),
      percent,
    ])
  }
  await giveTokens(sql, seed, nowMs)
  await writeApplications(sql, seed, startOfServerDay(addServerDays(today, first)))
}

/** All tokens that are on offer lie with us before anybody applies. */
const giveTokens = (sql: Sql, { id, token, supply }: IeoSeed, nowMs: number): Promise<string> =>
  post(sql, {
    book: accountTypes.real,
    refType: 'ieoSupply',
    refId: id,
    requestId: `ieo supply ${id}`,
    remark: "sandbox: play tokens in place of an issuer's",
    at: asInstant(nowMs),
    legs: [
      { house: 'SALES', currency: token, amount: supply },
      { house: 'CAPITAL', currency: token, amount: negate(supply) },
    ],
  })

/** An example's applications: one every seven minutes, nobody's. Ids are made like all others, from the moment. */
async function writeApplications(sql: Sql, { id, applications = [] }: IeoSeed, startMs: number): Promise<void> {
  for (const [index, num] of applications.entries()) {
    const at = startMs + (index + 1) * 7 * 60_000
    const orderId = (BigInt(at) << 22n) | BigInt(((index + 1) * 2_654_435) & 0x3fffff)
    await sql.query('insert into ieo_order (id, order_no, ieo_id, num, created_ms) values ($1, $2, $3, $4, $5)', [
      orderId.toString(),
      newOrderNo('IE', at),
      id,
      num,
      at,
    ])
    await sql.query('update ieo set applied = applied + $2::numeric, applicants = applicants + 1 where id = $1', [id, num])
  }
}
