import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import type { PushTopic } from '#contract/calls/push.ts'
import { beginSession, endAllSessions, endSessionOrOthers } from '#account/sessions.ts'
import { tryCreateUser } from '#account/people.ts'
import type { SignedInUser } from '../../core/visitor.ts'
import type { Refusal } from '#contract/refusals.ts'
import { startPushService } from '../../../tests/support/pushEndpoint.ts'
import { testDatabase } from '../../../tests/support/testDatabase.ts'
import { testContext } from '../../../tests/support/wire.ts'
import { createManualClock } from '../../core/clock.ts'
import { log } from '../../core/log.ts'
import { type NewNotice, writeNotices } from '../writeNotices.ts'
import type { DeviceQuietHours } from './devices.ts'
import { createPushDispatcher } from './dispatch.ts'
import { startPushJobs } from './engine.ts'
import { pushHandlers } from './handlers.ts'
import { createPushSender } from './send.ts'
import { getOrCreateVapidKey } from './vapid.ts'

// The whole way from a notice to what a browser reads, over real HTTP on loopback.

const start = Date.parse('2026-11-21T12:00:00Z')
const hourMs = 3_600_000
const clock = createManualClock(start)
const db = await testDatabase()
const app = testContext(db, clock)
const vapid = await getOrCreateVapidKey(db, clock.now())
const service = await startPushService(vapid.publicKey, clock.now)
const other = await startPushService(vapid.publicKey, clock.now)
const calls = pushHandlers(app)
const quietly = vi.spyOn(log, 'error').mockImplementation(() => {})

/** Long for a busy machine, short for whoever waits for an endpoint that hangs. */
const patienceMs = 10_000
const sender = createPushSender({ vapid, subject: 'https://fairlead.example', loopbackToo: true, timeoutMs: patienceMs })
let pushes = createPushDispatcher(app, sender)
/** Everything that is due is tried, and what became of it is written down. */
const send = async () => {
  await pushes.poll()
  await pushes.settle()
}

afterEach(async () => {
  await db.query('delete from push_outbox')
  // What the push services found wrong with a message.
  const [fault] = [...service.faults, ...other.faults]
  service.forget()
  other.forget()
  if (fault) throw fault
  clock.set(start)
  pushes = createPushDispatcher(app, sender)
})
afterAll(async () => {
  sender.close()
  quietly.mockRestore()
  await service.close()
  await other.close()
  await db.close()
})

let people = 0
async function aVisitor(settings: object = {}, lang: 'en-us' | 'jp' = 'en-us'): Promise<SignedInUser> {
  const email = `p${++people}@example.com`
  const person = (await tryCreateUser(db, { email, passwordHash: 'x', country: 'JP', lang }, clock.now()))!
  await db.query('update account set settings = $2 where id = $1', [person.id, JSON.stringify(settings)])
  return sessionOf(person.id)
}
const sessions = new Set<string>()
async function sessionOf(userId: string): Promise<SignedInUser> {
  await beginSession(db, { accountId: userId, device: 'test', ip: '127.0.0.1' }, clock.now())
  const rows = await db.query<{ id: string }>('select id from session where account_id = $1', [userId])
  const { id } = rows.find((row) => !sessions.has(row.id))!
  sessions.add(id)
  return { userId, sessionId: id, isGuest: false, country: 'JP', kycLevel: 0, isPapersEnded: false, lang: 'en-us', createdAtMs: 0 }
}
const contextOf = (visitor: SignedInUser) =>
  ({ visitor, sql: db, now: clock.now(), lang: 'en-us', ip: '', userAgent: '', requestId: undefined, afterCommit: () => {} }) as const

