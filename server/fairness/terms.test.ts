import { createPublicKey, verify } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PublishedTerm } from '#contract/calls/fairness.ts'
import { asDecimal } from '#contract/decimal.ts'
import type { Database } from '#db/database.ts'
import { createManualClock } from '../core/clock.ts'
import { createAppHttpServer, type AppHttpServer } from '#server/http/server.ts'
import { publishReleaseWithdrawalTerms } from '#server/withdrawals/releaseTerms.ts'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import { noLimits, testContext, createInProcessClient } from '../../tests/support/wire.ts'
import { termsOfReleaseExceptWithdrawals } from '../terms/termsOfRelease.ts'
import { fairnessHandlers } from './handlers.ts'
import { readPublishedSigningKeys } from '../core/signingKeys.ts'
import { termsSigningText } from '#rules/signedNumbers.ts'
import { publishReleasedTerms } from './terms.ts'

const clock = createManualClock(1_795_190_400_000)
let db: Database
let http: AppHttpServer
beforeEach(async () => {
  db = await testDatabase()
  const app = testContext(db, clock)
  http = createAppHttpServer(app, { fairness: fairnessHandlers(app) }, { rates: noLimits })
})
afterEach(async () => {
  await http.close()
  await db.close()
})

const read = async () => (await createInProcessClient(http, clock).get('/api/public/fair/terms')).result
const later = () => clock.advance(60_000)
const of = (terms: PublishedTerm[], area: string, subject: string, name: string) =>
  terms.filter((term) => term.area === area && term.subject === subject && term.name === name)
const fee = (value: string) => [{ area: 'spot', subject: '', name: 'feeRate', value: asDecimal(value) }]

