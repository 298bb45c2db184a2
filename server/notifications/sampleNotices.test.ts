import { afterAll, expect, test } from 'vitest'
import { languageCodes } from '#contract/calls/account.ts'
import { tryCreateUser } from '#account/people.ts'
import { path } from '#sitemap'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import { createManualClock } from '../core/clock.ts'
import { setOrAssertDatabaseEnvironment } from '../core/startup/environment.ts'
import { type NoticeRow, serializeNotice, unreadNoticeCounts } from './writeNotices.ts'

// Samples of notices for new people of a sandbox (docs/rules/seed-data.md).

const clock = createManualClock(Date.parse('2026-11-21T12:00:00Z'))
const open: Awaited<ReturnType<typeof testDatabase>>[] = []
afterAll(() => Promise.all(open.map((db) => db.close())))

async function newcomer(env: 'sandbox' | 'production') {
  const db = await testDatabase()
  open.push(db)
  await setOrAssertDatabaseEnvironment(db, env)
  const person = await tryCreateUser(db, { email: 'ann@example.com', country: 'JP', lang: 'jp' }, clock.now())
  const userId = person?.id ?? ''
  return { db, userId, rows: await db.query<NoticeRow>('select * from inbox_notice where user_id = $1 order by id desc', [userId]) }
}

test('a new person of the sandbox finds one of each kind, which nobody was notified of and nothing counts', async () => {
  const { db, userId, rows } = await newcomer('sandbox')
  expect(rows.map(({ type, link }) => [type, link])).toEqual([
    ['system', path.sessions],
    ['task', path.benefits],
    ['transaction', path.balanceRecords],
  ])
  expect(await unreadNoticeCounts(db, userId)).toEqual({ all: 0, system: 0, task: 0, transaction: 0 })
  expect(await db.query('select * from push_outbox')).toEqual([])
  expect(await db.query('select * from mail_outbox')).toEqual([])
})

test('each says in every language that it is a sample', async () => {
  const { rows } = await newcomer('sandbox')
  const word = {
    'en-us': 'Sample',
    jp: 'サンプル',
    ko: '샘플',
    mlxy: 'Contoh',
    tai: 'ตัวอย่าง',
    vl: 'Mẫu',
    xi: 'Ejemplo',
    'zh-cn': '示例',
    'zh-tw': '範例',
  }
  for (const lang of languageCodes)
    for (const row of rows) {
      const { title, content } = serializeNotice(row, lang)
      expect(title.startsWith(word[lang]), `${lang}: ${title}`).toBe(true)
      expect(content).not.toBe('')
    }
})

test('where money is real nobody finds any', async () => expect((await newcomer('production')).rows).toEqual([]))
