import type { Announcement, Article, ArticleSummary, Notice } from '#contract/calls/content.ts'
import { asInstant } from '#contract/time.ts'
import { coverOf } from '#rules/marks.ts'
import type { Kind } from './parse.ts'
import { readingMinutes } from './readingMinutes.ts'
import type { Piece } from './store.ts'

export const articleKinds = ['help', 'news', 'agreement'] as const satisfies readonly Kind[]
const relatedMost = 3

/** A piece as lists show it. */
export const toSummary = (piece: Piece): ArticleSummary => ({
  id: piece.slug,
  kind: piece.kind as ArticleSummary['kind'],
  category: piece.category,
  title: piece.title,
  summary: piece.summary,
  cover: coverOf(piece.category),
  lang: piece.lang,
  publishTime: asInstant(Number(piece.published_ms)),
  updateTime: asInstant(Number(piece.updated_ms)),
  version: piece.version,
  minutes: readingMinutes(piece.html),
  sample: piece.is_sample,
})

/** A piece with its text and the nearest others of its kind and category among `all`: next in reading order, or closest in time. */
export function toArticle(piece: Piece, all: readonly Piece[]): Article {
  const steps = (other: Piece) => Math.abs(other.position - piece.position)
  const apart = (other: Piece) => Math.abs(Number(other.published_ms) - Number(piece.published_ms))
  const related = all
    .filter((other) => other.slug !== piece.slug && other.kind === piece.kind && other.category === piece.category)
    .sort((a, b) => steps(a) - steps(b) || apart(a) - apart(b) || (a.slug < b.slug ? 1 : -1))
  return { ...toSummary(piece), html: piece.html, toc: piece.toc, related: related.slice(0, relatedMost).map(toSummary) }
}

/** A piece as the list of announcements shows it. */
export const toAnnouncement = (piece: Piece): Announcement => ({
  id: piece.slug,
  title: piece.title,
  msgAbstract: piece.summary,
  msgContent: piece.html,
  priority: piece.priority,
  sendTime: asInstant(Number(piece.published_ms)),
  lang: piece.lang,
})

/** A piece as the list of standing notices shows it. */
export const toNotice = (piece: Piece): Notice => ({
  id: piece.slug,
  title: piece.title,
  content: piece.html,
  type: piece.category,
  lang: piece.lang,
  pinned: piece.is_pinned,
  publishTime: asInstant(Number(piece.published_ms)),
})
