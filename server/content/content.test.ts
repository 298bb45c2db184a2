import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import type { LanguageCode } from '#contract/calls/account.ts'
import { content } from '#contract/calls/content.ts'
import { asInstant } from '#contract/time.ts'
import type { Database } from '#db/database.ts'
import { normalizeSearchText } from '#rules/fold.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { contentHandlers } from './handlers.ts'
import { parseSeedTextEnvironments, seedTextForEnvironment } from './environments.ts'
import { contentLanguageFolders } from './languages.ts'
import { contentKinds, parseContentText } from './parse.ts'
import { seedContent } from './seedContent.ts'

const shipped = new URL('../db/seed/content/', import.meta.url)
const handlers = contentHandlers({} as AppContext)
let db: Database
let folder: URL

const contextOf = (lang: LanguageCode = 'en-us'): RequestContext<'open'> => ({
  visitor: undefined,
  sql: db,
  now: asInstant(0),
  lang,
  ip: '',
  userAgent: '',
  requestId: undefined,
  afterCommit: () => {},
})
const paging = { pageNo: 1, pageSize: 10 }

beforeAll(async () => {
  db = await testDatabase()
  folder = pathToFileURL(`${await mkdtemp(join(tmpdir(), 'fairlead-content-'))}/`)
  await cp(new URL('en/', shipped), new URL('en/', folder), { recursive: true })
  await mkdir(new URL('ja/help/', folder), { recursive: true })
  await writeFile(
    new URL('ja/help/fees.html', folder),
    'environments: sandbox, production\ntitle: 手数料\nsummary: すべての費用\ncategory: money\npublished: 2026-11-02 08:00\nupdated: 2026-11-16 08:00\nversion: 1\norder: 320\n\n<h2>手数料</h2><p>説明</p>\n',
  )
  await seedContent(db, 'sandbox', folder)
})
afterAll(async () => {
  await db.close()
  await rm(folder, { recursive: true })
})

describe('the texts that ship', () => {
  test('every file can be read, and every link leads to a text that exists', async () => {
    const slugs = new Set<string>()
    const links: { where: string; id: string }[] = []
    for (const { folder: language } of contentLanguageFolders) {
      for (const kind of contentKinds) {
        const place = new URL(`${language}/${kind}/`, shipped)
        for (const name of await readdir(place).catch(() => [])) {
          const where = `${language}/${kind}/${name}`
          const file = await readFile(new URL(name, place), 'utf8')
          for (const environment of parseSeedTextEnvironments(file, where))
            parseContentText(seedTextForEnvironment(environment, file, where) ?? '', where)
          if (language === 'en') slugs.add(name.replace(/\.html$/, ''))
          for (const [, id = ''] of file.matchAll(/articleDetail\?id=([\w-]+)/g)) links.push({ where, id })
        }
      }
    }
    expect(slugs.size).toBeGreaterThanOrEqual(30)
    expect(links.filter(({ id }) => !slugs.has(id))).toEqual([])
  })

  test.each(contentLanguageFolders.map(({ folder: language }) => language))(
    'the notices of docs/rules/seed-data.md, in %s',
    async (language) => {
      const names = await readdir(new URL(`${language}/notice/`, shipped))
      expect(names.sort()).toEqual(
        ['fees-table-v1', 'how-withdrawals-are-reviewed', 'price-key-rotation', 'weekend-hours', 'welcome-to-the-sandbox'].map(
          (name) => `${name}.html`,
        ),
      )
    },
  )

  test('ten news items, each marked as a sample', async () => {
    const news = await handlers.articles({ ...paging, kind: 'news' }, contextOf())
    expect(news.total).toBe(10)
    expect(news.records.every((item) => item.sample)).toBe(true)
  })
})