describe('terms', () => {
  it('are all there from the beginning, signed, and the same however many servers start', async () => {
    await Promise.all([1, 2, 3].map(() => publishReleasedTerms(db, termsOfReleaseExceptWithdrawals())))
    await publishReleaseWithdrawalTerms(db)
    const { terms, ms, kid, sig } = await read()
    expect(terms.filter(({ area }: PublishedTerm) => area !== 'withdrawal')).toHaveLength(termsOfReleaseExceptWithdrawals().length)
    expect(of(terms, 'second', 'BTCUSDT 60', 'odds')).toEqual([
      { area: 'second', subject: 'BTCUSDT 60', name: 'odds', value: '0.8', fromMs: 0, publishedMs: 0, by: 'release', calledOffMs: null },
    ])
    for (const [area, subject, name] of [
      ['contract', 'BTCUSDT', 'feeRate'],
      ['contract', 'EURUSD', 'spreadBps'],
      ['spot', '', 'feeRate'],
      ['swap', 'SOL', 'halfSpread'],
      ['option', '', 'feeOfPremium'],
      ['loan', 'credit-usdt 30', 'dailyRate'],
      ['loan', 'pledge-usdt', 'liqLtv'],
      ['product', 'harbour-7', 'rateMax'],
      ['product', 'gold-trend', 'performanceFee'],
      ['level', '1', 'feeDiscount'],
      ['withdrawal', 'USDT TRC20', 'fee'],
      ['withdrawal', 'USDT TRC20', 'min'],
    ] as const)
      expect([subject, of(terms, area, subject, name).length]).toEqual([subject, 1])
    const key = (await readPublishedSigningKeys(db)).find((key) => key.kid === kid)!
    const check = (text: string) =>
      verify(
        'sha256',
        Buffer.from(text),
        { key: createPublicKey({ key: key.publicKeyJwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
        Buffer.from(sig, 'base64'),
      )
    expect(check(termsSigningText(terms, ms))).toBe(true)
    expect(check(termsSigningText(terms.slice(1), ms))).toBe(false)
  })

  it('keep what held before, say what ended, and are written only when they change', async () => {
    await publishReleasedTerms(db, fee('0.001'))
    await publishReleasedTerms(db, fee('0.0010'))
    expect(of((await read()).terms, 'spot', '', 'feeRate')).toHaveLength(1)
    await publishReleasedTerms(db, fee('0.002'))
    later()
    const [now, before] = of((await read()).terms, 'spot', '', 'feeRate')
    expect([now?.value, before?.value, before?.fromMs]).toEqual(['0.002', '0.001', 0])
    expect(now!.publishedMs).toBeGreaterThan(1_600_000_000_000)
    expect(now!.fromMs).toBe(now!.publishedMs + 7 * 86_400_000)
    await publishReleasedTerms(db, [])
    await publishReleasedTerms(db, [])
    later()
    expect(of((await read()).terms, 'spot', '', 'feeRate').map(({ value }) => value)).toEqual([null, '0.002', '0.001'])
    await publishReleasedTerms(db, fee('0.001'))
    later()
    expect(of((await read()).terms, 'spot', '', 'feeRate')).toHaveLength(4)
    await expect(db.query('update released_term set value = 0')).rejects.toThrow('UPDATE')
    await expect(db.query('delete from released_term')).rejects.toThrow('DELETE')
  })

  it('are notified once by several servers, and what is new, ended or offered again holds at once', async () => {
    await publishReleasedTerms(db, fee('0.001'))
    await Promise.all([1, 2, 3].map(() => publishReleasedTerms(db, [...fee('0.002'), { ...fee('1')[0]!, subject: 'new' }])))
    later()
    const { terms } = await read()
    expect(of(terms, 'spot', '', 'feeRate')).toHaveLength(2)
    const [added] = of(terms, 'spot', 'new', 'feeRate')
    expect(added?.fromMs).toBe(added?.publishedMs)
    // Ended before it held: what was told first never holds again.
    await publishReleasedTerms(db, [])
    await publishReleasedTerms(db, fee('0.003'))
    later()
    const [again, ended, told] = of((await read()).terms, 'spot', '', 'feeRate')
    expect([again?.value, ended?.value, told?.value]).toEqual(['0.003', null, '0.002'])
    expect([again?.fromMs, ended?.fromMs]).toEqual([told?.fromMs, told?.fromMs])
  })

  it('are kept to their seven days by the database itself', async () => {
    await publishReleasedTerms(db, fee('0.001'))
    const insert = (publishedMs: number, fromMs: number) =>
      db.query(
        `insert into released_term (area, subject, name, value, published_ms, from_ms) values ('spot', '', 'feeRate', 0.002, $1, $2)`,
        [publishedMs, fromMs],
      )
    const now = Date.now()
    await expect(insert(now, now + 7 * 86_400_000 - 1)).rejects.toThrow('seven days')
    await expect(insert(now - 86_400_000, now + 6 * 86_400_000)).rejects.toThrow('seven days')
    await expect(insert(now, 0)).rejects.toThrow('seven days')
    await insert(now, now + 7 * 86_400_000)
  })

  it('list announced withdrawal fees and those that were called off', async () => {
    await publishReleaseWithdrawalTerms(db, [{ currency: 'USDT', chainType: 'TRC20', fee: '1', min: '10' }])
    await db.query(`insert into staff (name, roles, key_hash, added_ms) values ('mia', '{productManager}', sha256('k'), 1)`)
    const [row] = await db.query<{ id: string; from_ms: string; published_ms: string }>(
      `insert into withdrawal_terms (currency, chain_type, fee, min, published_ms, from_ms, staff_id)
       select 'USDT', 'TRC20', 2, 10, now_ms, now_ms + 604800001, 1 from (select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms) t
       returning id, from_ms, published_ms`,
    )
    const before = of((await read()).terms, 'withdrawal', 'USDT TRC20', 'fee')
    expect(before).toMatchObject([
      { value: '2', by: 'staff', fromMs: Number(row!.from_ms), publishedMs: Number(row!.published_ms), calledOffMs: null },
      { value: '1', by: 'release', fromMs: 0 },
    ])
    await db.query(
      `update withdrawal_terms set called_off_ms = floor(extract(epoch from clock_timestamp()) * 1000)::bigint where id = $1`,
      [row!.id],
    )
    later()
    expect(of((await read()).terms, 'withdrawal', 'USDT TRC20', 'fee')[0]?.calledOffMs).toBeGreaterThan(0)
  })
})