const all: PushTopic[] = ['system', 'transaction', 'task', 'alert']
let browsers = 0
/** A browser of that session that listens at a push service; gives its name there. */
async function listen(
  visitor: SignedInUser,
  { topics = all, quiet, at = service }: { topics?: PushTopic[]; quiet?: DeviceQuietHours; at?: typeof service } = {},
) {
  const name = `browser${++browsers}`
  await calls.subscribe({ ...at.subscribe(name), topics, ...(quiet && { quiet }) }, contextOf(visitor))
  return name
}
const note = async (userId: string, over: Partial<NewNotice> = {}) => {
  const notice: NewNotice = { userId, type: 'transaction', kind: 'depositCredited', params: {}, link: '', refType: '', refId: '', ...over }
  const effects: (() => void)[] = []
  await db.transaction((sql) => writeNotices(app, sql, [notice], (effect) => effects.push(effect)))
  for (const effect of effects) effect()
}
const deposit = (userId: string, refId: string, over: Partial<NewNotice> = {}) =>
  note(userId, {
    params: { money: '1512.50000000', currency: 'USDT', network: 'ERC20' },
    link: '/chongzhi',
    refType: 'deposit',
    refId,
    ...over,
  })
const waiting = async () => Number((await db.query<{ count: string }>('select count(*) from push_outbox'))[0]?.count)
const devices = async ({ userId }: SignedInUser) =>
  Number((await db.query<{ count: string }>('select count(*) from push_device where user_id = $1', [userId]))[0]?.count)

test('a notice reaches every device of its person, once, with all that a notification needs', async () => {
  const ann = await aVisitor()
  const [phone, tablet] = [await listen(ann), await listen(await sessionOf(ann.userId), { at: other })]
  await listen(await aVisitor())
  await db
    .transaction(async (sql) => {
      await writeNotices(
        app,
        sql,
        [{ userId: ann.userId, type: 'task', kind: 'kycAuthorised', params: {}, link: '', refType: '', refId: '' }],
        () => {},
      )
      throw new Error('rolled back')
    })
    .catch(() => {})
  expect(await waiting()).toBe(0)
  await deposit(ann.userId, '7')
  await Promise.all([send(), send(), send()])
  expect(service.arrived.map(({ browser }) => browser)).toEqual([phone])
  expect(other.arrived.map(({ browser }) => browser)).toEqual([tablet])
  const [{ payload, headers, claims } = {}] = service.arrived
  const [{ id } = {}] = await db.query<{ id: string }>('select id from inbox_notice where user_id = $1', [ann.userId])
  expect(payload).toEqual({
    v: 1,
    id,
    title: '1,512.50 USDT arrived',
    body: 'The deposit over ERC20 is credited and can be used.',
    note: 'Sandbox · play money',
    tag: headers?.['topic'],
    link: '/chongzhi',
    topic: 'transaction',
    urgent: false,
    demo: false,
    lang: 'en-us',
    at: clock.now(),
    unread: 1,
  })
  expect(headers).toMatchObject({ ttl: '86400', urgency: 'normal', 'content-type': 'application/octet-stream' })
  expect(claims).toEqual({ aud: service.origin, exp: start / 1000 + 43_200, sub: 'https://fairlead.example' })
  expect(await waiting()).toBe(0)
})

test('only what somebody subscribed to is sent, and what they read meanwhile is not', async () => {
  const ann = await aVisitor()
  await listen(ann, { topics: ['task', 'alert'] })
  await deposit(ann.userId, '1')
  await note(ann.userId, { type: 'system', kind: 'kycAuthorised' })
  await note(ann.userId, { type: 'task', kind: 'kycAuthorised' })
  await note(ann.userId, {
    type: 'system',
    kind: 'alertAbove',
    refType: 'alert',
    refId: '5',
    params: { pair: 'BTC/USDT', price: '91000', seen: '91001' },
  })
  await note(ann.userId, { type: 'system', kind: 'alertAbove', refType: 'alert', refId: '6', push: false })
  await send()
  expect(service.arrived.map(({ payload }) => payload.topic).toSorted()).toEqual(['alert', 'task'])
  const alert = service.arrived.find(({ payload }) => payload.topic === 'alert')
  expect(alert).toMatchObject({
    payload: { title: 'BTC/USDT is at or above 91,000', urgent: true, unread: 5 },
    headers: { urgency: 'high', ttl: '3600' },
  })
  expect(service.arrived.find(({ payload }) => payload.topic === 'task')?.headers['urgency']).toBe('low')

  service.forget()
  await note(ann.userId, { type: 'task', kind: 'kycAuthorised' })
  await db.query('update inbox_notice set read_ms = 1 where user_id = $1', [ann.userId])
  await send()
  expect([service.arrived.length, await waiting()]).toEqual([0, 0])
})

