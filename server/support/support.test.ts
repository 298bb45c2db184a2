import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountHandlers } from '#account/handlers.ts'
import { staffAccessLogHandlers } from '#server/access/handlers.ts'
import { maxOpenSupportTickets, supportTopicHelpArticles } from '#contract/calls/support.ts'
import { asInstant, instantToWireTime } from '#contract/time.ts'
import type { Database } from '#db/database.ts'
import { createManualClock } from '../core/clock.ts'
import type { UserEventMessage } from '../core/events.ts'
import type { AppContext } from '../core/appContext.ts'
import { createAppHttpServer, type AppHttpServer } from '#server/http/server.ts'
import { inboxHandlers } from '../notifications/inbox/handlers.ts'
import { seedContent } from '#server/content/seedContent.ts'
import { settingsHandlers } from '#server/settings/handlers.ts'
import { uploadsHandlers } from '#server/uploads/handlers.ts'
import { deleteUnusedUploads } from '#server/uploads/store.ts'
import { formBody, photo } from '../../tests/support/browser/pictures.ts'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import { noLimits, testContext, createInProcessClient } from '../../tests/support/wire.ts'
import { answerSupportTicket, closeTicketByStaff } from './agent.ts'
import { sendDueSupportAutoReplies } from './engine.ts'
import { supportHandlers } from './handlers.ts'
import { markTicketSeenByStaff } from './store.ts'
import { cleanTicketText, supportTicketTitleOf } from './text.ts'
import { maxTicketMessagesPerHour, supportAutoReplyDelayMs } from './write.ts'

const startMs = 1_795_190_400_000
const dayMs = 86_400_000
let db: Database
let http: AppHttpServer
let appContext: AppContext
const faults: unknown[] = []
const told: UserEventMessage[] = []
const clock = createManualClock(startMs)

beforeAll(async () => {
  db = await testDatabase()
  await seedContent(db)
  appContext = testContext(db, clock)
  appContext.events.onToUser((message) => void told.push(message))
  http = createAppHttpServer(
    appContext,
    {
      account: accountHandlers(appContext),
      settings: settingsHandlers(appContext),
      uploads: uploadsHandlers(appContext),
      inbox: inboxHandlers(),
      access: staffAccessLogHandlers(),
      support: supportHandlers(appContext),
    },
    { rates: noLimits, onFault: (fault) => faults.push(fault) },
  )
  await db.query(`insert into staff (name, roles, key_hash, added_ms) values ('mia', '{reviewer}', sha256('k'), 1)`)
})
afterAll(async () => {
  await http?.close()
  await db?.close()
})

interface Person {
  token: string
  id: string
}
let people = 0
async function person(): Promise<Person> {
  const { token, userInfo } = (
    await createInProcessClient(http, clock).post('/api/app/guestLogin', { deviceId: randomUUID().replaceAll('-', '') })
  ).result
  await db.query('update account set is_guest = false, guest_device = null, email = $2 where id = $1', [
    userInfo.id,
    `s${++people}@example.com`,
  ])
  return { token, id: userInfo.id }
}
const headers = ({ token }: Person, more: Record<string, string> = {}) => ({ 'x-access-token': token, ...more })
const at = '/api/support/ticket'
const create = (who: Person, body: object = {}, more?: Record<string, string>) =>
  createInProcessClient(http, clock).post(`${at}/create`, { topic: 'deposit', text: 'Where is my deposit?', ...body }, headers(who, more))
const reply = (who: Person, id: string, text = 'And?', fileIds?: string[]) =>
  createInProcessClient(http, clock).post(`${at}/reply`, { id, text, ...(fileIds && { fileIds }) }, headers(who))
const close = (who: Person, id: string) => createInProcessClient(http, clock).post(`${at}/close`, { id }, headers(who))
const detail = (who: Person, id: string, lang = 'en-us') =>
  createInProcessClient(http, clock).get(`${at}/detail`, { id }, headers(who, { lang }))
