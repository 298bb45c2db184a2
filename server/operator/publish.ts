import { languageCodes, type LanguageCode } from '#contract/calls/account.ts'
import { type ServerEnvironment, seedTextForEnvironment } from '../content/environments.ts'
import { type ContentKind, parseContentText } from '../content/parse.ts'
import { sanitiseHtml } from '../content/sanitise.ts'
import { contentChecksumOf, writeContentPiece } from '../content/writePiece.ts'
import { type OperatorContext, runStaffAction } from './operatorContext.ts'
import { StaffError } from './staffError.ts'
import type { StaffMember } from './staff.ts'

/** What staff may publish between releases. Help and agreements come with a release alone. */
export const publishableContentKinds = ['news', 'notice', 'announcement'] as const satisfies readonly ContentKind[]

/** A text to be published: its file's words, and where it goes. */
export interface ContentDraft {
  slug: string
  kind: string
  lang: string
  text: string
}

/** How it will be read, and the code without which it is not published: exactly what was previewed, or nothing. */
export interface ContentDraftPreview {
  title: string
  summary: string
  category: string
  /** Cleaned; what is not allowed is gone. */
  html: string
  words: string
  code: string
}

const usage = (sentence: string) => new StaffError('usage', sentence)

function kindAndLang({ slug, kind, lang }: ContentDraft): { kind: ContentKind; lang: LanguageCode } {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) || slug.length > 60)
    throw usage('The name of a text is small letters, digits and single hyphens, at most 60.')
  const found = publishableContentKinds.find((contentKind) => contentKind === kind)
  if (!found) throw usage(`"${kind}" cannot be published. Kinds: ${publishableContentKinds.join(', ')}.`)
  const language = languageCodes.find((languageCode) => languageCode === lang)
  if (!language) throw usage(`"${lang}" is no language of ours. Languages: ${languageCodes.join(', ')}.`)
  return { kind: found, lang: language }
}

/** Reads a draft as it would be shown; refuses a faulty one with the place of the fault, and one that names the other environment alone. */
export function previewContentDraft({ app }: OperatorContext, written: ContentDraft): ContentDraftPreview {
  const { kind, lang } = kindAndLang(written)
  const draft = inEnvironment(app.config.env, written)
  const text = read(draft)
  if (text.published > app.clock.now() || text.updated > app.clock.now())
    throw usage('Its dates lie ahead: what is published is shown at once.')
  const { html, words } = sanitiseHtml(text.body)
  const code = contentChecksumOf(kind, `${draft.slug}\n${lang}\n${draft.text}`).slice(0, 12)
  return { title: text.title, summary: text.summary, category: text.category, html, words, code }
}

/** The draft as it reads in this environment. A draft need not name one: what staff publish stays in the database they work on. */
function inEnvironment(environment: ServerEnvironment, draft: ContentDraft): ContentDraft {
  const file = /^environments:/m.test(draft.text.split('\n\n')[0] ?? '') ? draft.text : `environments: ${environment}\n${draft.text}`
  let text: string | undefined
  try {
    text = seedTextForEnvironment(environment, file, draft.slug)
  } catch (error) {
    throw usage(`${(error as Error).message}.`)
  }
  if (text === undefined) throw usage(`"${draft.slug}" is not for ${environment}, says its line "environments:".`)
  return { ...draft, text }
}

function read({ text, slug }: ContentDraft): ReturnType<typeof parseContentText> {
  try {
    return parseContentText(text, slug)
  } catch (error) {
    throw usage(`${(error as Error).message}.`)
  }
}

/** Shows it to everybody, or in place of its earlier version. Refuses a code of another preview and the name of a text of the release. */
export function publishContentDraft(context: OperatorContext, staff: StaffMember, draft: ContentDraft, code: string): Promise<void> {
  const { kind, lang } = kindAndLang(draft)
  if (previewContentDraft(context, draft).code !== code)
    throw new StaffError('refused', 'This is not the text that was previewed. Preview it and use the code that is shown.')
  return runStaffAction(context, staff, 'content.publish', async ({ sql, log }) => {
    const { slug, text } = inEnvironment(context.app.config.env, draft)
    const conflicts = await sql.query("select from content_piece where slug = $1 and (origin = 'release' or kind <> $2)", [slug, kind])
    if (conflicts.length > 0) throw new StaffError('refused', `The name "${slug}" belongs to another text.`)
    await writeContentPiece(sql, { slug, lang, kind, where: slug, text, checksum: contentChecksumOf(kind, text) }, 'staff')
    await log('content.publish', { slug, kind, lang, sha256: contentChecksumOf(kind, text) })
  })
}
