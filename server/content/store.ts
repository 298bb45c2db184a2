import type { LanguageCode } from '#contract/calls/account.ts'
import type { Sql } from '#db/database.ts'
import { normalizeSearchText } from '#rules/fold.ts'
import { contentSourceLanguage } from './languages.ts'
import type { ContentKind } from './parse.ts'

/** A row as the database gives it: int8 as text. */
export interface ContentPiece {
  slug: string
  lang: LanguageCode
  kind: ContentKind
  category: string
  title: string
  summary: string
  html: string
  toc: { id: string; title: string }[]
  version: string
  position: number
  is_sample: boolean
  is_pinned: boolean
  priority: 'L' | 'M' | 'H'
  published_ms: string
  updated_ms: string
  checksum: string
  /** About what it takes on a phone. */
  bytes: number
}

/** What tells whether a piece changed, and how big it is. */
export type ContentPieceChecksum = Pick<ContentPiece, 'slug' | 'lang' | 'kind' | 'checksum' | 'bytes'>

/** What a list asks for. A piece that `lang` lacks is given in English, and only that piece. */
export interface ContentPieceQuery {
  kinds: readonly ContentKind[]
  lang: LanguageCode
  category?: string | undefined
  keyword?: string | undefined
}

const columns = `slug, lang, kind, category, title, summary, html, toc, version, position, is_sample, is_pinned, priority,
  published_ms, updated_ms, checksum, octet_length(html) + 1000 as bytes`
// Pinned first, then reading order, then the newest; ties by slug.
const order = 'is_pinned desc, position, published_ms desc, slug desc'
const matching = `
  from (
    select distinct on (slug) * from content_piece where kind = any($1) and lang in ($2, '${contentSourceLanguage}') order by slug, (lang = $2) desc
  ) shown
  where ($3::text is null or category = $3) and ($4::text[] is null or folded_words like all ($4))`

const mostWords = 8
/** Every word must occur, however it is typed; the pattern's own signs are taken as plain characters. */
const patterns = (keyword: string | undefined) => {
  const words = normalizeSearchText(keyword ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, mostWords)
  return words.length === 0 ? null : words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
}

const values = ({ kinds, lang, category, keyword }: ContentPieceQuery) => [kinds, lang, category ?? null, patterns(keyword)]

/** How many there are. */
export async function countContentPieces(sql: Sql, wanted: ContentPieceQuery): Promise<number> {
  const [row] = await sql.query<{ total: number }>(`select count(*)::int as total ${matching}`, values(wanted))
  return row?.total ?? 0
}

/** One page of them; with a keyword, those whose title has it come first. */
export function listContentPieces(sql: Sql, wanted: ContentPieceQuery, limit: number, offset: number): Promise<ContentPiece[]> {
  return sql.query<ContentPiece>(
    `select ${columns} ${matching} order by coalesce(folded_title like all ($4), false) desc, ${order} limit $5 offset $6`,
    [...values(wanted), limit, offset],
  )
}

/** All of them without their texts, in the order of a list. */
export function listContentChecksums(sql: Sql, wanted: ContentPieceQuery): Promise<ContentPieceChecksum[]> {
  return sql.query<ContentPieceChecksum>(
    `select slug, lang, kind, checksum, octet_length(html) + 1000 as bytes ${matching} order by ${order}`,
    values(wanted),
  )
}

/** One by its id, in `lang` or else in English. */
export async function findContentPiece(
  sql: Sql,
  kinds: readonly ContentKind[],
  slug: string,
  lang: LanguageCode,
): Promise<ContentPiece | undefined> {
  const [row] = await sql.query<ContentPiece>(
    `select ${columns} from content_piece where slug = $1 and kind = any($2) and lang in ($3, '${contentSourceLanguage}') order by (lang = $3) desc limit 1`,
    [slug, kinds, lang],
  )
  return row
}
