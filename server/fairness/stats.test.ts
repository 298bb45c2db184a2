import { createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { createManualClock } from '../core/clock.ts'
import type { AppContext } from '../core/appContext.ts'
import { createAppHttpServer, type AppHttpServer } from '#server/http/server.ts'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import { noLimits, testContext, createInProcessClient } from '../../tests/support/wire.ts'
import { fairnessHandlers } from './handlers.ts'
import { readPublishedSigningKeys } from '../core/signingKeys.ts'
import { fairStatsSigningText } from '#rules/signedNumbers.ts'
import { packPriceRecord } from '#market/record/recordBytes.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { serverDayAt } from '#contract/time.ts'
import { startOfServerDay } from '#rules/serverDay.ts'
import { retailLossShare } from '../risk/lossShare.ts'
import { tryWriteFairnessStats } from './stats.ts'

// 2026-11-21 00:00:00 UTC+8.
const dayStart = 1_795_190_400_000
const dayMs = 86_400_000
const clock = createManualClock(dayStart + 3_600_000)
let db: Database
let app: AppContext
let http: AppHttpServer
beforeAll(async () => {
  db = await testDatabase()
  // Records are written here in any order.
  await db.query('drop trigger price_record_late on price_record')
  app = testContext(db, clock)
  http = createAppHttpServer(app, { fairness: fairnessHandlers(app) }, { rates: noLimits })
})
afterAll(async () => {
  await http.close()
  await db.close()
})

const read = (day?: string) => createInProcessClient(http, clock).get('/api/public/fair/stats', day === undefined ? {} : { day })
let made = 0
let seconds = 0
const numbers = new Map(symbolSeeds.map(({ symbol }, n) => [symbol, n]))
/** A second of the published record, as the market writes it. */
async function recorded(sec: number, price: string): Promise<void> {
  const day = serverDayAt(sec * 1000)
  const from = startOfServerDay(day) / 1000
  const name = `price_record_${day.replaceAll('-', '')}`
  await db.query(`create table if not exists ${name} partition of price_record for values from (${from}) to (${from + 86_400})`)
  const prices = packPriceRecord(numbers, new Map([['BTCUSDT', { price: BigInt(price) * 10n ** 10n, mode: 'SIM' as const }]]))
  await db.query(`insert into price_record (feed, sec, prices) values ('sim', $1, $2) on conflict do nothing`, [sec, prices])
}
async function second(result: 1 | 2 | 3 | 4, at: number, over: { money?: string; book?: number } = {}): Promise<void> {
  const { money = '100', book = 1 } = over
  // Each has seconds of its own.
  const openSec = Math.floor(at / 1000) - 600 - ++seconds * 200
  const prices = { 1: ['100', '101'], 2: ['100', '99'], 3: ['100', '100'], 4: [null, null] }[result]
  await db.query(
    `insert into second_order (id, order_no, user_id, account_type, symbol, set_id, seconds, type, money, odds, feed, accepted_ms, open_sec, close_sec,
       status, open_price, open_record_sec, close_price, close_record_sec, result, payout, settled_ms)
     values ($1, $2, 1, $3, 'BTCUSDT', 'x', 60, 1, $4::numeric, 0.8, 'sim', $5, $6::bigint, $6::bigint + 60, 3, $7::numeric,
       case when $7::numeric is not null then $6::bigint end, $8::numeric, case when $8::numeric is not null then $6::bigint + 60 end, $9::int,
       case $9::int when 1 then $4::numeric * 1.8 when 2 then 0 else $4::numeric end, $10)`,
    [++made, `SC${made}`, book, money, (openSec - 1) * 1000, openSec, prices[0], prices[1], result, at],
  )
}
async function secondWithRecord(result: 1 | 2 | 3 | 4, at: number, over: { money?: string; book?: number } = {}): Promise<void> {
  await second(result, at, over)
  const openSec = Math.floor(at / 1000) - 600 - seconds * 200
  const [open, close] = { 1: ['100', '101'], 2: ['100', '99'], 3: ['100', '100'], 4: [] }[result]
  if (open !== undefined) await recorded(openSec, open)
  if (close !== undefined) await recorded(openSec + 60, close)
}
async function position(user: number, profit: string, at: number, reason = 1): Promise<void> {
  await db.query(
    `insert into position (id, order_no, user_id, account_type, symbol, direction, lever, quantity, contract_size, fee_rate, open_price, margin,
       open_fee, trigger_price, conversion_rate, status, close_reason, close_price, profit, close_fee, returned, covered, open_sec, close_sec, created_ms,
       closed_ms)
     values ($1, $2, $3, 1, 'BTCUSDT', 1, 2, 1, 1, 0, 1, 10, 1, 0, 1, 3, $4, 1, $5, 1, 1, 0, 1, 2, 1, $6)`,
    [++made, `PC${made}`, user, reason, profit, at],
  )
}
async function ticket(topic: string, requestedMs: number, answeredMs: number | null): Promise<void> {
  await db.query(
    `insert into support_ticket (id, user_id, topic, order_no, title, status, created_ms, updated_ms, first_answer_ms, waits_since_ms, answer_by_ms)
     values ($1, 1, $2, '', 't', case when $4::bigint is null then 0 else 1 end, $3::bigint, $3::bigint, $4::bigint,
       case when $4::bigint is null then $3::bigint end, case when $4::bigint is null then $3::bigint + 1 end)`,
    [++made, topic, requestedMs, answeredMs],
  )
}

it('are none before they were worked out, and are of nothing on the first day', async () => {
  expect((await read()).envelope.key).toBe('NOT_FOUND')
  expect(await Promise.all([tryWriteFairnessStats(app), tryWriteFairnessStats(app), tryWriteFairnessStats(app)])).toContain(true)
  expect(await db.query('select day from fair_stat')).toEqual([{ day: '2026-11-21' }])
  const { stats } = (await read()).result
  expect(stats).toMatchObject({
    retail: { people: 0, losing: 0, share: null, sinceMs: null },
    withdrawals: { paid: 0, p50Seconds: null },
    feed: { recorded: 0, seconds: 0, uptime: null },
    replay: null,
    support: { complaints: 0, medianAnswerSeconds: null },
  })
  expect(stats.seconds.real).toMatchObject({ settled: 0, chiSquare: '0.0000', winShare: null, usersNet: '0.00000000' })
})

it('cover the year before the day, exactly, and are signed', async () => {
  const before = dayStart + dayMs - 5_000
  await db.query(`insert into account (id, uid, nickname, country, lang, is_guest, email, invite_code, created_ms)
    values (1, '10000001', 'a', '', 'en-us', false, 'a@example.com', 'A', 1)`)
  for (const result of [1, 1, 2, 3, 4] as const) await secondWithRecord(result, before)
  await secondWithRecord(2, before, { book: 2, money: '50' })
  // Of the day itself and of long ago: not counted.
  await secondWithRecord(1, dayStart + dayMs)
  await second(1, dayStart - 365 * dayMs)
  await position(1, '5', dayStart - 100 * dayMs)
  await position(1, '-10', before, 4)
  await position(2, '3', before)
  await position(3, '1', before, 4)
  await position(3, '900', dayStart + dayMs)
  await ticket('complaint', before - 7_200_000, before - 3_600_000)
  await ticket('complaint', before - 7_200_000, null)
  await ticket('loan', before - 20_000, before - 10_000)
  await db.query(`insert into replay_run (day, begun_ms, ended_ms, checked, unproved, mismatches) values ('2026-11-21', 1, $1, 7, 1, 0)`, [
    before,
  ])
  await db.query(`insert into market_feed (feed, genesis_sec, folded_sec) values ('closed', $1, 0)`, [dayStart / 1000])
  clock.set(dayStart + dayMs + 1)
  expect(await tryWriteFairnessStats(app)).toBe(true)
  expect(await tryWriteFairnessStats(app)).toBe(false)
  const { result } = await read()
  const { stats, text, ms, kid, sig } = result
  expect(JSON.parse(text)).toEqual(stats)
  expect(stats).toMatchObject({ day: '2026-11-22', toMs: dayStart + dayMs, fromMs: dayStart - 364 * dayMs })
  expect(stats.seconds.real).toEqual({
    settled: 5,
    wins: 2,
    losses: 1,
    ties: 1,
    voids: 1,
    implied: { wins: 2, losses: 1, ties: 1, voids: 1 },
    compared: 5,
    chiSquare: '0.0000',
    winShare: '0.6666',
    staked: '500.00000000',
    usersNet: '60.00000000',
    expectedNet: '-30.00000000',
  })
  expect(stats.seconds.demo).toMatchObject({ settled: 1, losses: 1, usersNet: '-50.00000000' })
  // 5 − 10 − 4 of fees; 3 − 2; 1 − 2.
  expect(stats.retail).toEqual({ people: 3, losing: 2, share: null, sinceMs: dayStart - 100 * dayMs })
  expect(stats.closes).toEqual([
    { reason: 1, count: 2 },
    { reason: 4, count: 2 },
  ])
  expect(stats.replay).toEqual({ day: '2026-11-21', checked: 7, unproved: 1, mismatches: 0 })
  expect(stats.feed).toEqual({ recorded: 0, seconds: 86_400, uptime: '0.0000' })
  expect(stats.support).toEqual({ complaints: 2, answered: 1, medianAnswerSeconds: 3_600, tickets: 3, ticketMedianAnswerSeconds: 10 })
  const key = (await readPublishedSigningKeys(db)).find((key) => key.kid === kid)!
  const check = (said: string) =>
    verify(
      'sha256',
      Buffer.from(said),
      { key: createPublicKey({ key: key.publicKeyJwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(sig, 'base64'),
    )
  expect([check(fairStatsSigningText(text, ms)), check(fairStatsSigningText(`${text} `, ms))]).toEqual([true, false])
  expect((await read('2026-11-21')).result.stats.day).toBe('2026-11-21')
  expect((await read('2026-11-20')).envelope.key).toBe('NOT_FOUND')
  await expect(db.query(`update fair_stat set body = '{}'`)).rejects.toThrow('UPDATE')
})

it('state the share of losing accounts at 90 days and 100 accounts, no earlier; the tickets show that one', async () => {
  for (let user = 4; user < 100; user++) await position(user, '1', clock.now() - 1000)
  clock.advance(dayMs)
  await tryWriteFairnessStats(app)
  expect((await read()).result.stats.retail).toMatchObject({ people: 99, share: null })
  expect(await retailLossShare(db)).toBeUndefined()
  await position(100, '9', clock.now() - 1000)
  clock.advance(dayMs)
  await tryWriteFairnessStats(app)
  const { retail } = (await read()).result.stats
  expect(retail.people).toBe(100)
  expect(retail.share).toMatch(/^0\.9/)
  expect(await retailLossShare(db)).toBe(retail.share)
})

it('show an order whose result does not follow from its prices', async () => {
  await db.query(`do $$ declare c text; begin
    for c in select conname from pg_constraint where conrelid = 'second_order'::regclass and contype = 'c' loop
      execute format('alter table second_order drop constraint %I', c); end loop; end $$;
    alter table second_order disable trigger all;
    update second_order set result = 2 where account_type = 1 and result = 1`)
  clock.advance(dayMs)
  await tryWriteFairnessStats(app)
  const { stats } = (await read()).result
  // All three wins are booked as losses: (0 − 3)² ÷ 3 + (4 − 1)² ÷ 1.
  expect(stats.seconds.real).toMatchObject({ wins: 0, losses: 4, implied: { wins: 3, losses: 1 }, chiSquare: '12.0000' })
})

it('show an order whose price is not that of the published record, also where its result follows from the changed price', async () => {
  // The day before is told of as it is; then one order that lost gets a price, a result and a payout that fit each other and not the record.
  await db.query(
    'update second_order set result = case when open_price is null then 4 when close_price > open_price then 1 when close_price < open_price then 2 else 3 end',
  )
  clock.advance(dayMs)
  await tryWriteFairnessStats(app)
  expect((await read()).result.stats.seconds.real).toMatchObject({
    wins: 3,
    losses: 1,
    implied: { wins: 3, losses: 1 },
    chiSquare: '0.0000',
  })
  await db.query('update second_order set close_price = 102, result = 1 where account_type = 1 and result = 2')
  clock.advance(dayMs)
  await tryWriteFairnessStats(app)
  // (4 − 3)² ÷ 3 + (0 − 1)² ÷ 1 + one order with another price.
  expect((await read()).result.stats.seconds.real).toMatchObject({
    wins: 4,
    losses: 0,
    implied: { wins: 3, losses: 1 },
    chiSquare: '2.3333',
  })
  // A price that changes nothing but itself is seen too.
  await db.query('update second_order set close_price = 99, result = 2 where account_type = 1 and close_price = 102')
  await db.query(
    'update second_order set close_price = 105 where account_type = 1 and close_price = 101 and id = (select min(id) from second_order where account_type = 1 and close_price = 101)',
  )
  clock.advance(dayMs)
  await tryWriteFairnessStats(app)
  expect((await read()).result.stats.seconds.real).toMatchObject({ wins: 3, losses: 1, chiSquare: '1.0000' })
})

it('keeps what the record said of a day after its seconds are gone', async () => {
  await db.query('update second_order set close_price = 101 where account_type = 1 and close_price = 105')
  const days = await db.query<{ name: string }>(
    `select relname as name from pg_inherits join pg_class on oid = inhrelid where inhparent = 'price_record'::regclass`,
  )
  for (const { name } of days) await db.query(`drop table ${name}`)
  clock.advance(40 * dayMs)
  await tryWriteFairnessStats(app)
  expect((await read()).result.stats.seconds.real).toMatchObject({
    wins: 3,
    losses: 1,
    implied: { wins: 3, losses: 1 },
    chiSquare: '0.0000',
  })
})