describe('seeding', () => {
  test('again changes nothing', async () => {
    expect(await seedContent(db, 'sandbox', folder)).toEqual({ written: 0, removed: 0 })
  })

  test('a changed text is written again, a vanished one goes', async () => {
    const place = new URL('en/news/whats-new.html', folder)
    const before = await readFile(place, 'utf8')
    await writeFile(place, before.replace(/^version: .+$/m, 'version: 90'))
    expect(await seedContent(db, 'sandbox', folder)).toEqual({ written: 1, removed: 0 })
    expect((await handlers.article({ id: 'whats-new' }, contextOf())).version).toBe('90')
    await rm(place)
    expect(await seedContent(db, 'sandbox', folder)).toEqual({ written: 0, removed: 1 })
    await expect(handlers.article({ id: 'whats-new' }, contextOf())).rejects.toMatchObject({ refusal: 'notFound' })
    await writeFile(place, before)
    await seedContent(db, 'sandbox', folder)
  })

  test('two servers at once agree', async () => {
    await db.query('delete from content_piece')
    const both = await Promise.all([seedContent(db, 'sandbox', folder), seedContent(db, 'sandbox', folder)])
    expect(both.map((done) => done.written).sort((a, b) => a - b)[0]).toBe(0)
    expect(await seedContent(db, 'sandbox', folder)).toEqual({ written: 0, removed: 0 })
  })

  test('a script in a file never reaches the database', async () => {
    const place = new URL('en/help/zz-hostile.html', folder)
    await writeFile(
      place,
      'environments: sandbox\ntitle: x\nsummary: x\ncategory: start\npublished: 2026-11-02 08:00\nupdated: 2026-11-02 08:00\nversion: 1\n\n<p onclick=a()>x</p><script>a()</script>\n',
    )
    await seedContent(db, 'sandbox', folder)
    expect((await handlers.article({ id: 'zz-hostile' }, contextOf())).html).toBe('<p>x</p>')
    await rm(place)
    await seedContent(db, 'sandbox', folder)
  })

  test.each([
    ['title: x\n\n<p>x</p>', 'is missing'],
    ['titel: x\n\n<p>x</p>', 'titel'],
    ['title: x\nsummary: x\ncategory: a\nversion: 1\npublished: 2026-11-02\nupdated: 2026-11-02 08:00\n\n<p>x</p>', 'published'],
    ['title: x\n', 'no text'],
  ])('a faulty file is named: %j', (file, why) => {
    expect(() => parseContentText(file, 'en/help/x.html')).toThrow(new RegExp(`en/help/x.html.*${why}`))
  })
})

describe('lists', () => {
  test('pages do not overlap, miss nothing, and are empty past the end', async () => {
    const ids: string[] = []
    for (let pageNo = 1; pageNo <= 4; pageNo++) {
      const page = await handlers.articles({ pageNo, pageSize: 3, kind: 'news' }, contextOf())
      expect(page).toMatchObject({ total: 10, size: 3, current: pageNo, pages: 4 })
      ids.push(...page.records.map((item) => item.id))
    }
    expect(new Set(ids).size).toBe(10)
    expect((await handlers.articles({ pageNo: 5, pageSize: 3, kind: 'news' }, contextOf())).records).toEqual([])
  })

  test('news come newest first, help in reading order, a pinned notice first', async () => {
    const news = (await handlers.articles({ ...paging, kind: 'news' }, contextOf())).records.map((item) => item.publishTime)
    expect(news).toEqual([...news].sort((a, b) => b - a))
    const help = (await handlers.articles({ ...paging, kind: 'help' }, contextOf())).records.map((item) => item.id)
    expect(help.slice(0, 2)).toEqual(['create-account', 'guest-and-demo'])
    expect((await handlers.notices(paging, contextOf())).records[0]).toMatchObject({ id: 'welcome-to-the-sandbox', pinned: true })
  })

  test('a search needs every word, finds titles first, and takes % and _ literally', async () => {
    const found = async (keyword: string) => (await handlers.articles({ ...paging, keyword }, contextOf())).records.map((item) => item.id)
    expect((await found('FUNDING rate'))[0]).toBe('reading-a-funding-rate')
    expect(await found('hashprice unfindableword')).toEqual([])
    expect(await found('un%dableword')).toEqual([])
    expect((await found('0.05 %')).length).toBeGreaterThan(0)
    expect(await found("'; drop table content_piece; --")).toEqual([])
    expect((await found('   ')).length).toBe(10)
  })

  test('finds what is typed without accents, full-width or in capitals, and folds as the app does', async () => {
    const found = async (keyword: string) => (await handlers.articles({ ...paging, keyword }, contextOf())).records.map((item) => item.id)
    expect((await found('ｆúnding RÀTE'))[0]).toBe('reading-a-funding-rate')
    for (const said of ['Nạp tiền', 'ĐỔI đổi', 'Depósitos', 'ＢＴＣ ㌦', 'İstanbul', '출금', 'が', 'ราคาทำ', 'ﬁat ①', 'Größe'])
      expect((await db.query<{ folded: string }>('select folded($1)', [said]))[0]?.folded, said).toBe(normalizeSearchText(said))
  })

  test('category narrows', async () => {
    const { records } = await handlers.articles({ ...paging, kind: 'help', category: 'money' }, contextOf())
    expect(records.map((item) => item.id).slice(0, 3)).toEqual(['demo-balance-and-ledger', 'fees', 'balance-records'])
    expect(new Set(records.map((item) => item.category))).toEqual(new Set(['money']))
  })
})