test('amounts are covered for whoever hides them, prices and names are not; play money says so', async () => {
  const ann = await aVisitor({ hideBalance: 1 })
  await listen(ann)
  await deposit(ann.userId, '1')
  await note(ann.userId, {
    kind: 'closedOut',
    params: { pair: 'BTC/USDT', price: '91000.5', returned: '12.25', book: '2' },
    refType: 'position',
    refId: '2',
  })
  await note(ann.userId, {
    kind: 'adjusted',
    type: 'system',
    params: { amount: '+250.00000000', currency: 'USDT', reason: 'Refund of 250 USDT, case 17' },
  })
  await send()
  const text = service.arrived.map(({ payload }) => `${payload.title} / ${payload.body}`)
  expect(text.toSorted()).toEqual([
    'DEMO · BTC/USDT was closed: the margin was not enough / It was closed at 91,000.5. •••• USDT came back to your balance.',
    'Your balance was corrected: •••• USDT / Two members of our staff agreed to it. The reason they gave: ••••',
    '•••• USDT arrived / The deposit over ERC20 is credited and can be used.',
  ])
  expect(JSON.stringify(service.arrived.map(({ payload }) => payload))).not.toMatch(/1,?512|250|12\.25/)
})

test('the language is the person’s', async () => {
  const ann = await aVisitor({}, 'jp')
  await listen(ann)
  await note(ann.userId, { type: 'system', kind: 'passwordChanged', refType: 'account', refId: ann.userId })
  await send()
  expect(service.arrived[0]?.payload.lang).toBe('jp')
  expect(service.arrived[0]?.payload.title).toMatch(/[ぁ-んァ-ヶ一-龠]/)
})

test('what comes later about the same thing takes the place of what waits; security is never replaced', async () => {
  const ann = await aVisitor()
  const name = await listen(ann)
  service.behave(name, { status: 503 })
  const about = { refType: 'position', refId: '9', params: { pair: 'BTC/USDT', ratio: '80' } }
  await note(ann.userId, { kind: 'margin80', ...about })
  await note(ann.userId, { type: 'system', kind: 'passwordChanged', refType: 'account', refId: ann.userId })
  await send()
  await note(ann.userId, { kind: 'margin65', ...about })
  await note(ann.userId, { type: 'system', kind: 'totpUnbound', refType: 'account', refId: ann.userId })
  service.behave(name)
  clock.advance(hourMs)
  await send()
  const titles = service.arrived.map(({ payload }) => payload.title)
  expect(titles.toSorted()).toEqual(['BTC/USDT: little margin is left', 'The authenticator was removed', 'Your password was changed'])
  expect(new Set(service.arrived.map(({ headers }) => headers['topic'])).size).toBe(3)
})

test('quiet hours hold what is not about security until they end', async () => {
  const ann = await aVisitor()
  // 21:00 in Tokyo, quiet from 20:30 to 07:00.
  await listen(ann, { quiet: { from: 20 * 60 + 30, to: 7 * 60, offsetMinutes: 540 } })
  await deposit(ann.userId, '1')
  await note(ann.userId, {
    type: 'system',
    kind: 'alertAbove',
    refType: 'alert',
    refId: '1',
    params: { pair: 'A/B', price: '1', seen: '2' },
  })
  await note(ann.userId, { type: 'system', kind: 'newSignIn', params: { device: 'Safari', ip: '203.0.113.*' } })
  await send()
  expect(service.arrived.map(({ payload }) => payload.title)).toEqual(['A new device signed in: Safari'])
  clock.advance(10 * hourMs - 1)
  await send()
  expect(service.arrived).toHaveLength(1)
  clock.advance(1)
  await send()
  expect(
    service.arrived
      .map(({ payload }) => payload.topic)
      .slice(1)
      .toSorted(),
  ).toEqual(['alert', 'transaction'])
  expect(service.arrived.find(({ payload }) => payload.topic === 'alert')?.headers['ttl']).toBe('3600')
})

