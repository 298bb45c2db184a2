import { languageCodes, type LanguageCode } from '#contract/calls/account.ts'
import { type Environment, textFor } from '../content/environments.ts'
import { type Kind, parse } from '../content/parse.ts'
import { sanitise } from '../content/sanitise.ts'
import { checksumOf, writePiece } from '../content/writePiece.ts'
import { type Desk, work } from './desk.ts'
import { StaffRefused } from './refused.ts'
import type { Staff } from './staff.ts'

/** What staff may publish between releases. Help and agreements come with a release alone. */
export const publishable = ['news', 'notice', 'announcement'] as const satisfies readonly Kind[]

/** A text to be published: its file's words, and where it goes. */
export interface Draft {
  slug: string
  kind: string
  lang: string
  text: string
}

/** How it will be read, and the code without which it is not published: exactly what was previewed, or nothing. */
export interface Preview {
  title: string
  summary: string
  category: string
  /** Cleaned; what is not allowed is gone. */
  html: string
  words: string
  code: string
}

const usage = (sentence: string) => new StaffRefused('usage', sentence)

function kindAndLang({ slug, kind, lang }: Draft): { kind: Kind; lang: LanguageCode } {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) || slug.length > 60)
    throw usage('The name of a text is small letters, digits and single hyphens, at most 60.')
  const found = publishable.find((one) => one === kind)
  if (!found) throw usage(`"${kind}" cannot be published. Kinds: ${publishable.join(', ')}.`)
  const language = languageCodes.find((one) => one === lang)
  if (!language) throw usage(`"${lang}" is no language of ours. Languages: ${languageCodes.join(', ')}.`)
  return { kind: found, lang: language }
}

/** Reads a draft as it would be shown; refuses a faulty one with the place of the fault, and one that names the other environment alone. */
export function previewDraft({ house }: Desk, written: Draft): Preview {
  const { kind, lang } = kindAndLang(written)
  const draft = inEnvironment(house.config.env, written)
  const text = read(draft)
  if (text.published > house.clock.now() || text.updated > house.clock.now())
    throw usage('Its dates lie ahead: what is published is shown at once.')
  const { html, words } = sanitise(text.body)
  const code = checksumOf(kind, `${draft.slug}\n${lang}\n${draft.text}`).slice(0, 12)
  return { title: text.title, summary: text.summary, category: text.category, html, words, code }
}

/** The draft as it reads in this environment. A draft need not name one: what staff publish stays in the database they work on. */
function inEnvironment(environment: Environment, draft: Draft): Draft {
  const file = /^environments:/m.test(draft.text.split('\n\n')[0] ?? '') ? draft.text : `environments: ${environment}\n${draft.text}`
  let text: string | undefined
  try {
    text = textFor(environment, file, draft.slug)
  } catch (error) {
    throw usage(`${(error as Error).message}.`)
  }
  if (text === undefined) throw usage(`"${draft.slug}" is not for ${environment}, says its line "environments:".`)
  return { ...draft, text }
}

function read({ text, slug }: Draft): ReturnType<typeof parse> {
  try {
    return parse(text, slug)
  } catch (error) {
    throw usage(`${(error as Error).message}.`)
  }
}

/** Shows it to everybody, or in place of its earlier version. Refuses a code of another preview and the name of a text of the release. */
export function publishDraft(desk: Desk, staff: Staff, draft: Draft, code: string): Promise<void> {
  const { kind, lang } = kindAndLang(draft)
  if (previewDraft(desk, draft).code !== code)
    throw new StaffRefused('refused', 'This is not the text that was previewed. Preview it and use the code that is shown.')
  return work(desk, staff, 'content.publish', async ({ sql, log }) => {
    const { slug, text } = inEnvironment(desk.house.config.env, draft)
    const taken = await sql.query("select from content_piece where slug = $1 and (origin = 'release' or kind <> $2)", [slug, kind])
    if (taken.length > 0) throw new StaffRefused('refused', `The name "${slug}" belongs to another text.`)
    await writePiece(sql, { slug, lang, kind, where: slug, text, checksum: checksumOf(kind, text) }, 'staff')
    await log('content.publish', { slug, kind, lang, sha256: checksumOf(kind, text) })
  })
}