describe('languages', () => {
  test('a missing translation falls back to English, piece by piece', async () => {
    const { records, total } = await handlers.articles({ ...paging, kind: 'help', category: 'money' }, contextOf('jp'))
    expect(records.map(({ id, lang }) => [id, lang]).slice(0, 3)).toEqual([
      ['demo-balance-and-ledger', 'en-us'],
      ['fees', 'jp'],
      ['balance-records', 'en-us'],
    ])
    expect(total).toBe(records.length)
    expect(await handlers.article({ id: 'fees' }, contextOf('jp'))).toMatchObject({ title: '手数料', lang: 'jp' })
    expect(await handlers.article({ id: 'fees' }, contextOf('ko'))).toMatchObject({ title: 'Fees', lang: 'en-us' })
  })

  test('the lang parameter wins over the header', async () => {
    expect(await handlers.article({ id: 'fees', lang: 'jp' }, contextOf('en-us'))).toMatchObject({ lang: 'jp' })
    expect(await handlers.article({ id: 'fees', lang: 'en-us' }, contextOf('jp'))).toMatchObject({ lang: 'en-us' })
  })

  test('a search looks through the text that is shown', async () => {
    const search = async (keyword: string, lang: LanguageCode) =>
      (await handlers.articles({ ...paging, keyword, category: 'money' }, contextOf(lang))).records.map((item) => item.id)
    expect(await search('手数料', 'jp')).toEqual(['fees'])
    expect(await search('手数料', 'en-us')).toEqual([])
  })
})

