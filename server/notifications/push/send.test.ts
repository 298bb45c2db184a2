import { expect, test } from 'vitest'
import { languageCodes } from '#contract/calls/account.ts'
import { type NoticeKind, noticeTextsByKind } from '../noticeTexts.ts'
import { pushPayloadOf } from './payload.ts'
import { nextQuietHoursStart, endOfQuietHours } from './quietHours.ts'
import { maxPushTextBytes } from './seal.ts'
import { pushOutcomeOfStatus } from './send.ts'
import { canonicalTimeZone } from './zone.ts'

const now = Date.UTC(2026, 10, 21, 12)
const hourMs = 3_600_000

test('a status means what RFC 8030 says', () => {
  const kinds = (statuses: number[]) => statuses.map((status) => pushOutcomeOfStatus(status, undefined, now).kind)
  expect(kinds([200, 201, 202, 204])).toEqual(Array(4).fill('taken'))
  expect(kinds([404, 410])).toEqual(['gone', 'gone'])
  expect(kinds([408, 429, 500, 502, 503])).toEqual(Array(5).fill('later'))
  expect(kinds([301, 302, 307, 308, 400, 401, 403, 413])).toEqual(Array(8).fill('refused'))
})

test('a pause is seconds or a date, never negative and a day at most', () => {
  const wait = (retryAfter?: string) => (pushOutcomeOfStatus(429, retryAfter, now) as { waitMs?: number }).waitMs
  expect(wait('120')).toBe(120_000)
  expect(wait(new Date(now + hourMs).toUTCString())).toBe(hourMs)
  expect(wait(new Date(now - hourMs).toUTCString())).toBe(0)
  expect(wait('99999999999999')).toBe(24 * hourMs)
  expect([wait(), wait('soon'), wait('-5'), wait('1.5')].filter((ms) => ms !== undefined && (ms < 0 || ms > 24 * hourMs))).toEqual([])
  expect(wait('soon')).toBeUndefined()
})

test('quiet hours go by the clock of the device, over midnight too', () => {
  const at = (clock: string) => Date.parse(`2026-11-21T${clock}Z`)
  const night = { from: 22 * 60, to: 7 * 60, offsetMinutes: 0 }
  expect(endOfQuietHours(night, at('21:59:59.999'))).toBeUndefined()
  expect(endOfQuietHours(night, at('22:00:00.000'))).toBe(at('22:00:00') + 9 * hourMs)
  expect(endOfQuietHours(night, at('06:59:59.999'))).toBe(at('07:00:00'))
  expect(endOfQuietHours(night, at('07:00:00.000'))).toBeUndefined()
  const noon = { from: 12 * 60, to: 13 * 60, offsetMinutes: -300 }
  expect(endOfQuietHours(noon, at('12:30:00'))).toBeUndefined()
  expect(endOfQuietHours(noon, at('17:30:00'))).toBe(at('18:00:00'))
  expect(endOfQuietHours({ from: 0, to: 1439, offsetMinutes: 840 }, at('09:59:30'))).toBeUndefined()
  expect(endOfQuietHours({ from: 5, to: 5, offsetMinutes: 0 }, at('00:05:00'))).toBeUndefined()
  expect(nextQuietHoursStart(night, at('21:59:59.999'))).toBe(at('22:00:00'))
  expect(nextQuietHoursStart(night, at('07:00:00.000'))).toBe(at('22:00:00'))
  expect(nextQuietHoursStart(noon, at('18:00:30'))).toBe(at('17:00:00') + 24 * hourMs)
})

test('quiet hours go by the zone of the device, over changes of summer time', () => {
  const berlin = { from: 22 * 60, to: 7 * 60, offsetMinutes: 120, zone: 'Europe/Berlin' }
  const at = (time: string) => Date.parse(`${time}Z`)
  // Winter: an hour further than the distance that was told in summer.
  expect(endOfQuietHours(berlin, at('2026-11-21T20:59:59'))).toBeUndefined()
  expect(endOfQuietHours(berlin, at('2026-11-21T21:00:00'))).toBe(at('2026-11-22T06:00:00'))
  // The nights in which the clock is put back, and forward.
  expect(endOfQuietHours(berlin, at('2026-10-24T20:00:00'))).toBe(at('2026-10-25T06:00:00'))
  expect(endOfQuietHours(berlin, at('2026-10-25T05:59:59'))).toBe(at('2026-10-25T06:00:00'))
  expect(endOfQuietHours(berlin, at('2027-03-27T21:00:00'))).toBe(at('2027-03-28T05:00:00'))
  expect(nextQuietHoursStart(berlin, at('2026-10-24T19:59:00'))).toBe(at('2026-10-24T20:00:00'))
  expect(nextQuietHoursStart({ ...berlin, from: 12 * 60, to: 13 * 60 }, at('2026-10-24T12:00:00'))).toBe(at('2026-10-25T11:00:00'))
  // An end that the clock leaps over still comes.
  expect(endOfQuietHours({ ...berlin, from: 60, to: 150 }, at('2027-03-28T00:50:00'))).toBeGreaterThan(at('2027-03-28T00:50:00'))
  expect(endOfQuietHours({ from: 22 * 60, to: 7 * 60, offsetMinutes: 330, zone: 'Asia/Kolkata' }, at('2026-11-21T16:30:00'))).toBe(
    at('2026-11-22T01:30:00'),
  )
  expect(['Europe/Berlin', 'europe/berlin', 'UTC', 'Mars/Base', 'Etc/Unknown', ''].map(canonicalTimeZone)).toEqual([
    'Europe/Berlin',
    'Europe/Berlin',
    'UTC',
    undefined,
    undefined,
    undefined,
  ])
})

