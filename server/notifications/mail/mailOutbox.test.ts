import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, expect, test } from 'vitest'
import { asInstant } from '#contract/time.ts'
import { testDatabase } from '../../../tests/support/testDatabase.ts'
import { testContext } from '../../../tests/support/wire.ts'
import { createManualClock } from '../../core/clock.ts'
import { parseLanguageCode } from '../../core/i18n.ts'
import { createMailSender, queueMail } from './mail.ts'
import { sendDueMails, startMailJobs } from './mailOutbox.ts'
import { mailTextsByKind } from './mailWords.ts'
import { tryCreateUser } from '#account/people.ts'

const clock = createManualClock(Date.parse('2026-11-21T00:00:00Z'))
const db = await testDatabase()
const app = testContext(db, clock)

/** A mail server on loopback. */
const arrived: ParsedMail[] = []
let refuses = false
let onData: () => Promise<void> = async () => {}
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData: (stream, _, done) => {
    void simpleParser(stream).then(async (parsed) => {
      await onData()
      if (refuses) return done(Object.assign(new Error('not now'), { responseCode: 451 }))
      arrived.push(parsed)
      done()
    })
  },
})
smtp.listen(0, '127.0.0.1')
await once(smtp.server, 'listening')
const smtpUrl = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}?from=desk@fairlead.example`
const mail = createMailSender(smtpUrl)

afterEach(async () => {
  arrived.length = 0
  refuses = false
  onData = async () => {}
  await db.query('delete from mail_outbox')
})
afterAll(async () => {
  mail?.close()
  await new Promise<void>((closed) => smtp.close(closed))
  await db.close()
})

let people = 0
async function aPerson(fields: { email?: string; lang?: 'en-us' | 'xi'; phrase?: string } = {}): Promise<string> {
  const n = ++people
  const email = 'email' in fields ? fields.email : `p${n}@example.com`
  const phone = email === undefined ? { areaCode: '81', phone: `9012345${String(n).padStart(3, '0')}` } : {}
  const person = await tryCreateUser(db, { email, ...phone, passwordHash: 'x', country: 'JP', lang: fields.lang ?? 'en-us' }, clock.now())
  if (fields.phrase) await db.query('update account set mail_phrase = $2 where id = $1', [person!.id, fields.phrase])
  return person!.id
}
const waiting = async () => Number((await db.query<{ count: string }>('select count(*) from mail_outbox'))[0]?.count)

test('what is queued in a transaction goes out with the phrase once it is committed, and once', async () => {
  const userId = await aPerson({ email: 'ann@example.com', phrase: 'blue heron' })
  await db
    .transaction(async (sql) => {
      await queueMail(sql, { userId, kind: 'passwordChanged', params: {} }, clock.now())
      throw new Error('rolled back')
    })
    .catch(() => {})
  await sendDueMails(app, mail)
  expect(arrived).toHaveLength(0)

  await db.transaction((sql) =>
    queueMail(
      sql,
      { userId, kind: 'withdrawalRequested', params: { amount: '1512.50000000', currency: 'USDT', address: '1234567890' } },
      clock.now(),
    ),
  )
  await Promise.all([sendDueMails(app, mail), sendDueMails(app, mail), sendDueMails(app, mail)])
  expect(arrived).toHaveLength(1)
  const [letter] = arrived
  expect(letter?.from?.value[0]).toEqual({ name: 'Fairlead', address: 'desk@fairlead.example' })
  expect(letter?.to).toMatchObject({ text: 'ann@example.com' })
  expect(letter?.subject).toBe('You asked for a withdrawal of 1,512.50 USDT')
  // An account number is no amount.
  expect(letter?.text).toContain('It goes to 1234567890.')
  expect(letter?.text).toContain('Time: 2026-11-21 08:00:00 (UTC+8)')
  expect(letter?.text?.trimEnd().endsWith('Your anti-phishing phrase: blue heron')).toBe(true)
  expect(letter?.messageId).toMatch(/^<told-.+@fairlead\.example>$/)
  expect(await waiting()).toBe(0)
})

test('what is said of a mail that was not taken does not say to whom it was', async () => {
  refuses = true
  const failed = await mail?.sendCode({ address: 'ann.person@example.com', lang: 'en-us' }, '123456').catch((fault: unknown) => fault)
  expect(failed).toBeInstanceOf(Error)
  expect(inspect(failed, { depth: 9 })).toContain('EMESSAGE')
  expect(inspect(failed, { depth: 9 })).not.toMatch(/ann\.person|123456/)
})

test('a code carries the phrase too, and none is spoken of where there is none', async () => {
  await mail!.sendCode({ address: 'a@example.com', lang: 'en-us', phrase: 'blue heron' }, '012345')
  await mail!.sendCode({ address: 'b@example.com', lang: 'en-us' }, '012345')
  expect(arrived.map(({ text }) => text?.includes('blue heron'))).toEqual([true, false])
  expect(arrived.map(({ subject }) => subject)).toEqual(Array(2).fill('012345 is your Fairlead code'))
  expect(arrived[1]?.text).not.toContain('phrase')
})

test('a phrase that looks like a placeholder or a header stays words', async () => {
  const userId = await aPerson({ phrase: '{time} $& {ip}' })
  await queueMail(db, { userId, kind: 'newSignIn', params: { device: '{ip}\r\nBcc: x@y.z', ip: '203.0.113.*' } }, clock.now())
  await sendDueMails(app, mail)
  expect(arrived[0]?.text).toContain('Your anti-phishing phrase: {time} $& {ip}')
  expect(arrived[0]?.headers.has('bcc')).toBe(false)
})

test('every kind has a subject on one line in every language', async () => {
  const userId = await aPerson({ email: 'all@example.com', lang: 'xi' })
  const kinds = Object.keys(mailTextsByKind) as (keyof typeof mailTextsByKind)[]
  for (const kind of kinds) await queueMail(db, { userId, kind, params: { amount: '1', currency: 'USDT' } }, clock.now())
  await sendDueMails(app, mail)
  expect(arrived).toHaveLength(kinds.length)
  for (const { subject } of arrived) expect(subject).toMatch(/^\S.*\S$/)
  expect(parseLanguageCode('xi')).toBe('xi')
})

test('what the mail server does not take is tried again, later each time, and dropped after a day', async () => {
  const userId = await aPerson()
  await queueMail(db, { userId, kind: 'passwordReset', params: {} }, clock.now())
  refuses = true
  let tries = 0
  onData = async () => void tries++
  await sendDueMails(app, mail)
  expect(tries).toBe(1)
  clock.advance(59_000)
  await sendDueMails(app, mail)
  expect(tries).toBe(1)
  clock.advance(1_000)
  await sendDueMails(app, mail)
  clock.advance(60_000)
  await sendDueMails(app, mail)
  expect(tries).toBe(2)
  clock.advance(60_000)
  refuses = false
  await sendDueMails(app, mail)
  expect(tries).toBe(3)
  expect(arrived).toHaveLength(1)
  expect(await waiting()).toBe(0)

  await queueMail(db, { userId, kind: 'passwordReset', params: {} }, clock.now())
  clock.advance(24 * 3_600_000)
  await sendDueMails(app, mail)
  expect(arrived).toHaveLength(1)
  expect(await waiting()).toBe(0)
})

test('a server that dies while it sends leaves the mail to another', async () => {
  const userId = await aPerson()
  await queueMail(db, { userId, kind: 'passwordReset', params: {} }, clock.now())
  const broken = { ...mail!, send: () => new Promise<void>(() => {}) }
  void sendDueMails(app, broken)
  await expect.poll(async () => (await db.query('select 1 from mail_outbox where tries = 1')).length).toBe(1)
  await sendDueMails(app, mail)
  expect(arrived).toHaveLength(0)
  clock.advance(60_000)
  await sendDueMails(app, mail)
  expect(arrived).toHaveLength(1)
})

test('nobody without an address is written to, and without a mail server nothing is sent', async () => {
  const byPhone = await aPerson({ email: undefined as unknown as string })
  await queueMail(db, { userId: byPhone, kind: 'totpBound', params: {} }, clock.now())
  expect(await waiting()).toBe(0)
  await queueMail(db, { userId: await aPerson(), kind: 'totpBound', params: {} }, clock.now())
  expect(createMailSender(undefined)).toBeUndefined()
  await sendDueMails(app, undefined)
  expect(await waiting()).toBe(1)
})

test('the worker looks by itself and stops when asked', async () => {
  await queueMail(db, { userId: await aPerson(), kind: 'totpBound', params: {} }, asInstant(clock.now()))
  const stop = startMailJobs(testContext(db, clock, { smtpUrl }))
  await expect.poll(() => arrived.length).toBe(1)
  await stop()
})