describe('articles', () => {
  test('have contents, and relatives of the same category', async () => {
    const article = await handlers.article({ id: 'fees' }, contextOf())
    expect(article.toc[0]).toEqual({ id: 'section-1', title: 'What a contract costs' })
    expect(article.html).toContain('<h2 id="section-1">')
    expect(article.related.map((item) => item.id)).toEqual(expect.arrayContaining(['balance-records', 'demo-balance-and-ledger']))
  })

  test('a notice is not an article, and an unknown id is refused', async () => {
    await expect(handlers.article({ id: 'weekend-hours' }, contextOf())).rejects.toMatchObject({ refusal: 'notFound' })
    await expect(handlers.article({ id: "x' or 1=1" }, contextOf())).rejects.toMatchObject({ refusal: 'notFound' })
  })

  test('the offline bundle is whole, and its version follows its content', async () => {
    const bundle = await handlers.offlineBundle({}, contextOf())
    const named = async (kind: string) => (await readdir(new URL(`en/${kind}/`, shipped))).map((name) => name.slice(0, -5)).sort()
    expect(bundle.agreements.map(({ id }) => id).sort()).toEqual(await named('agreement'))
    expect(bundle.articles.map(({ id }) => id).sort()).toEqual([...(await named('help')), ...(await named('news'))].sort())
    expect(bundle.ids).toEqual([...bundle.agreements, ...bundle.articles].map(({ id }) => id))
    expect(bundle.ids.length).toBeLessThanOrEqual(80)
    expect(bundle.announcements?.map(({ id }) => id).sort()).toEqual(await named('announcement'))
    expect(bundle.notices?.map(({ id }) => id).sort()).toEqual(await named('notice'))
    expect(await handlers.offlineBundle({}, contextOf())).toBe(bundle)
    expect((await handlers.offlineBundle({ lang: 'jp' }, contextOf())).version).not.toBe(bundle.version)
  })

  test('since a version only what changed comes, also where another version is unknown', async () => {
    const [before, jp] = await Promise.all([handlers.offlineBundle({}, contextOf()), handlers.offlineBundle({ lang: 'jp' }, contextOf())])
    const { version } = before
    expect(await handlers.offlineBundle({ since: version }, contextOf())).toMatchObject({
      version,
      ids: before.ids,
      articles: [],
      agreements: [],
    })
    const fees = new URL('en/help/fees.html', folder)
    const news = new URL('en/news/whats-new.html', folder)
    const [feesText, newsText] = await Promise.all([readFile(fees, 'utf8'), readFile(news, 'utf8')])
    await writeFile(fees, feesText.replace('</p>', ' Changed.</p>'))
    await rm(news)
    await seedContent(db, 'sandbox', folder)
    const after = await handlers.offlineBundle({ since: version }, contextOf())
    expect(after.version).not.toBe(version)
    expect(after.articles.map(({ id }) => id)).toEqual(['fees'])
    expect(after.articles[0]?.html).toContain('Changed.')
    expect(after).toMatchObject({ agreements: [], ids: before.ids.filter((id) => id !== 'whats-new') })
    expect(after).not.toHaveProperty('announcements')
    // Japanese has a text of its own there: nothing of it changed.
    expect((await handlers.offlineBundle({ lang: 'jp', since: jp.version }, contextOf())).articles).toEqual([])
    for (const since of ['', '12345678', 'nonsense.%%%', jp.version.slice(0, 20)])
      expect((await handlers.offlineBundle({ since }, contextOf())).articles).toHaveLength(before.articles.length - 1)
    await writeFile(fees, feesText)
    await writeFile(news, newsText)
    await seedContent(db, 'sandbox', folder)
    expect((await handlers.offlineBundle({}, contextOf())).version).toBe(version)
  })

  test('what is announced no more is gone from the phone too, with nothing else new', async () => {
    const { version } = await handlers.offlineBundle({}, contextOf())
    const announced = new URL('en/announcement/read-offline.html', folder)
    const text = await readFile(announced, 'utf8')
    await rm(announced)
    await seedContent(db, 'sandbox', folder)
    const after = await handlers.offlineBundle({ since: version }, contextOf())
    expect(after).toMatchObject({ articles: [], agreements: [] })
    expect(after.announcements?.length).toBeGreaterThan(0)
    expect(after.announcements?.map(({ id }) => id)).not.toContain('read-offline')
    expect(await handlers.offlineBundle({ since: after.version }, contextOf())).not.toHaveProperty('announcements')
    await writeFile(announced, text)
    await seedContent(db, 'sandbox', folder)
  })

  test('every reply fits the contract', async () => {
    const page = { pageNo: 1, pageSize: 100 }
    z.encode(content.articles.reply, await handlers.articles(page, contextOf()))
    z.encode(content.notices.reply, await handlers.notices(page, contextOf()))
    z.encode(content.announcements.reply, await handlers.announcements(page, contextOf()))
    z.encode(content.article.reply, await handlers.article({ id: 'fees' }, contextOf('jp')))
    z.encode(content.offlineBundle.reply, await handlers.offlineBundle({}, contextOf()))
  })
})

describe('what a phone keeps to read without a signal', () => {
  let whole: Database
  beforeAll(async () => {
    whole = await testDatabase()
    await seedContent(whole)
  })
  afterAll(() => whole.close())

  test.each(contentLanguageFolders)('in $folder it stays under 3 MB, names no text twice, and holds every agreement', async ({ lang }) => {
    const bundle = await handlers.offlineBundle({ lang }, { ...contextOf(lang), sql: whole })
    expect(Buffer.byteLength(JSON.stringify(z.encode(content.offlineBundle.reply, bundle)))).toBeLessThan(3_000_000)
    expect(new Set(bundle.ids).size).toBe(bundle.ids.length)
    expect(bundle.agreements).toHaveLength(5)
    expect(bundle.agreements.every((agreement) => agreement.lang === lang)).toBe(true)
  })
})
