import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { asInstant, wireTimeToInstant } from '#contract/time.ts'
import type { SignedInUser } from '../../core/visitor.ts'
import type { Database } from '#db/database.ts'
import { type Leg, post } from '#ledger/ledger.ts'
import { testDatabase } from '../../../tests/support/testDatabase.ts'
import type { AppContext } from '../../core/appContext.ts'
import { statementBoundsOf, statementMonthBounds } from './request.ts'
import { maxStatementPdfRecords, openStatementFile } from './file.ts'
import { statementLinkHandler } from './statement.ts'
import { readStatementSums } from './sums.ts'

const now = asInstant(wireTimeToInstant('2026-11-20 10:00:00'))
const user = '4711'
let db: Database
let app: AppContext

const move = (time: string, legs: Leg[], remark = '') =>
  post(db, { book: 1, refType: 'test', refId: time, orderNo: 'PC1', remark, at: wireTimeToInstant(time), legs })
const mine = (amount: string, type: 5 | 8, currency = 'USDT'): Leg => ({ user, currency, bucket: 'AVAIL', amount: asDecimal(amount), type })
const theirs = (amount: string, currency = 'USDT'): Leg => ({ house: 'CLEARING', currency, amount: asDecimal(amount) })

beforeAll(async () => {
  db = await testDatabase()
  app = { db, config: { env: 'sandbox' } } as unknown as AppContext
  await db.query(
    `insert into account (id, uid, nickname, country, lang, is_guest, invite_code, created_ms, area_code, phone)
     values ($1, '87654321', 'Anna', 'US', 'en-us', false, 'ABCDEF', 0, '1', '5550001')`,
    [user],
  )
  await db.query(
    `insert into session (id, account_id, token_hash, device, ip, created_ms, active_ms, expires_ms)
     values (1, $1, sha256('1'), '', '', 0, 0, $2), (2, $1, sha256('2'), '', '', 0, 0, $2)`,
    [user, now + 86_400_000],
  )
  await move('2026-09-15 00:00:00', [mine('100', 8), theirs('-100')])
  await move('2026-09-30 23:59:59', [mine('20', 8), theirs('-20')])
  await move('2026-10-01 00:00:00', [mine('-0.5', 5), theirs('0.5')])
  await move('2026-10-02 00:00:00', [mine('0.00000001', 8, 'BTC'), theirs('-0.00000001', 'BTC')], '=1+1, "x"')
  await move('2026-10-31 23:59:59', [mine('-19.5', 8), theirs('19.5')])
  await move('2026-11-01 00:00:00', [mine('1', 8), theirs('-1')])
})
afterAll(() => db.close())

const visitor: SignedInUser = { userId: user, sessionId: '1', isGuest: false, country: 'US', kycLevel: 0, lang: 'en-us', createdAtMs: 0 }
const ask = (more: object) =>
  statementLinkHandler({ accountType: 1, format: 'csv', ...more } as never, { visitor, sql: db, now, lang: 'en-us' } as never)
const tokenOf = (url: string) => new URL(url, 'http://x').searchParams.get('t') ?? ''
const fetched = async (url: string, at = now) => {
  const file = await openStatementFile(app, tokenOf(url), at)
  if (!file) return undefined
  const parts: Buffer[] = []
  for await (const part of file.body) parts.push(Buffer.from(part as Uint8Array | string))
  return { ...file, bytes: Buffer.concat(parts) }
}

describe('the table', () => {
  it('has every record of a month of UTC+8, oldest first, exact, and no formula of others', async () => {
    const link = await ask({ month: '2026-10' })
    expect(link).toMatchObject({ name: 'fairlead-2026-10-real.csv', records: 3, expiresAt: now + 600_000 })
    const file = await fetched(link.url)
    const lines = file?.bytes.toString().split('\r\n') ?? []
    expect(lines[0]).toBe('\uFEFFTime (UTC+8),Type,Currency,Part of the balance,Amount,Before,After,Order number,Remark,Record,Posting')
    expect(lines.slice(1, 4).map((line) => line.split(',').slice(0, 5).join('|'))).toEqual([
      '2026-10-01 00:00:00|Fee|USDT|Available|-0.50000000',
      '2026-10-02 00:00:00|Profit or loss|BTC|Available|0.00000001',
      '2026-10-31 23:59:59|Profit or loss|USDT|Available|-19.50000000',
    ])
    expect(lines[2]).toContain(`PC1,"'=1+1, ""x""",`)
    expect(lines.slice(4)).toEqual([''])
  })

  it('keeps to a filter and to two moments', async () => {
    const link = await ask({ beginTime: '2026-09-30 23:59:59', endTime: '2026-10-02 00:00:00', currency: 'USDT', type: ['8'] })
    expect(link).toMatchObject({ name: 'fairlead-2026-09-30-to-2026-10-02-real.csv', records: 1 })
    expect((await fetched(link.url))?.bytes.toString().match(/\r\n/g)).toHaveLength(2)
  })
})

