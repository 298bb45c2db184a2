import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedInUser } from '../../core/visitor.ts'
import type { LanguageCode } from '#contract/calls/account.ts'
import { testDatabase } from '../../../tests/support/testDatabase.ts'
import { testContext } from '../../../tests/support/wire.ts'
import { createManualClock } from '../../core/clock.ts'
import { writeNotices } from '../writeNotices.ts'
import { inboxHandlers } from './handlers.ts'

// What is announced to everybody and what was told to one person, with what they have read.

const clock = createManualClock(Date.parse('2026-11-21T12:00:00Z'))
const db = await testDatabase()
const app = testContext(db, clock)
const calls = inboxHandlers()
const ann = visitor('1')
const ben = visitor('2')

beforeAll(async () => {
  await piece('first', 'en-us', 1)
  await piece('first', 'jp', 1)
  await piece('second', 'en-us', 2)
  await piece('other-kind', 'en-us', 3, 'news')
  await piece('only-korean', 'ko', 4)
  const notice = { type: 'system', kind: 'kycAuthorised', params: {}, link: '/renzhengResult', refType: '', refId: '' } as const
  await writeNotices(
    app,
    db,
    [
      { ...notice, userId: '1' },
      { ...notice, userId: '1', type: 'task' },
      { ...notice, userId: '2' },
    ],
    () => {},
  )
})
afterAll(() => db.close())

function visitor(userId: string): SignedInUser {
  return { userId, sessionId: '1', isGuest: false, country: 'JP', kycLevel: 0, isPapersEnded: false, lang: 'en-us', createdAtMs: 0 }
}
const piece = (slug: string, lang: string, publishedMs: number, kind = 'announcement') =>
  db.query(
    `insert into content_piece (slug, lang, kind, category, title, summary, html, words, toc, version, published_ms, updated_ms, checksum)
     values ($1, $2, $3, '', $1 || ' in ' || $2, 'in short', '<p>whole</p>', '', '[]', '1', $4, $4, '')`,
    [slug, lang, kind, publishedMs],
  )
const contextOf = (who: SignedInUser, lang: LanguageCode = 'en-us') =>
  ({ visitor: who, sql: db, now: clock.now(), lang, ip: '', userAgent: '', requestId: undefined, afterCommit: () => {} }) as const
const messages = async (who: SignedInUser, lang?: LanguageCode, paging = { pageNo: 1, pageSize: 10 }) =>
  calls.messages(paging, contextOf(who, lang))
const read = async (who: SignedInUser) => (await messages(who)).anntMsgList.map(({ id, readFlag }) => `${id} ${readFlag}`)

test('both lists are the person’s own view, newest first, with totals of all', async () => {
  const found = await messages(ann, 'jp')
  expect(found).toMatchObject({ anntMsgTotal: 2, sysMsgTotal: 1 })
  expect(found.anntMsgList.map(({ title }) => title)).toEqual(['second in en-us', 'first in jp'])
  expect(found.anntMsgList[0]).toEqual({
    id: 'second',
    title: 'second in en-us',
    msgAbstract: 'in short',
    msgContent: '<p>whole</p>',
    priority: 'M',
    sendTime: 2,
    link: '',
    readFlag: 0,
  })
  expect((await messages(ann)).sysMsgList).toMatchObject([
    { title: 'Your identity is verified', link: '/renzhengResult', sendTime: clock.now(), readFlag: 0 },
  ])
  const second = await messages(ann, 'en-us', { pageNo: 2, pageSize: 1 })
  expect([second.anntMsgList.map(({ id }) => id), second.sysMsgList, second.anntMsgTotal]).toEqual([['first'], [], 2])
})

test('reading is each person’s own, is done once, and does not care for what is not there', async () => {
  await calls.markAnnouncementsRead({ ids: ['first', 'other-kind', 'no-such'] }, contextOf(ann, 'jp'))
  expect(await read(ann)).toEqual(['second 0', 'first 1'])
  expect(await read(ben)).toEqual(['second 0', 'first 0'])
  clock.advance(1_000)
  await calls.markAnnouncementsRead({ ids: 'all' }, contextOf(ann))
  expect(await read(ann)).toEqual(['second 1', 'first 1'])
  const kept = await db.query<{ slug: string; read_ms: string }>(
    'select slug, read_ms from announcement_read where user_id = 1 order by slug',
  )
  expect(kept.find(({ slug }) => slug === 'first')?.read_ms).toBe(String(clock.now() - 1_000))
  expect(kept.map(({ slug }) => slug)).not.toContain('other-kind')

  const [{ id } = { id: '' }] = (await messages(ann)).sysMsgList
  await calls.markRead({ ids: [id] }, contextOf(ben))
  expect((await messages(ann)).sysMsgList[0]?.readFlag).toBe(0)
  await calls.markRead({ ids: [id] }, contextOf(ann))
  expect((await messages(ann)).sysMsgList[0]?.readFlag).toBe(1)
})
