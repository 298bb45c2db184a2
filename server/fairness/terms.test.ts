import { createPublicKey, verify } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Term } from '#contract/calls/fairness.ts'
import { asDecimal } from '#contract/decimal.ts'
import type { Database } from '#db/database.ts'
import { handClock } from '#server/clock.ts'
import { createHttp, type Http } from '#server/http/server.ts'
import { publishReleaseTerms } from '#server/withdrawals/releaseTerms.ts'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import { noLimits, testHouse, wire } from '../../tests/support/wire.ts'
import { termsOfRelease } from '../termsOfRelease.ts'
import { fairnessHandlers } from './handlers.ts'
import { publishedKeys } from './keys.ts'
import { termsText } from '#rules/signedNumbers.ts'
import { publishTerms } from './terms.ts'

const clock = handClock(1_795_190_400_000)
let db: Database
let http: Http
beforeEach(async () => {
  db = await testDatabase()
  const house = testHouse(db, clock)
  http = createHttp(house, { fairness: fairnessHandlers(house) }, { rates: noLimits })
})
afterEach(async () => {
  await http.close()
  await db.close()
})

const read = async () => (await wire(http, clock).get('/api/public/fair/terms')).result
const later = () => clock.advance(60_000)
const of = (terms: Term[], area: string, subject: string, name: string) =>
  terms.filter((one) => one.area === area && one.subject === subject && one.name === name)
const fee = (value: string) => [{ area: 'spot', subject: '', name: 'feeRate', value: asDecimal(value) }]

describe('terms', () => {
  it('are all there from the beginning, signed, and the same however many servers start', async () => {
    await Promise.all([1, 2, 3].map(() => publishTerms(db, termsOfRelease())))
    await publishReleaseTerms(db)
    const { terms, ms, kid, sig } = await read()
    expect(terms.filter(({ area }: Term) => area !== 'withdrawal')).toHaveLength(termsOfRelease().length)
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
    const key = (await publishedKeys(db)).find((one) => one.kid === kid)!
    const check = (text: string) =>
      verify(
        'sha256',
        Buffer.from(text),
        { key: createPublicKey({ key: key.publicKeyJwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
        Buffer.from(sig, 'base64'),
      )
    expect(check(termsText(terms, ms))).toBe(true)
    expect(check(termsText(terms.slice(1), ms))).toBe(false)
  })

  it('keep what held before, say what ended, and are written only when they change', async () => {
    await publishTerms(db, fee('0.001'))
    await publishTerms(db, fee('0.0010'))
    expect(of((await read()).terms, 'spot', '', 'feeRate')).toHaveLength(1)
    await publishTerms(db, fee('0.002'))
    later()
    const [now, before] = of((await read()).terms, 'spot', '', 'feeRate')
    expect([now?.value, before?.value, before?.fromMs]).toEqual(['0.002', '0.001', 0])
    expect(now?.fromMs).toBeGreaterThan(1_600_000_000_000)
    await publishTerms(db, [])
    await publishTerms(db, [])
    later()
    expect(of((await read()).terms, 'spot', '', 'feeRate').map(({ value }) => value)).toEqual([null, '0.002', '0.001'])
    await publishTerms(db, fee('0.001'))
    later()
    expect(of((await read()).terms, 'spot', '', 'feeRate')).toHaveLength(4)
    await expect(db.query('update released_term set value = 0')).rejects.toThrow('UPDATE')
    await expect(db.query('delete from released_term')).rejects.toThrow('DELETE')
  })

  it('tell of announced withdrawal fees and of those that were called off', async () => {
    await publishReleaseTerms(db, [{ currency: 'USDT', chainType: 'TRC20', fee: '1', min: '10' }])
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
