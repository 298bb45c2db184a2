import type { Announcement, Article, ArticleSummary, PublicNotice } from '#contract/calls/content.ts'
import { asInstant } from '#contract/time.ts'
import { articleCategoryIconUrl } from '#rules/iconUrls.ts'
import type { ContentKind } from './parse.ts'
import { readingMinutes } from './readingMinutes.ts'
import type { ContentPiece } from './store.ts'

export const articleKinds = ['help', 'news', 'agreement'] as const satisfies readonly ContentKind[]
const relatedMost = 3

/** A piece as lists show it. */
export const toArticleSummary = (piece: ContentPiece): ArticleSummary => ({
  id: piece.slug,
  kind: piece.kind as ArticleSummary['kind'],
  category: piece.category,
  title: piece.title,
  summary: piece.summary,
  cover: articleCategoryIconUrl(piece.category),
  lang: piece.lang,
  publishTime: asInstant(Number(piece.published_ms)),
  updateTime: asInstant(Number(piece.updated_ms)),
  version: piece.version,
  minutes: readingMinutes(piece.html),
  sample: piece.is_sample,
})

/** A piece with its text and the nearest others of its kind and category among `all`: next in reading order, or closest in time. */
export function toArticle(piece: ContentPiece, all: readonly ContentPiece[]): Article {
  const steps = (other: ContentPiece) => Math.abs(other.position - piece.position)
  const apart = (other: ContentPiece) => Math.abs(Number(other.published_ms) - Number(piece.published_ms))
  const related = all
    .filter((other) => other.slug !== piece.slug && other.kind === piece.kind && other.category === piece.category)
    .sort((a, b) => steps(a) - steps(b) || apart(a) - apart(b) || (a.slug < b.slug ? 1 : -1))
  return { ...toArticleSummary(piece), html: piece.html, toc: piece.toc, related: related.slice(0, relatedMost).map(toArticleSummary) }
}

/** A piece as the list of announcements shows it. */
export const toAnnouncement = (piece: ContentPiece): Announcement => ({
  id: piece.slug,
  title: piece.title,
  msgAbstract: piece.summary,
  msgContent: piece.html,
  priority: piece.priority,
  sendTime: asInstant(Number(piece.published_ms)),
  lang: piece.lang,
})

/** A piece as the list of standing notices shows it. */
export const toStandingNotice = (piece: ContentPiece): PublicNotice => ({
  id: piece.slug,
  title: piece.title,
  content: piece.html,
  type: piece.category,
  lang: piece.lang,
  pinned: piece.is_pinned,
  publishTime: asInstant(Number(piece.published_ms)),
})