test('in quiet hours somebody is notified at once of a new way out, and of money that leaves', async () => {
  const ann = await aVisitor()
  await listen(ann, { quiet: { from: 20 * 60 + 30, to: 7 * 60, offsetMinutes: 540 } })
  const [address, amount] = ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', { amount: '500.00000000', currency: 'USDT' }]
  await note(ann.userId, { type: 'system', kind: 'addressAdded', params: { account: `${address} (USDT TRC20)` } })
  await note(ann.userId, { type: 'system', kind: 'accountAdded', params: { account: 'First Harbour ···· 7890' } })
  const withdrawal = { refType: 'withdrawal', refId: '7' }
  await note(ann.userId, { type: 'system', kind: 'withdrawalRequested', params: { ...amount, address }, ...withdrawal })
  await note(ann.userId, { kind: 'withdrawalPaid', params: { ...amount, place: address }, ...withdrawal })
  await send()
  expect(service.arrived.map(({ payload: { title, body, urgent } }) => [title, body, urgent]).toSorted()).toEqual([
    ['500.00 USDT was sent', `Your withdrawal to ${address} is complete.`, true],
    ['A bank account was added', 'First Harbour ···· 7890. If this was not you, remove it and change your password.', true],
    ['A withdrawal address was added', `${address} (USDT TRC20). If this was not you, remove it and change your password.`, true],
    ['You asked for a withdrawal of 500.00 USDT', `It goes to ${address}. Until it is on its way you can cancel it in the app.`, true],
  ])
})

test('quiet hours keep to the clock of a device that was not opened since summer time ended; a zone that is none changes nothing', async () => {
  const ann = await aVisitor()
  const kept = async () =>
    (await db.query<{ zone: string | null }>('select zone from push_device where user_id = $1', [ann.userId]))[0]?.zone
  // 13:00 in Berlin; 14:00 by the distance of summer.
  await listen(ann, { quiet: { from: 13 * 60, to: 14 * 60, offsetMinutes: 120, zone: 'Europe/Berlin' } })
  expect(await kept()).toBe('Europe/Berlin')
  await deposit(ann.userId, '1')
  await send()
  expect(service.arrived).toEqual([])
  clock.advance(hourMs)
  await send()
  expect(service.arrived).toHaveLength(1)
  clock.set(start)
  await listen(ann, { quiet: { from: 14 * 60, to: 15 * 60, offsetMinutes: 120, zone: 'Nowhere/None' } })
  expect(await kept()).toBeNull()
  await deposit(ann.userId, '2')
  await send()
  expect(service.arrived).toHaveLength(1)
})

test('what is sent before quiet hours does not wait at the push service into them, unless it is about security', async () => {
  const ann = await aVisitor()
  // 21:00 in Tokyo, quiet from 21:10 to 07:00: a phone that is off until the night is told nothing of the evening.
  await listen(ann, { quiet: { from: 21 * 60 + 10, to: 7 * 60, offsetMinutes: 540 } })
  clock.advance(500)
  await deposit(ann.userId, '1')
  await note(ann.userId, { type: 'system', kind: 'newSignIn', params: { device: 'Safari', ip: '203.0.113.*' } })
  await note(ann.userId, {
    type: 'system',
    kind: 'alertAbove',
    refType: 'alert',
    refId: '1',
    params: { pair: 'A/B', price: '1', seen: '2' },
  })
  await send()
  const ttls = service.arrived.map(({ payload, headers }) => `${payload.title} ${String(headers['ttl'])}`)
  expect(ttls.toSorted()).toEqual(['1,512.50 USDT arrived 599', 'A new device signed in: Safari 86400', 'A/B is at or above 1 599'])
  // An alert that is late before that goes when it is late.
  service.forget()
  await listen(ann, { quiet: { from: 23 * 60, to: 7 * 60, offsetMinutes: 540 } })
  await note(ann.userId, { type: 'system', kind: 'alertAbove', refType: 'alert', refId: '2' })
  await send()
  expect(service.arrived[0]?.headers['ttl']).toBe('3600')
})