const list = async (who: Person) => (await createInProcessClient(http, clock).get(`${at}/list`, {}, headers(who))).result
const picture = await photo(900, 900).jpeg().toBuffer()
async function upload(who: Person, biz = 'support'): Promise<string> {
  const form = await formBody({ biz }, { name: 'a.jpg', bytes: picture })
  return (await createInProcessClient(http, clock).raw('/api/sys/common/upload', form.payload, { ...form.headers, ...headers(who) })).result
    .fileId
}
const staffDo = <T>(
  todo: (sql: Parameters<Parameters<Database['transaction']>[0]>[0], after: (effect: () => void) => void) => Promise<T>,
) => {
  const effects: (() => void)[] = []
  return db
    .transaction((sql) => todo(sql, (effect) => effects.push(effect)))
    .then((done) => {
      for (const effect of effects) effect()
      return done
    })
}
const answer = (id: string, text = 'It came today.') =>
  staffDo((sql, after) => answerSupportTicket(appContext, sql, id, { text, staffId: '1', now: clock.now() }, after))

describe('a ticket', () => {
  it('waits, is answered with a notice that leads to it, is read, closed and opened again', async () => {
    const ann = await person()
    told.length = 0
    const { result: ticket } = await create(ann)
    expect(ticket).toMatchObject({
      topic: 'deposit',
      orderNo: '',
      title: 'Where is my deposit?',
      status: 0,
      unread: 0,
      answerBy: instantToWireTime(asInstant(clock.now() + dayMs)),
    })
    clock.advance(60_000)
    await answer(ticket.id, 'It came\u202e today.')
    expect((await list(ann)).records).toMatchObject([
      { id: ticket.id, status: 1, unread: 1, answerBy: null, last: { by: 'staff', text: 'It came today.' } },
    ])
    const { result: notices } = await createInProcessClient(http, clock).get('/api/content/appNotice/myList', {}, headers(ann))
    expect(notices.records).toMatchObject([
      { type: 'system', kind: 'supportAnswered', link: `/support?id=${ticket.id}`, title: 'We answered you: Where is my deposit?' },
    ])
    const { result: read } = await detail(ann, ticket.id)
    expect(read.messages.map(({ seen }: { seen: boolean }) => seen)).toEqual([false, true])
    await markTicketSeenByStaff(db, ticket.id, read.messages[0].id)
    expect((await detail(ann, ticket.id)).result.messages.map(({ seen }: { seen: boolean }) => seen)).toEqual([true, true])
    expect(read.messages.map(({ by, text }: { by: string; text: string }) => [by, text])).toEqual([
      ['me', 'Where is my deposit?'],
      ['staff', 'It came today.'],
    ])
    expect(read.unread).toBe(0)
    expect((await list(ann)).records[0].unread).toBe(0)
    expect(JSON.stringify(read)).not.toContain('mia')
    expect((await close(ann, ticket.id)).result).toMatchObject({ status: 2, answerBy: null })
    expect((await close(ann, ticket.id)).result.status).toBe(2)
    clock.advance(1_000)
    expect((await reply(ann, ticket.id)).result).toMatchObject({ by: 'me', text: 'And?', files: [], articles: [] })
    expect((await list(ann)).records[0]).toMatchObject({ status: 0, answerBy: instantToWireTime(asInstant(clock.now() + dayMs)) })
    expect(new Set(told.map(({ userId }) => userId))).toEqual(new Set([ann.id]))
    expect(told.flatMap(({ event }) => (event.t === 'support' ? [(event.d as { status: number }).status] : []))).toEqual([0, 1, 2, 2, 0])
  })

  it('however long, can be read back to its first message', async () => {
    const ann = await person()
    const { result: ticket } = await create(ann, { topic: 'complaint', text: 'The first word' })
    await db.query(
      `insert into support_message (ticket_id, by, staff_id, text, created_ms)
       select $1, case when n % 2 = 0 then 'staff' else 'me' end, case when n % 2 = 0 then 1 end, 'word ' || n, $2
       from generate_series(2, 450) as n`,
      [ticket.id, clock.now()],
    )
    const page = async (before?: string) =>
      (await createInProcessClient(http, clock).get(`${at}/detail`, { id: ticket.id, ...(before && { before }) }, headers(ann))).result
    const texts = (read: { messages: { text: string }[] }) => [read.messages[0]?.text, read.messages.at(-1)?.text, read.messages.length]
    const newest = await page()
    expect([...texts(newest), newest.hasEarlier, newest.unread]).toEqual(['word 251', 'word 450', 200, true, 0])
    const unread = await answer(ticket.id, 'word 451').then(() => list(ann))
    expect(unread.records[0].unread).toBe(1)
    const middle = await page(newest.messages[0].id)
    // Looking back is not having read what is new.
    expect([...texts(middle), middle.hasEarlier, middle.unread]).toEqual(['word 51', 'word 250', 200, true, 1])
    expect((await list(ann)).records[0].unread).toBe(1)
    const first = await page(middle.messages[0].id)
    expect([...texts(first), first.hasEarlier]).toEqual(['The first word', 'word 50', 50, false])
    expect(await page(first.messages[0].id)).toMatchObject({ messages: [], hasEarlier: false })
    expect((await createInProcessClient(http, clock).get(`${at}/detail`, { id: ticket.id, before: 'x' }, headers(ann))).envelope.key).toBe(
      'VALIDATION',
    )
    const bob = await person()
    expect(
      (await createInProcessClient(http, clock).get(`${at}/detail`, { id: ticket.id, before: newest.messages[0].id }, headers(bob)))
        .envelope.key,
    ).toBe('NOT_FOUND')
  })

  it('keeps the clock of the oldest message without an answer; a complaint has eight weeks', async () => {
    const ann = await person()
    const { result: plain } = await create(ann)
    const { result: complaint } = await create(ann, { topic: 'complaint' })
    expect(complaint.answerBy).toBe(instantToWireTime(asInstant(clock.now() + 56 * dayMs)))
    clock.advance(3_600_000)
    await reply(ann, plain.id)
    expect((await list(ann)).records.find(({ id }: { id: string }) => id === plain.id).answerBy).toBe(plain.answerBy)
  })

  it('is its owner’s alone', async () => {
    const [ann, bob] = [await person(), await person()]
    const { result: ticket } = await create(ann)
    const before = await db.query('select * from support_ticket where id = $1', [ticket.id])
    for (const id of [ticket.id, '999999999999999999', '99999999999999999999']) {
      expect((await detail(bob, id)).envelope.key).toBe('NOT_FOUND')
      expect((await reply(bob, id)).envelope.key).toBe('NOT_FOUND')
      expect((await close(bob, id)).envelope.key).toBe('NOT_FOUND')
    }
    expect((await list(bob)).total).toBe(0)
    expect(await db.query('select * from support_ticket where id = $1', [ticket.id])).toEqual(before)
  })

  it('is about an own order alone', async () => {
    const [ann, bob] = [await person(), await person()]
    await db.query(
      `insert into withdrawal (id, order_no, user_id, currency, chain_type, money, fee, usdt_value, day, address, is_young, phase,
         review_by_ms, created_ms, updated_ms)
       values (77, 'WD77', $1, 'USDT', 'ERC20', 50, 1, 50, '2026-11-21', '0x0', false, 'review', 1795290400000, 1, 1)`,
      [ann.id],
    )
    expect((await create(ann, { orderNo: 'WD77' })).result.orderNo).toBe('WD77')
    expect((await create(bob, { orderNo: 'WD77' })).envelope.key).toBe('NOT_FOUND')
    expect((await create(bob, { orderNo: 'XX77' })).envelope.key).toBe('NOT_FOUND')
    expect((await create(bob, { orderNo: "WD7'7" })).envelope.key).toBe('VALIDATION')
  })

  it('carries own pictures of the kind, which are kept and shown by signed addresses', async () => {
    const [ann, bob] = [await person(), await person()]
    const mine = [await upload(ann), await upload(ann)]
    const theirs = await upload(bob)
    const voucher = await upload(ann, 'voucher')
    for (const wrong of [theirs, voucher, '12345'])
      expect((await create(ann, { fileIds: [mine[0], wrong] })).envelope.key).toBe('NOT_FOUND')
    expect((await create(ann, { fileIds: ['1', '2', '3', '4'] })).envelope.key).toBe('VALIDATION')
    expect((await list(ann)).total).toBe(0)
    const { result: ticket } = await create(ann, { fileIds: [mine[0], mine[1], mine[0]] })
    clock.advance(2 * dayMs)
    await deleteUnusedUploads(db, clock.now())
    const [message] = (await detail(ann, ticket.id)).result.messages
    expect(message.files.map(({ fileId }: { fileId: string }) => fileId)).toEqual(mine)
    const shown = await http.app.inject({ method: 'GET', url: message.files[1].url })
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect((await reply(ann, ticket.id, 'Look', [voucher])).envelope.key).toBe('NOT_FOUND')
  })

  it('comes once however often it is sent', async () => {
    const ann = await person()
    const id = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => create(ann, {}, { 'x-request-id': id })))
    expect(new Set(answers.map(({ result }) => result.id)).size).toBe(1)
    expect((await list(ann)).total).toBe(1)
  })
})

