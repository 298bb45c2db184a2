import { createHash } from 'node:crypto'
import type { Sql } from '#db/database.ts'
import { type ContentKind, parseContentText, type ParsedContentText } from './parse.ts'
import { sanitiseHtml } from './sanitise.ts'

// Goes up when sanitise.ts gives something else for the same file, so that stored pages are rendered again.
const rendering = '1'

/** What a text is known by: another one when its words or the way they are shown change. */
export const contentChecksumOf = (kind: ContentKind, text: string): string =>
  createHash('sha256').update(`${rendering}\n${kind}\n${text}`).digest('hex')

/** A text as it stands in a file. */
export interface ContentPieceFile {
  slug: string
  lang: string
  kind: ContentKind
  where: string
  text: string
  checksum: string
}

/** Writes a text, cleaned, over what has its name. `origin`: whether it came with the release, from staff, or is the root of a day. */
export async function writeContentPiece(sql: Sql, file: ContentPieceFile, origin: 'release' | 'staff' | 'dayRoot'): Promise<void> {
  const text = parseContentText(file.text, file.where)
  const clean = sanitiseHtml(text.body)
  await sql.query(
    `insert into content_piece (slug, lang, kind, category, title, summary, html, words, toc, version, position, is_sample, is_pinned,
       priority, published_ms, updated_ms, checksum, origin)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
     on conflict (slug, lang) do update set kind = excluded.kind, category = excluded.category, title = excluded.title,
       summary = excluded.summary, html = excluded.html, words = excluded.words, toc = excluded.toc, version = excluded.version,
       position = excluded.position, is_sample = excluded.is_sample, is_pinned = excluded.is_pinned, priority = excluded.priority,
       published_ms = excluded.published_ms, updated_ms = excluded.updated_ms, checksum = excluded.checksum, origin = excluded.origin`,
    [
      file.slug,
      file.lang,
      file.kind,
      text.category,
      text.title,
      text.summary,
      clean.html,
      clean.words,
      JSON.stringify(clean.toc),
      text.version,
      text.order,
      text.isSample,
      text.isPinned,
      text.priority,
      text.published,
      text.updated,
      file.checksum,
      origin,
    ],
  )
  if (file.kind === 'agreement') await keepVersion(sql, file, text, clean.html)
}

/** Every version of an agreement stays, so that anyone can see what a new one changed. */
const keepVersion = (
  sql: Sql,
  { slug, lang }: ContentPieceFile,
  { version, title, updated }: ParsedContentText,
  html: string,
): Promise<unknown> =>
  sql.query(
    `insert into agreement_text (slug, lang, version, title, html, updated_ms) values ($1, $2, $3, $4, $5, $6)
     on conflict (slug, lang, version) do update set title = excluded.title, html = excluded.html, updated_ms = excluded.updated_ms`,
    [slug, lang, version, title, html, updated],
  )