test('who takes a break of months is notified of their own orders and their safety alone', async () => {
  const ann = await aVisitor()
  await listen(ann)
  await db.query(`insert into trading_break (user_id, kind, scope, from_ms, until_ms) values ($1, 'exclusion', 'all', $2, $3)`, [
    ann.userId,
    clock.now(),
    clock.now() + hourMs,
  ])
  const tell = async () => {
    service.forget()
    await deposit(ann.userId, String(++people))
    await note(ann.userId, { type: 'system', kind: 'totpUnbound' })
    await note(ann.userId, { type: 'task', kind: 'kycAuthorised' })
    await note(ann.userId, { type: 'transaction', kind: 'envelope' })
    await note(ann.userId, { type: 'system', kind: 'alertAbove', refType: 'alert', refId: String(people) })
    await send()
    return service.arrived.map(({ payload }) => payload.topic).toSorted()
  }
  expect(await tell()).toEqual(['system', 'transaction'])
  clock.advance(hourMs)
  expect(await tell()).toEqual(['alert', 'system', 'task', 'transaction', 'transaction'])
})

test('an endpoint that is gone is forgotten with all that waits for it; the others of the person stay', async () => {
  for (const status of [404, 410]) {
    const ann = await aVisitor()
    const [gone, kept] = [await listen(ann), await listen(await sessionOf(ann.userId))]
    service.behave(gone, { status })
    await deposit(ann.userId, '1')
    await send()
    expect([await devices(ann), await waiting()]).toEqual([1, 0])
    await deposit(ann.userId, '2')
    await send()
    expect(service.asked.filter((name) => name === gone)).toHaveLength(1)
    expect(service.arrived.filter(({ browser }) => browser === kept)).toHaveLength(2)
  }
})

test('a busy endpoint is tried again, later each time, not before it says, and not for ever', async () => {
  const ann = await aVisitor()
  const name = await listen(ann)
  const tries = () => service.asked.filter((request) => request === name).length
  service.behave(
    name,
    { status: 500 },
    { status: 429, headers: { 'retry-after': '7200' } },
    { status: 503, headers: { 'retry-after': new Date(start + 4 * hourMs).toUTCString() } },
  )
  const begun = clock.now()
  await deposit(ann.userId, '1')
  await send()
  await send()
  expect(tries()).toBe(1)
  clock.advance(3 * 60_000)
  await send()
  expect(tries()).toBe(2)
  // A later message waits as well: the pause is the device's.
  await note(ann.userId, { type: 'task', kind: 'kycAuthorised' })
  clock.advance(7_199_000)
  await send()
  expect(tries()).toBe(2)
  clock.advance(1_000)
  await send()
  expect(tries()).toBe(4)
  clock.advance(hourMs)
  await send()
  expect(tries()).toBe(4)
  clock.set(begun + 25 * hourMs)
  service.behave(name)
  await send()
  expect(service.arrived).toEqual([])
  expect(await waiting()).toBe(0)
})

test('what is sent on to somewhere else is not followed, and who refuses five times is forgotten', async () => {
  const ann = await aVisitor()
  const name = await listen(ann)
  service.behave(name, { status: 307, headers: { location: `${other.origin}/push/elsewhere` } })
  for (let n = 1; n <= 5; n++) {
    expect(await devices(ann)).toBe(1)
    await deposit(ann.userId, String(n))
    await send()
  }
  expect([await devices(ann), await waiting(), other.asked]).toEqual([0, 0, []])
})

test('a kept connection that ended meanwhile is opened again at once; an endpoint that hangs up is tried again later', async () => {
  const ann = await aVisitor()
  const name = await listen(ann)
  await deposit(ann.userId, '1')
  await send()
  service.behave(name, 'hangUp', { status: 201 })
  await deposit(ann.userId, '2')
  await send()
  expect([service.asked.length, await waiting()]).toEqual([3, 0])
  service.behave(name, 'hangUp')
  await deposit(ann.userId, '3')
  await send()
  expect([service.asked.length <= 5, await waiting()]).toEqual([true, 1])
})