describe('limits', () => {
  it('lets five be open, however many come at once, and makes room when one is closed', async () => {
    const ann = await person()
    const answers = await Promise.all(Array.from({ length: 9 }, () => create(ann)))
    expect(answers.filter(({ envelope }) => envelope.success)).toHaveLength(maxOpenSupportTickets)
    const no = answers.find(({ envelope }) => !envelope.success)!.envelope
    expect([no.key, no.code, no.result]).toEqual(['TOO_MANY_TICKETS', 4203, { max: 5 }])
    const first = answers.find(({ envelope }) => envelope.success)!.result.id
    await close(ann, first)
    expect((await create(ann)).envelope.success).toBe(true)
    expect((await reply(ann, first)).envelope.key).toBe('TOO_MANY_TICKETS')
  })

  it('lets so many messages be written within an hour', async () => {
    const ann = await person()
    const { result: ticket } = await create(ann)
    for (let n = 1; n < maxTicketMessagesPerHour; n++) expect((await reply(ann, ticket.id)).envelope.success).toBe(true)
    clock.advance(1_800_000)
    const { envelope } = await reply(ann, ticket.id)
    expect([envelope.key, envelope.result]).toEqual(['TOO_MANY', { seconds: 1_800 }])
    expect((await create(ann)).envelope.key).toBe('TOO_MANY')
    clock.advance(1_800_000)
    expect((await reply(ann, ticket.id)).envelope.success).toBe(true)
  })

  it('cleans what is written, and refuses what is nothing then', async () => {
    expect(cleanTicketText('  a\u0301\r\nb\u202e\u200bc\u0007\n\n\n\nd\ud800 ')).toBe('á\nbc\n\nd\ufffd')
    expect(cleanTicketText('👨‍👩‍👧 می‌خواهم')).toBe('👨‍👩‍👧 می‌خواهم')
    expect(() => cleanTicketText('\u200b \n')).toThrow('validation')
    expect(Array.from(supportTicketTitleOf('😀'.repeat(200)))).toHaveLength(80)
    const ann = await person()
    expect((await create(ann, { text: '\u200b\u200b' })).envelope.key).toBe('VALIDATION')
    expect((await create(ann, { text: 'x'.repeat(2001) })).envelope.key).toBe('VALIDATION')
    expect((await create(ann, { topic: 'toString' })).envelope.key).toBe('VALIDATION')
    const { result } = await create(ann, { text: `${'😀'.repeat(200)}\n<b>hi</b>` })
    expect((await detail(ann, result.id)).result.messages[0].text).toBe(`${'😀'.repeat(200)}\n<b>hi</b>`)
  })
})

