import { afterEach, beforeEach, expect, it } from 'vitest'
import { languageCodes } from '#contract/calls/account.ts'
import type { Database } from '#db/database.ts'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import { createManualClock } from '../core/clock.ts'
import { contentHandlers } from './handlers.ts'
import { seedContent } from './seedContent.ts'
import { publishPriceRecordRoots } from './dayRoots.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'

// The root of each day of prices stands in the news, once, in every language (docs/rules/prices.md).
const dayMs = 86_400_000
// 2026-11-21 00:00:30 UTC+8: the day before was sealed a moment ago.
const startMs = 1_795_190_430_000
let db: Database
let clock: ReturnType<typeof createManualClock>
let app: AppContext
const dayOf = (n: number): string => new Date(startMs + 8 * 3_600_000 + (n - 1) * dayMs).toISOString().slice(0, 10)

beforeEach(async () => {
  db = await testDatabase()
  clock = createManualClock(startMs)
  app = { config: { env: 'sandbox', marketFeed: { kind: 'sim' } }, clock, db } as unknown as AppContext
})
afterEach(() => db.close())

/** The last head of the n-th day, as the signer leaves it right after midnight. */
const seal = (n: number, { final = true, log = 'market', day = dayOf(n) } = {}) =>
  db.query(`insert into fair_head (log, day, tree_size, root, ms, sig, kid, final) values ($1, $2, $3, $4, $5, 's', 'k', $6)`, [
    log,
    day,
    86_400 + n,
    String(n % 10).repeat(64),
    startMs + n * dayMs,
    final,
  ])
const posts = () =>
  db.query<{ slug: string; lang: string }>(`select slug, lang from content_piece where origin = 'dayRoot' order by slug, lang`)
const context = { sql: undefined, lang: 'en-us' } as unknown as RequestContext<'open'>
const news = (pageSize = 50) => contentHandlers(app).articles({ kind: 'news', pageNo: 1, pageSize } as never, { ...context, sql: db })

it('a day that is over is posted once in each language, however many servers look and however often', async () => {
  await seal(0)
  await seal(1, { final: false })
  const found = await Promise.all([publishPriceRecordRoots(app), publishPriceRecordRoots(app), publishPriceRecordRoots(app)])
  expect(found.every((count) => count <= 1)).toBe(true)
  expect(await publishPriceRecordRoots(app)).toBe(0)
  expect(await posts()).toEqual([...languageCodes].sort().map((lang) => ({ slug: 'day-root-2026-11-20', lang })))
  const { html, title, kind } = await contentHandlers(app).article({ id: 'day-root-2026-11-20' }, { ...context, sql: db })
  expect([kind, title]).toEqual(['news', 'Price root of 20/11/2026'])
  for (const part of ['2026-11-20', '86400', '0'.repeat(64), 'href="/fair"', 'href="/verify"', '/api/public/fair/head?day=2026-11-20'])
    expect(html).toContain(part)
})

it('days without a server are caught up, and what is older than a month goes: the list is as long after years', async () => {
  for (let n = 0; n < 40; n++) await seal(n)
  clock.set(startMs + 39 * dayMs)
  expect(await publishPriceRecordRoots(app)).toBe(32)
  clock.advance(10 * dayMs)
  expect(await publishPriceRecordRoots(app)).toBe(0)
  expect(new Set((await posts()).map(({ slug }) => slug)).size).toBe(22)
  // Within the minute in which the oldest becomes too old nothing goes and comes again.
  for (const seconds of [15, 15, 15, 15]) {
    clock.advance(seconds * 1000)
    expect(await publishPriceRecordRoots(app)).toBe(0)
  }
  expect(new Set((await posts()).map(({ slug }) => slug)).size).toBe(21)
})

it('stands behind the news that people write, and stays when a release is taken up', async () => {
  await seal(0)
  await publishPriceRecordRoots(app)
  await seedContent(db)
  const { records, total } = await news()
  expect(total).toBeGreaterThan(5)
  expect(records.at(-1)?.id).toBe('day-root-2026-11-20')
  expect(records.filter(({ id }) => id.startsWith('day-root')).length).toBe(1)
})

it('a replayed file has posts of its own', async () => {
  app.config = { ...app.config, marketFeed: { kind: 'replay', file: '/data/old.csv' } } as never
  await seal(0, { log: 'replay:old.csv', day: '2017-09-04@old.csv' })
  await seal(0)
  await publishPriceRecordRoots(app)
  expect(new Set((await posts()).map(({ slug }) => slug))).toEqual(new Set(['replayed-day-root-2017-09-04']))
})

it('a day that cannot be posted keeps no other waiting, and comes at the next look', async () => {
  for (const n of [0, 1, 2]) await seal(n)
  clock.set(startMs + 2 * dayMs)
  const told: unknown[] = []
  let tries = 0
  const failing: Database = {
    ...db,
    transaction: (work) => (++tries === 1 ? Promise.reject(new Error('no')) : db.transaction(work)),
  }
  expect(await publishPriceRecordRoots({ ...app, db: failing }, (words) => told.push(words))).toBe(2)
  expect(told).toEqual(['the root of 2026-11-20 could not be posted'])
  expect(await publishPriceRecordRoots(app)).toBe(1)
})