test('an endpoint that hangs holds nobody else, and few of its host travel at a time', async () => {
  const [ann, ben] = [await aVisitor(), await aVisitor()]
  const [hanging, quick] = [await listen(ann), await listen(ben, { at: other })]
  service.behave(hanging, 'hang')
  for (let n = 0; n < 40; n++) await deposit(ann.userId, String(n))
  await deposit(ben.userId, 'x')
  await pushes.poll()
  await expect.poll(() => other.arrived.map(({ browser }) => browser), { interval: 5 }).toEqual([quick])
  expect(service.underWay()).toBeGreaterThan(0)
  expect(service.asked.length).toBeLessThanOrEqual(8)
  await pushes.settle()
  expect(service.mostUnderWay()).toBeLessThanOrEqual(8)
  // It did not answer: from now on one try at a time.
  service.forget()
  await pushes.poll()
  await expect.poll(() => service.asked.length).toBe(1)
  await pushes.settle()
  expect(service.asked).toHaveLength(1)
})

test('signing out, wherever from, is the end of being notified there', async () => {
  const ann = await aVisitor()
  const [tablet, laptop] = [await sessionOf(ann.userId), await sessionOf(ann.userId)]
  const names = [await listen(ann), await listen(tablet), await listen(laptop)]
  await deposit(ann.userId, '1')
  await endSessionOrOthers(db, ann, { id: tablet.sessionId }, clock.now())
  await send()
  expect(service.arrived.map(({ browser }) => browser).toSorted()).toEqual([names[0], names[2]].toSorted())
  await endSessionOrOthers(db, ann, 'others', clock.now())
  expect(await devices(ann)).toBe(1)
  await endAllSessions(db, ann.userId, clock.now())
  expect(await devices(ann)).toBe(0)
  await expect(listen(ann)).rejects.toMatchObject({ refusal: 'unauthorized' })

  // A session that ran out unused is signed out as well.
  const ben = await aVisitor()
  await listen(ben)
  service.forget()
  await deposit(ben.userId, '1')
  await db.query('update session set expires_ms = $2 where id = $1', [ben.sessionId, clock.now()])
  await send()
  expect([service.asked, await waiting()]).toEqual([[], 0])
})

test('a session that ends while it subscribes leaves no device behind', async () => {
  const ann = await aVisitor()
  const subscribing = await db.transaction(async (sql) => {
    await endSessionOrOthers(sql, ann, { id: ann.sessionId }, clock.now())
    const listening = listen(ann).catch((error: unknown) => error)
    // It comes while the end is not yet committed.
    await new Promise((resolve) => setTimeout(resolve, 100))
    return { asked: listening }
  })
  expect(await subscribing.asked).toMatchObject({ refusal: 'unauthorized' })
  expect(await devices(ann)).toBe(0)
})

test('a device that goes while a notice is written does not undo the notice', async () => {
  const ann = await aVisitor()
  await listen(ann)
  await db.transaction(async (sql) => {
    const notice = { userId: ann.userId, type: 'task', kind: 'kycAuthorised', params: {}, link: '', refType: '', refId: '' } as const
    await writeNotices(app, sql, [notice], () => {})
    await db.query('delete from push_device where user_id = $1', [ann.userId])
  })
  expect(await db.query('select 1 from inbox_notice where user_id = $1', [ann.userId])).toHaveLength(1)
  await send()
  expect([service.asked, await waiting()]).toEqual([[], 0])
})

test('a name of this machine is written to as its address is', async () => {
  const ann = await aVisitor()
  const port = new URL(service.origin).port
  const subscription = service.subscribe('named')
  await calls.subscribe({ ...subscription, endpoint: `http://localhost:${port}/push/named`, topics: all }, contextOf(ann))
  await deposit(ann.userId, '1')
  await send()
  expect(service.asked).toEqual(['named'])
  // It is signed for the host that was named, which this push service does not go by.
  expect(String(service.faults.splice(0)[0])).toMatch(new RegExp(`for http://localhost:${port}, not for`))
})

