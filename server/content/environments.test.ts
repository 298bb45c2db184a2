import { readdir, readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { environmentWords } from '../../tests/support/environmentWords.ts'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import type { LanguageCode } from '#contract/calls/account.ts'
import { asInstant } from '#contract/time.ts'
import type { Database } from '#db/database.ts'
import { sharedMailTexts, mailTextsByKind } from '../notifications/mail/mailWords.ts'
import { refusals } from '#contract/refusals.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { translate, type TranslatableText } from '../core/i18n.ts'
import { noticeTextsByKind } from '../notifications/noticeTexts.ts'
import { agreementSettingsReply, riskTextsReply } from '../settings/settingReplies.ts'
import { contentHandlers } from './handlers.ts'
import { serverEnvironments, parseSeedTextEnvironments, seedTextForEnvironment } from './environments.ts'
import { contentLanguageFolders } from './languages.ts'
import { contentKinds } from './parse.ts'
import { seedContent } from './seedContent.ts'

const shipped = new URL('../db/seed/content/', import.meta.url)
const other = { sandbox: 'production', production: 'sandbox' } as const
const handlers = contentHandlers({} as AppContext)

describe('a text as it reads in one environment', () => {
  const text = 'environments: sandbox, production\ntitle: A<sandbox> B</sandbox>\n\n<p>1</p><production>\n<p>2</p></production>\n'

  it('has what belongs to it and nothing of the other', () => {
    expect(seedTextForEnvironment('sandbox', text, 'x')).toBe('title: A B\n\n<p>1</p>\n')
    expect(seedTextForEnvironment('production', text, 'x')).toBe('title: A\n\n<p>1</p>\n<p>2</p>\n')
  })

  it('is none where it does not belong', () => {
    expect(seedTextForEnvironment('production', 'environments: sandbox\ntitle: A\n\n<p>1</p>', 'x')).toBeUndefined()
  })

  it.each([
    ['title: A\n\n<p>1</p>', 'must name'],
    ['environments:\ntitle: A\n\n<p>1</p>', 'must name'],
    ['environments: sandbox, staging\ntitle: A\n\n<p>1</p>', 'must name'],
    ['title: A\n\nenvironments: sandbox\n', 'must name'],
    ['environments: sandbox\n\n<sandbox>1', 'no partner'],
    ['environments: sandbox\n\n1</production>', 'no partner'],
    ['environments: sandbox\n\n<sandbox>1<production>2</production></sandbox>', 'within another'],
    ['environments: sandbox\n\n<sandbox>1</production>', 'no partner'],
  ])('a faulty one is named: %j', (file, what) => {
    expect(() => seedTextForEnvironment('sandbox', file, 'help/x')).toThrow(what)
    expect(() => seedTextForEnvironment('sandbox', file, 'help/x')).toThrow('help/x')
  })
})

/** Every seed file, by its place under a language. */
async function filesOf(folder: string): Promise<[string, string][]> {
  const found: [string, string][] = []
  for (const kind of contentKinds)
    for (const name of await readdir(new URL(`${folder}/${kind}/`, shipped)))
      found.push([`${kind}/${name}`, await readFile(new URL(`${folder}/${kind}/${name}`, shipped), 'utf8')])
  return found
}

const passagesIn = (text: string, environment: string): string[] =>
  [...text.matchAll(new RegExp(`<${environment}>([\\s\\S]*?)</${environment}>`, 'g'))].map(([, words = '']) => words)

describe.each(contentLanguageFolders)('the texts that ship, in $folder', ({ folder, lang }) => {
  it('name the same environments as the English ones', async () => {
    const english = new Map(await filesOf('en'))
    for (const [place, text] of await filesOf(folder))
      expect([place, parseSeedTextEnvironments(text, place)]).toEqual([place, parseSeedTextEnvironments(english.get(place) ?? '', place)])
  })

  it.each(serverEnvironments)('say nothing of the other environment in %s', async (environment) => {
    const files = await filesOf(folder)
    expect(files.length).toBeGreaterThan(60)
    for (const [place, file] of files) {
      const text = seedTextForEnvironment(environment, file, place)
      if (text === undefined) continue
      expect([place, environmentWords(other[environment], lang).exec(text)?.[0]]).toEqual([place, undefined])
      for (const passage of passagesIn(file, other[environment]))
        if (passage.trim().length > 15 && !passagesIn(file, environment).some((own) => own.includes(passage.trim())))
          expect([place, text.includes(passage)]).toEqual([place, false])
    }
  })
})

/** What the server itself writes to people, in this order: title or subject, then text. Samples are written in a sandbox alone. */
const written: [string, TranslatableText][] = [
  ...Object.entries(noticeTextsByKind)
    .filter(([kind]) => !kind.startsWith('sample'))
    .flatMap(([kind, words]): [string, TranslatableText][] => Object.values(words).map((text) => [kind, text as TranslatableText])),
  ...Object.entries(mailTextsByKind).flatMap(([kind, { subject, body }]): [string, TranslatableText][] => [
    [kind, subject],
    [kind, body],
  ]),
  ...Object.entries(sharedMailTexts).map(([name, text]): [string, TranslatableText] => [name, text]),
  ...Object.entries(refusals).map(([name, { message }]): [string, TranslatableText] => [name, message]),
]

describe.each(contentLanguageFolders)('notices, pushes, mails and refusals, in $folder', ({ lang }) => {
  it.each(serverEnvironments)('name the other environment nowhere in %s', (environment) => {
    expect(written.length).toBeGreaterThan(300)
    const found = written.filter(([, text]) => environmentWords(other[environment], lang).test(translate(lang, text)))
    // A refusal that production alone gives.
    expect(found.map(([name]) => name).filter((name) => !(environment === 'sandbox' && name === 'marketSimulated'))).toEqual([])
  })
})

describe('what a server answers', () => {
  let databases: Record<(typeof serverEnvironments)[number], Database>
  beforeAll(async () => {
    databases = { sandbox: await testDatabase(), production: await testDatabase() }
    // A production database that an earlier release filled with the texts of a sandbox.
    for (const environment of serverEnvironments) await seedContent(databases[environment], 'sandbox')
    await databases.production.query(
      `insert into content_piece (slug, lang, kind, category, title, summary, html, words, toc, version, published_ms, updated_ms, checksum, origin)
       values ('by-staff', 'en-us', 'notice', 'system', 'By staff', 'x', '<p>x</p>', 'x', '[]', '1', 0, 0, 'x', 'staff')`,
    )
    await seedContent(databases.production, 'production')
  })
  afterAll(() => Promise.all(serverEnvironments.map((environment) => databases[environment].close())))

  const contextOf = (sql: Database, lang: LanguageCode): RequestContext<'open'> => ({
    visitor: undefined,
    sql,
    now: asInstant(0),
    lang,
    ip: '',
    userAgent: '',
    requestId: undefined,
    afterCommit: () => {},
  })

  describe.each(serverEnvironments)('in %s', (environment) => {
    it.each(contentLanguageFolders)('says nothing of the other environment, in $folder', async ({ lang }) => {
      const sql = databases[environment]
      const given = contextOf(sql, lang)
      const paging = { pageNo: 1, pageSize: 100 }
      const replies = {
        announcements: await handlers.announcements(paging, given),
        notices: await handlers.notices(paging, given),
        articles: await handlers.articles(paging, given),
        bundle: await handlers.offlineBundle({}, given),
        agreements: await agreementSettingsReply(sql, lang),
        risks: await riskTextsReply(sql, lang),
      }
      for (const [name, reply] of Object.entries(replies))
        expect([name, environmentWords(other[environment], lang).exec(JSON.stringify(reply))?.[0]]).toEqual([name, undefined])
      expect(replies.notices.total).toBeGreaterThanOrEqual(4)
      expect(replies.announcements.total).toBeGreaterThanOrEqual(2)
      expect(replies.bundle.agreements).toHaveLength(5)
    })
  })

  it('loses the sandbox’s texts from a production database, and keeps what staff published', async () => {
    const slugs = async (sql: Database) =>
      (await sql.query<{ slug: string }>(`select slug from content_piece where kind in ('notice', 'announcement') and lang = 'en-us'`)).map(
        ({ slug }) => slug,
      )
    expect(await slugs(databases.sandbox)).toEqual(expect.arrayContaining(['welcome-to-the-sandbox', 'play-money-only']))
    const left = await slugs(databases.production)
    expect(left).not.toContain('welcome-to-the-sandbox')
    expect(left).not.toContain('play-money-only')
    expect(left).toContain('by-staff')
    const versions = await databases.production.query<{ version: string; title: string }>(
      `select version from content_piece where slug = 'user-agreement' and lang = 'en-us'`,
    )
    expect(versions).toEqual([{ version: '2' }])
  })
})
