import type { LanguageCode } from '#contract/calls/account.ts'
import type { Article } from '#contract/calls/content.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import type { AppContext } from '../core/appContext.ts'
import type { CallHandlers } from '../core/handlers.ts'
import { completeRewardTask } from '../notifications/completeTask.ts'
import { articleKinds, toAnnouncement, toArticle, toStandingNotice, toArticleSummary } from './article.ts'
import { buildOfflineContentBundle } from './offlineBundle.ts'
import { countContentPieces, listContentPieces, findContentPiece, type ContentPiece, type ContentPieceQuery } from './store.ts'

// More than any category holds; the nearest three are chosen from these.
const neighboursMost = 50
/** Reading it is a task (docs/rules/seed-data.md). */
const pricesArticle = 'how-prices-are-made'

interface Paging {
  pageNo: number
  pageSize: number
}

async function pageOf<R>(sql: Sql, wanted: ContentPieceQuery, { pageNo, pageSize }: Paging, show: (piece: ContentPiece) => R) {
  const total = await countContentPieces(sql, wanted)
  const offset = (pageNo - 1) * pageSize
  const pieces = offset < total ? await listContentPieces(sql, wanted, pageSize, offset) : []
  return { records: pieces.map(show), total, size: pageSize, current: pageNo, pages: Math.ceil(total / pageSize) }
}

async function article(sql: Sql, id: string, lang: LanguageCode): Promise<Article> {
  const piece = await findContentPiece(sql, articleKinds, id, lang)
  if (!piece) throw new Refusal('notFound')
  return toArticle(piece, await listContentPieces(sql, { kinds: [piece.kind], lang, category: piece.category }, neighboursMost, 0))
}

/** Calls 105, 107, 109, 110 and 116. The language is the `lang` parameter, else the header's. */
export const contentHandlers = (app: AppContext): CallHandlers<'content'> => ({
  announcements: (input, { sql, lang }) => pageOf(sql, { kinds: ['announcement'], lang: input.lang ?? lang }, input, toAnnouncement),
  notices: (input, { sql, lang }) => pageOf(sql, { kinds: ['notice'], lang: input.lang ?? lang }, input, toStandingNotice),
  articles: ({ kind, category, keyword, ...input }, { sql, lang }) =>
    pageOf(sql, { kinds: kind ? [kind] : articleKinds, lang: input.lang ?? lang, category, keyword }, input, toArticleSummary),
  article: async (input, { sql, lang, visitor, afterCommit }) => {
    const found = await article(sql, input.id, input.lang ?? lang)
    if (visitor && input.id === pricesArticle) await completeRewardTask(app, { sql, visitor, afterCommit }, 'readPrices')
    return found
  },
  offlineBundle: (input, { sql, lang }) => buildOfflineContentBundle(sql, input.lang ?? lang, input.since),
})