test('unsubscribing ends one’s own device and nobody else’s', async () => {
  const [ann, ben] = [await aVisitor(), await aVisitor()]
  const subscription = service.subscribe('hers')
  await calls.subscribe({ ...subscription, topics: all }, contextOf(ann))
  await calls.unsubscribe({ endpoint: subscription.endpoint }, contextOf(ben))
  expect(await devices(ann)).toBe(1)
  await calls.unsubscribe({ endpoint: subscription.endpoint }, contextOf(ann))
  expect(await devices(ann)).toBe(0)
})

test('a browser that somebody else signs in on notifies that person, and nothing more of the first', async () => {
  const [ann, ben, eve] = [await aVisitor(), await aVisitor(), await aVisitor()]
  const subscription = service.subscribe('shared')
  await calls.subscribe({ ...subscription, topics: all }, contextOf(ann))
  await deposit(ann.userId, '1')
  await calls.subscribe({ ...subscription, topics: ['task'] }, contextOf(ben))
  await note(ben.userId, { type: 'task', kind: 'kycAuthorised' })
  await send()
  expect(service.arrived.map(({ payload }) => payload.topic)).toEqual(['task'])
  expect([await devices(ann), await devices(ben)]).toEqual([0, 1])
  // Knowing the address is not having the browser.
  const keys = { ...subscription.keys, auth: randomBytes(16).toString('base64url') }
  await expect(calls.subscribe({ ...subscription, keys, topics: all }, contextOf(eve))).rejects.toMatchObject({ refusal: 'validation' })
  expect([await devices(ben), await devices(eve)]).toEqual([1, 0])
})