describe('the link', () => {
  it('works for ten minutes, and only as it was signed', async () => {
    const { url } = await ask({ month: '2026-10' })
    expect(await fetched(url, asInstant(now + 600_000))).toBeDefined()
    expect(await fetched(url, asInstant(now + 600_001))).toBeUndefined()
    const [kind = '', body = '', seal = ''] = tokenOf(url).split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object
    const forged = Buffer.from(JSON.stringify({ ...claims, userId: '4712' })).toString('base64url')
    expect(await openStatementFile(app, `${kind}.${forged}.${seal}`, now)).toBeUndefined()
    expect(await openStatementFile(app, `other.${body}.${seal}`, now)).toBeUndefined()
    expect(await openStatementFile(app, undefined, now)).toBeUndefined()
    await db.query('update session set ended_ms = $1 where id = 2', [now])
    expect(await fetched(url)).toBeDefined()
    await db.query('update session set ended_ms = $1 where id = 1', [now])
    expect(await fetched(url)).toBeUndefined()
    await db.query('update session set ended_ms = null where id = 1')
  })

  it.each([
    [{}],
    [{ month: '2026-10', beginTime: '2026-10-01 00:00:00', endTime: '2026-10-01 00:00:00' }],
    [{ beginTime: '2026-10-01 00:00:00' }],
    [{ beginTime: '2026-10-02 00:00:00', endTime: '2026-10-01 00:00:00' }],
    [{ beginTime: '2026-02-30 00:00:00', endTime: '2026-10-01 00:00:00' }],
    [{ format: 'pdf', beginTime: '2026-10-01 00:00:00', endTime: '2026-10-01 00:00:00' }],
    [{ format: 'pdf', month: '2026-10', currency: 'USDT' }],
    [{ month: '2026-10', type: ['x'] }],
  ])('refuses %j', async (request) => {
    await expect(ask(request)).rejects.toMatchObject({ refusal: 'validation' })
  })
})

describe('the sums', () => {
  const request = (month: string) => ({
    userId: user,
    book: 1 as const,
    format: 'pdf' as const,
    lang: 'en-us' as const,
    ...statementMonthBounds(month),
  })

  it('begin where the month before ended, to the last decimal', async () => {
    expect((await readStatementSums(db, request('2026-10'))).sums).toEqual([
      { currency: 'BTC', opening: '0.00000000', change: '0.00000001', fees: '0.00000000', closing: '0.00000001' },
      { currency: 'USDT', opening: '120.00000000', change: '-20.00000000', fees: '-0.50000000', closing: '100.00000000' },
    ])
    expect((await readStatementSums(db, request('2026-11'))).sums.map(({ opening }) => opening)).toEqual(['0.00000001', '100.00000000'])
    expect((await readStatementSums(db, request('2026-08'))).sums).toEqual([])
  })

  it('knows the last day of every month', () => {
    expect(statementMonthBounds('2026-12').toMs).toBe(wireTimeToInstant('2027-01-01 00:00:00') - 1)
    expect(statementBoundsOf({ month: '2028-02' }).toMs).toBe(wireTimeToInstant('2028-03-01 00:00:00') - 1)
  })
})

describe('the PDF', () => {
  it.each(['en-us', 'jp', 'tai', 'zh-cn', 'ko', 'vl'])('is a document in %s, also of a month without records', async (lang) => {
    for (const month of ['2026-10', '2026-08']) {
      const link = await statementLinkHandler({ accountType: 1, format: 'pdf', month } as never, { visitor, sql: db, now, lang } as never)
      const file = await fetched(link.url)
      expect(file).toMatchObject({ name: `fairlead-${month}-real.pdf`, type: 'application/pdf' })
      expect(file?.bytes.subarray(0, 5).toString()).toBe('%PDF-')
      expect(file?.bytes.toString('latin1')).toMatch(/\/Type \/Pages\s+\/Count 1/)
      expect(file?.bytes.subarray(-6).toString().trim()).toBe('%%EOF')
    }
  })

  it('goes on over pages, and refuses more than it can hold', async () => {
    await db.query(`insert into posting (book, ref_type, ref_id, at_ms) select 1, 'many', n::text, $1 from generate_series(1, 200) n`, [
      wireTimeToInstant('2026-07-05 00:00:00'),
    ])
    const fill = (from: number, to: number) =>
      db.query(
        `insert into leg (posting_id, book, user_id, currency, bucket, amount, type, balance_before, balance_after, at_ms)
         select (select min(id) from posting where ref_type = 'many'), 1, $1, 'ETH', 'AVAIL', 1, 8, n - 1, n, $2 from generate_series($3::int, $4::int) n`,
        [user, wireTimeToInstant('2026-07-05 00:00:00'), from, to],
      )
    await fill(1, 200)
    const link = await ask({ format: 'pdf', month: '2026-07' })
    const pages = /\/Type \/Pages\s+\/Count (\d+)/.exec((await fetched(link.url))?.bytes.toString('latin1') ?? '')?.[1]
    expect(Number(pages)).toBe(5)
    await fill(201, maxStatementPdfRecords + 1)
    await expect(ask({ format: 'pdf', month: '2026-07' })).rejects.toMatchObject({ refusal: 'statementTooLong' })
    expect(await openStatementFile(app, tokenOf(link.url), now).catch((error: { refusal: string }) => error.refusal)).toBe(
      'statementTooLong',
    )
  })
})
