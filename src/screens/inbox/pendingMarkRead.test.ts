import { expect, test } from 'vitest'
import { type InboxNotice, type InboxNoticeType } from '#contract/calls/inbox.ts'
import { asInstant } from '#contract/time.ts'
import { buildPendingMarkAllRead, isNoticeInPendingMarkAllRead, adjustUnreadCountsForLocalReads } from './pendingMarkRead.ts'

// All that is unread, marked at once, while more of it is on the server than on the screen.

const notice = (id: string, type: InboxNoticeType = 'system', read = 0): InboxNotice => ({
  id,
  type,
  kind: 'levelUp',
  title: '',
  content: '',
  params: {},
  link: '',
  refType: '',
  refId: '',
  read,
  createTime: asInstant(0),
})
const loaded = [notice('1000'), notice('999', 'task'), notice('998', 'system', 1)]

test('what is not loaded counts, and nothing newer than the newest that was seen is marked', () => {
  const marked = buildPendingMarkAllRead('all', loaded, 250)
  expect(marked).toEqual({ ids: ['1000', '999'], count: 250, rest: { upTo: '1000' } })
  expect([notice('7'), notice('1000'), notice('1001'), notice('10000')].map((one) => isNoticeInPendingMarkAllRead(marked, one))).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('of one kind only what is of it', () => {
  const marked = buildPendingMarkAllRead('system', [loaded[0]!, loaded[2]!], 3)
  expect(marked).toEqual({ ids: ['1000'], count: 3, rest: { type: 'system', upTo: '1000' } })
  expect([isNoticeInPendingMarkAllRead(marked, notice('5')), isNoticeInPendingMarkAllRead(marked, notice('5', 'task'))]).toEqual([
    true,
    false,
  ])
})

test('where all of them are loaded they are named one by one, also where the count is of yesterday', () => {
  expect(buildPendingMarkAllRead('all', loaded, 2)).toEqual({ ids: ['1000', '999'], count: 2 })
  expect(buildPendingMarkAllRead('all', loaded, 1)).toEqual({ ids: ['1000', '999'], count: 2 })
  expect(buildPendingMarkAllRead('task', [], 4)).toEqual({ ids: [], count: 0 })
})

test('what came meanwhile is all that is unread, and taking it back shows everything again', () => {
  const marked = buildPendingMarkAllRead('all', loaded, 250)
  const now = [notice('1001', 'transaction'), ...loaded]
  const unread = { all: 251, system: 240, task: 10, transaction: 1 }
  const here = (one: InboxNotice) => isNoticeInPendingMarkAllRead(marked, one)
  expect(adjustUnreadCountsForLocalReads(unread, now, here, marked.rest)).toEqual({ all: 1, system: 0, task: 0, transaction: 1 })
  expect(adjustUnreadCountsForLocalReads(unread, now, () => false, undefined)).toEqual(unread)
  expect(adjustUnreadCountsForLocalReads(unread, now, ({ id }) => id === '999', undefined)).toEqual({
    all: 250,
    system: 240,
    task: 9,
    transaction: 1,
  })
  const system = buildPendingMarkAllRead('system', [loaded[0]!], 240)
  expect(adjustUnreadCountsForLocalReads(unread, now, (one) => isNoticeInPendingMarkAllRead(system, one), system.rest)).toEqual({
    all: 11,
    system: 0,
    task: 10,
    transaction: 1,
  })
})