test('every notice fits into a message in every language, and none that hides amounts shows one', () => {
  const names = (kind: NoticeKind) =>
    [...`${noticeTextsByKind[kind].title.message} ${noticeTextsByKind[kind].content.message}`.matchAll(/\{(\w+)\}/g)].map(
      ([, name = '']) => name,
    )
  for (const kind of Object.keys(noticeTextsByKind) as NoticeKind[]) {
    for (const lang of languageCodes) {
      const about = { noticeId: '1', kind, link: '/x', topic: 'system' as const, tag: 't', lang, atMs: now, unread: 999, sandbox: true }
      const long = Object.fromEntries(names(kind).map((name) => [name, '語'.repeat(500)]))
      const payload = pushPayloadOf({ ...about, params: long, hidesAmounts: false })
      expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThanOrEqual(maxPushTextBytes)
      const money = [
        'money',
        'amount',
        'returned',
        'income',
        'fee',
        'quantity',
        'num',
        'left',
        'sold',
        'back',
        'prize',
        'result',
        'average',
      ]
      const params = Object.fromEntries(names(kind).map((name) => [name, money.includes(name) ? '+7654321.98765432' : name]))
      const shown = JSON.stringify(pushPayloadOf({ ...about, params, hidesAmounts: true }))
      expect(shown, `${kind} in ${lang}`).not.toMatch(/7,?654|98765/)
      // Whatever a param holds, words that somebody wrote too.
      for (const sentence of ['My withdrawal of 25,000.50 USDT to TQ12 is missing', '25000.5 USDT', '25,000.50', '２５０００ユーロ']) {
        const filled = Object.fromEntries(names(kind).map((name) => [name, openFigures.includes(name) ? `costs ${sentence}` : sentence]))
        const told = pushPayloadOf({ ...about, params: filled, hidesAmounts: true })
        expect(`${told.title} ${told.body}`, `${kind} in ${lang}`).not.toMatch(/25,?000|00\.50|２５|TQ12/)
      }
    }
  }
})
/** A bare figure in these is no amount. */
const openFigures = ['price', 'seen', 'strike', 'liqPrice', 'ratio', 'percent', 'ended', 'rank', 'of', 'level', 'notice']

test('what somebody wrote is never shown to whoever looks at a phone that hides amounts; what is no amount is', () => {
  const told = (kind: NoticeKind, params: Record<string, string>) => {
    const { title, body } = pushPayloadOf({
      noticeId: '1',
      kind,
      params,
      link: '',
      topic: 'system',
      tag: 't',
      lang: 'en-us',
      atMs: now,
      unread: 1,
      hidesAmounts: true,
      sandbox: false,
    })
    return `${title} / ${body}`
  }
  expect(told('supportAnswered', { title: 'Half a bitcoin is missing' })).toMatch(/^We answered you: •••• \//)
  expect(told('passkeyAdded', { name: 'Phone with ten bitcoin' })).toMatch(/^A passkey was added: •••• \//)
  expect(told('newSignIn', { device: 'Safari · iPhone', ip: '203.0.113.*' })).toContain('Safari · iPhone / From the network 203.0.113.*.')
  expect(told('newSignIn', { device: 'Safari', ip: '2001:db8:*' })).toContain('2001:db8:*')
  expect(told('withdrawalPaid', { amount: '5', currency: 'USDT', place: '0x52908400098527886E0F7030069857D2E4169EE7' })).toBe(
    '•••• USDT was sent / Your withdrawal to 0x52908400098527886E0F7030069857D2E4169EE7 is complete.',
  )
  expect(told('addressAdded', { account: '0x52908400098527886E0F7030069857D2E4169EE7 (USDT TRC20)' })).toContain('2E4169EE7 (USDT TRC20).')
  expect(told('accountAdded', { account: 'Bank of 25,000 USDT ****1234' })).not.toMatch(/25,|1234/)
  expect(told('debtStarted', { name: 'Cold store', day: '2026-12-03' })).toBe(
    'Cold store is fully funded / The borrower has the money. Interest counts from 03/12/2026.',
  )
  expect(told('depositCredited', { money: '12', currency: 'USDT', network: 'ERC20' })).toContain('over ERC20')
})