describe('the program of the sandbox', () => {
  it('answers once, names articles of the topic in the reader’s language, and stops no clock', async () => {
    const ann = await person()
    const { result: ticket } = await create(ann, { topic: 'loan' })
    await Promise.all([sendDueSupportAutoReplies(appContext), sendDueSupportAutoReplies(appContext)])
    expect((await detail(ann, ticket.id)).result.messages).toHaveLength(1)
    clock.advance(supportAutoReplyDelayMs)
    await Promise.all([
      sendDueSupportAutoReplies(appContext),
      sendDueSupportAutoReplies({ ...appContext }),
      sendDueSupportAutoReplies(appContext),
    ])
    expect((await list(ann)).records[0]).toMatchObject({ status: 0, unread: 1, answerBy: ticket.answerBy })
    const { result: english } = await detail(ann, ticket.id)
    expect(english.messages).toHaveLength(2)
    expect(english.messages[1]).toMatchObject({
      by: 'program',
      articles: [{ id: 'loans', title: 'How loans work' }, { id: 'margin-and-close-out' }],
    })
    expect(english.messages[1].text).toContain('not from a person')
    const { result: japanese } = await detail(ann, ticket.id, 'jp')
    expect(japanese.messages[1].articles[0].title).not.toBe('How loans work')
    expect([japanese.messages[0].text, japanese.title]).toEqual([english.messages[0].text, english.title])
    await reply(ann, ticket.id, 'もしもし')
    expect((await detail(ann, ticket.id, 'es-xx')).result.messages).toHaveLength(3)
  })

  it('is silent where staff were first, where it was closed, and in production', async () => {
    const ann = await person()
    const ids = [(await create(ann)).result.id, (await create(ann)).result.id]
    await answer(ids[0])
    await close(ann, ids[1])
    clock.advance(supportAutoReplyDelayMs)
    await sendDueSupportAutoReplies(appContext)
    await db.query(`update support_ticket set status = 2, waits_since_ms = null, answer_by_ms = null where status = 0`)
    const real = { ...appContext, config: { ...appContext.config, env: 'production' as const } }
    const { createSupportTicket } = await import('./write.ts')
    await db.transaction((sql) =>
      createSupportTicket(real, sql, { userId: ann.id, topic: 'other', text: 'a', orderNo: '', now: clock.now() }),
    )
    clock.advance(supportAutoReplyDelayMs)
    await sendDueSupportAutoReplies(appContext)
    const rows = await db.query(
      `select from support_message m join support_ticket t on t.id = m.ticket_id where t.user_id = $1 and m.by = 'program'`,
      [ann.id],
    )
    expect(rows).toEqual([])
  })

  it('names articles that are there', async () => {
    const rows = await db.query<{ slug: string }>(`select slug from content_piece where kind = 'help' and lang = 'en-us'`)
    const known = new Set(rows.map(({ slug }) => slug))
    expect(
      Object.values(supportTopicHelpArticles)
        .flat()
        .filter((slug) => !known.has(slug)),
    ).toEqual([])
  })
})

