import { createHash } from 'node:crypto'
import type { LanguageCode } from '#contract/calls/account.ts'
import type { OfflineContentBundle } from '#contract/calls/content.ts'
import type { Sql } from '#db/database.ts'
import { articleKinds, toAnnouncement, toArticle, toStandingNotice } from './article.ts'
import { contentKinds } from './parse.ts'
import { listContentChecksums, listContentPieces, type ContentPieceChecksum, type ContentPiece } from './store.ts'

/** Articles and agreements together. */
const mostArticles = 80
/** Of each of the two lists that stand on /announcements. */
const mostNotes = 20
const mostBytes = 3_000_000
const markBytes = 4

const rank = { agreement: 0, help: 1, news: 2, notice: 3, announcement: 4 } as const

/** The whole bundle of a language as it was last read; the same object again is compressed once. */
const whole = new Map<LanguageCode, OfflineContentBundle>()

/**
 * Everything worth reading without a signal: all agreements, help, then news from the newest, at most 80 and 3 MB, and what is
 * announced. `version` changes exactly when any of it does; it names every piece by a few bytes of its sum, so that whoever gives it back as
 * `since` gets only what is new or different, whatever server made it.
 */
export async function buildOfflineContentBundle(sql: Sql, lang: LanguageCode, since: string | undefined): Promise<OfflineContentBundle> {
  const marks = chosen(await listContentChecksums(sql, { kinds: contentKinds, lang }))
  const version = versionOf(marks)
  const known = since === undefined ? new Set<string>() : marksIn(since)
  const isKnown = (piece: ContentPieceChecksum): boolean => known.has(markOf(piece))
  const stored = whole.get(lang)
  if (stored?.version === version && !marks.some(isKnown)) return stored
  const pieces = chosen(await listContentPieces(sql, { kinds: contentKinds, lang }, 500, 0))
  const bundle = bundleOf(lang, pieces, (piece) => !isKnown(piece), since)
  if (!pieces.some(isKnown)) whole.set(lang, bundle)
  return bundle
}

function bundleOf(
  lang: LanguageCode,
  pieces: readonly ContentPiece[],
  isNew: (piece: ContentPiece) => boolean,
  since: string | undefined,
): OfflineContentBundle {
  const articles = pieces.filter((piece) => isArticle(piece))
  const piecesOf = (kind: ContentPiece['kind']): ContentPiece[] => pieces.filter((piece) => piece.kind === kind)
  const version = versionOf(pieces)
  return {
    lang,
    version,
    ids: articles.map(({ slug }) => slug),
    articles: articles.filter((piece) => piece.kind !== 'agreement' && isNew(piece)).map((piece) => toArticle(piece, articles)),
    agreements: articles.filter((piece) => piece.kind === 'agreement' && isNew(piece)).map((piece) => toArticle(piece, articles)),
    // Short, and their order is part of what they say: all of them, or none when none changed or went.
    ...((notesIn(version) !== notesIn(since) || pieces.every(isNew)) && {
      announcements: piecesOf('announcement').map(toAnnouncement),
      notices: piecesOf('notice').map(toStandingNotice),
    }),
    // The allow-list of texts lets no picture through (sanitise.ts).
    images: [],
  }
}

const isArticle = ({ kind }: ContentPieceChecksum): boolean => (articleKinds as readonly string[]).includes(kind)

/** What fits, agreements first. */
function chosen<P extends ContentPieceChecksum>(all: readonly P[]): P[] {
  const sorted = all.toSorted((a, b) => rank[a.kind] - rank[b.kind])
  const left = { articles: mostArticles, notice: mostNotes, announcement: mostNotes, bytes: mostBytes }
  return sorted.filter((piece) => {
    const list = piece.kind === 'notice' || piece.kind === 'announcement' ? piece.kind : 'articles'
    if (left[list] === 0 || piece.bytes > left.bytes) return false
    left[list] -= 1
    left.bytes -= piece.bytes
    return true
  })
}

const sumOf = (text: string): Buffer => createHash('sha256').update(text).digest()
const markOf = ({ lang, slug, checksum }: ContentPieceChecksum): string =>
  sumOf(`${lang}/${slug}/${checksum}`).toString('hex', 0, markBytes)

const marksOf = (pieces: readonly ContentPieceChecksum[]): string => Buffer.from(pieces.map(markOf).join(''), 'hex').toString('base64url')

// A short sum to show, then each article's mark in order, then those of what is announced.
function versionOf(pieces: readonly ContentPieceChecksum[]): string {
  const marks = `${marksOf(pieces.filter(isArticle))}.${marksOf(pieces.filter((piece) => !isArticle(piece)))}`
  return `${sumOf(marks).toString('hex', 0, 4)}.${marks}`
}

const notesIn = (version: string | undefined): string | undefined => version?.split('.')[2]

function marksIn(version: string): Set<string> {
  const eachMark = new RegExp(`.{${markBytes * 2}}`, 'g')
  const parts = version.split('.').slice(1, 3)
  return new Set(parts.flatMap((part) => Buffer.from(part, 'base64url').toString('hex').match(eachMark) ?? []))
}