test('the same endpoint again changes its topics, a renewed one takes the old one’s place, and ten devices are enough', async () => {
  const ann = await aVisitor()
  const subscription = service.subscribe('again')
  await calls.subscribe({ ...subscription, topics: all }, contextOf(ann))
  expect(await calls.subscribe({ ...subscription, topics: ['task', 'task'] }, contextOf(ann))).toEqual({ topics: ['task'] })
  await deposit(ann.userId, '1')
  expect(await waiting()).toBe(0)
  await listen(ann)
  expect(await devices(ann)).toBe(1)
  const others: SignedInUser[] = []
  while (others.length < 14) others.push(await sessionOf(ann.userId))
  const outcomes = await Promise.allSettled(others.map((session) => listen(session)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(9)
  const refusals = outcomes.flatMap((name) => (name.status === 'rejected' ? [(name.reason as Refusal).refusal] : []))
  expect(refusals).toEqual(Array(5).fill('tooManyDevices'))
  expect(await devices(ann)).toBe(10)
})

test('a device whose session ran out gives way, and takes no place of one that lives', async () => {
  const ann = await aVisitor()
  const others: SignedInUser[] = []
  while (others.length < 10) others.push(await sessionOf(ann.userId))
  for (const session of others) await listen(session)
  await expect(listen(ann)).rejects.toMatchObject({ refusal: 'tooManyDevices' })
  await db.query('update session set expires_ms = $2 where id = $1', [others[3]?.sessionId, clock.now()])
  await listen(ann)
  await expect(listen(await sessionOf(ann.userId))).rejects.toMatchObject({ refusal: 'tooManyDevices' })
  await deposit(ann.userId, '1')
  expect(await waiting()).toBe(10)
})

test('addresses and keys that are none are refused', async () => {
  const ann = await aVisitor()
  const good = service.subscribe('good')
  const refusal = (over: object) =>
    Promise.resolve(calls.subscribe({ ...good, topics: all, ...over }, contextOf(ann))).catch((error: unknown) => error)
  for (const endpoint of ['http://push.example.net/x', 'https://10.0.0.1/x', 'https://localhost:99/x#y', 'https://intranet/x']) {
    expect(await refusal({ endpoint })).toMatchObject({ refusal: 'validation', detail: { field: 'endpoint' } })
  }
  const off = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url')
  expect(await refusal({ keys: { ...good.keys, p256dh: off } })).toMatchObject({ refusal: 'validation', detail: { field: 'keys' } })
  expect(await refusal({ keys: { ...good.keys, auth: 'AAAA' } })).toMatchObject({ refusal: 'validation', detail: { field: 'keys' } })
  expect(await devices(ann)).toBe(0)
})

test('a name that leads into a private network is never connected to', async () => {
  const reached: string[] = []
  const resolve = (name: string) => {
    reached.push(name)
    return Promise.resolve(['8.8.8.8', '127.0.0.1'])
  }
  const strict = createPushSender({ vapid, subject: 'https://fairlead.example', loopbackToo: true, resolve })
  const keys = service.subscribe('inner').keys
  const message = { keys: { p256dh: Buffer.from(keys.p256dh, 'base64url'), auth: Buffer.from(keys.auth, 'base64url') } }
  const outcome = await strict.send(
    { ...message, endpoint: 'https://push.example.net/x', text: '{}', ttlSeconds: 1, urgency: 'low', tag: 'a' },
    clock.now(),
  )
  expect([outcome, reached]).toEqual([{ kind: 'later', why: 'ENOTPUBLIC', isSlow: false }, ['push.example.net']])
  strict.close()
})

test('there is one key, whoever asks first', async () => {
  const fresh = await testDatabase()
  const keys = await Promise.all(Array.from({ length: 6 }, () => getOrCreateVapidKey(fresh, 1)))
  expect(new Set(keys.map(({ publicKey }) => publicKey)).size).toBe(1)
  expect(Buffer.from(keys[0]!.publicKey, 'base64url')).toHaveLength(65)
  await expect(fresh.query('delete from push_key')).rejects.toThrow(/push_key/)
  await fresh.close()
})

test('a server that dies while it sends leaves the message to another; two that live send it once', async () => {
  const ann = await aVisitor()
  const name = await listen(ann)
  await deposit(ann.userId, '1')
  const dead = createPushDispatcher(app, { send: () => new Promise(() => {}), close: () => {} })
  await dead.poll()
  await send()
  expect(service.asked).toEqual([])
  clock.advance(72_000)
  await send()
  expect(service.asked).toEqual([name])

  service.forget()
  // One that waits for its answers however busy this machine is: what came too late would stay due for ever on a clock that stands.
  const patient = createPushSender({ vapid, subject: 'https://fairlead.example', loopbackToo: true })
  pushes = createPushDispatcher(app, patient)
  const second = createPushDispatcher(app, patient)
  for (let n = 0; n < 60; n++) await deposit(ann.userId, `many${n}`)
  const [a, b] = [pushes.poll(), second.poll()]
  for (;;) {
    await Promise.all([a, b, pushes.settle(), second.settle()])
    if ((await waiting()) === 0) break
    await Promise.all([pushes.poll(), second.poll()])
  }
  expect(service.arrived).toHaveLength(60)
  expect(new Set(service.arrived.map(({ payload }) => payload.id)).size).toBe(60)
  patient.close()
})

test('the worker receives a notice at once, looks by itself, and stops though an endpoint hangs', async () => {
  const ann = await aVisitor()
  const name = await listen(ann)
  const stop = startPushJobs(app, { timeoutMs: 60_000 })
  await deposit(ann.userId, '1')
  await expect.poll(() => service.arrived.length, { interval: 10 }).toBe(1)
  await expect.poll(waiting).toBe(0)
  // What nobody told it of waits for its next look.
  const [row] = await db.query<{ id: string }>('select id from push_device where user_id = $1', [ann.userId])
  await db.query(
    `insert into push_outbox (device_id, notice_id, host, tag, created_ms, late_ms, due_ms)
     select $1, id, $2, 'again', $3::bigint, $3::bigint + 1000, $3::bigint from inbox_notice where user_id = $4`,
    [row!.id, new URL(service.origin).host, clock.now(), ann.userId],
  )
  await expect.poll(() => service.arrived.length, { interval: 10 }).toBe(2)
  service.behave(name, 'hang')
  await deposit(ann.userId, '2')
  await expect.poll(() => service.asked.length).toBe(3)
  await stop()
  expect(service.underWay()).toBe(1)
  expect(await waiting()).toBe(1)
})