describe('staff', () => {
  it('answer nothing that is closed, end nothing that waits, and two answers are two messages', async () => {
    const ann = await person()
    const { result: ticket } = await create(ann)
    const end = () => staffDo((sql, after) => closeTicketByStaff(appContext, sql, ticket.id, clock.now(), after))
    expect(await end()).toBe('waits')
    await Promise.all([answer(ticket.id, 'one'), answer(ticket.id, 'two')])
    const [kept] = await db.query<{ first_answer_ms: string }>('select first_answer_ms from support_ticket where id = $1', [ticket.id])
    clock.advance(5_000)
    await answer(ticket.id, 'three')
    expect(await db.query('select first_answer_ms from support_ticket where id = $1', [ticket.id])).toEqual([kept])
    expect(await end()).toMatchObject({ id: ticket.id })
    expect(await end()).toBe('closed')
    expect(await answer(ticket.id)).toBe('closed')
    expect(await answer('999')).toBe('unknown')
    await expect(answer(ticket.id, '  ')).rejects.toMatchObject({ refusal: 'validation' })
  })

  it('and the database keep what was written', async () => {
    await expect(db.query(`update support_message set text = 'x'`)).rejects.toThrow('UPDATE')
    await expect(db.query(`update support_ticket set title = 'x'`)).rejects.toThrow('not changed')
    await expect(db.query(`update support_ticket set user_id = 1`)).rejects.toThrow('not changed')
    await expect(
      db.query(`insert into support_message (ticket_id, by, text, created_ms) select id, 'staff', 'x', 1 from support_ticket`),
    ).rejects.toThrow('violates check')
  })
})

it('what another app shares is not read where no worker takes it, and the new message says so', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const reply = await http.app.inject({ method: 'POST', url: '/share', headers, payload: 'x'.repeat(3_000_000) })
  expect([reply.statusCode, reply.headers.location]).toEqual([303, '/support?new=1&shared=lost'])
})

it('no error came of all this', () => {
  expect(faults).toEqual([])
})
