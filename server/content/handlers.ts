import type { LanguageCode } from '#contract/calls/account.ts'
import type { Article } from '#contract/calls/content.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import type { House } from '#server/house.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { noteTask } from '#server/noteTask.ts'
import { articleKinds, toAnnouncement, toArticle, toNotice, toSummary } from './article.ts'
import { offlineBundle } from './offlineBundle.ts'
import { countPieces, listPieces, onePiece, type Piece, type Wanted } from './store.ts'

// More than any category holds; the nearest three are chosen from these.
const neighboursMost = 50
/** Reading it is a task (product §5.6). */
const pricesArticle = 'how-prices-are-made'

interface Paging {
  pageNo: number
  pageSize: number
}

async function pageOf<R>(sql: Sql, wanted: Wanted, { pageNo, pageSize }: Paging, show: (piece: Piece) => R) {
  const total = await countPieces(sql, wanted)
  const offset = (pageNo - 1) * pageSize
  const pieces = offset < total ? await listPieces(sql, wanted, pageSize, offset) : []
  return { records: pieces.map(show), total, size: pageSize, current: pageNo, pages: Math.ceil(total / pageSize) }
}

async function article(sql: Sql, id: string, lang: LanguageCode): Promise<Article> {
  const piece = await onePiece(sql, articleKinds, id, lang)
  if (!piece) throw new Refusal('notFound')
  return toArticle(piece, await listPieces(sql, { kinds: [piece.kind], lang, category: piece.category }, neighboursMost, 0))
}

/** Calls 105, 107, 109, 110 and 116. The language is the `lang` parameter, else the header's. */
export const contentHandlers = (house: House): Handlers<'content'> => ({
  announcements: (asked, { sql, lang }) => pageOf(sql, { kinds: ['announcement'], lang: asked.lang ?? lang }, asked, toAnnouncement),
  notices: (asked, { sql, lang }) => pageOf(sql, { kinds: ['notice'], lang: asked.lang ?? lang }, asked, toNotice),
  articles: ({ kind, category, keyword, ...asked }, { sql, lang }) =>
    pageOf(sql, { kinds: kind ? [kind] : articleKinds, lang: asked.lang ?? lang, category, keyword }, asked, toSummary),
  article: async (asked, { sql, lang, visitor, afterCommit }) => {
    const found = await article(sql, asked.id, asked.lang ?? lang)
    if (visitor && asked.id === pricesArticle) await noteTask(house, { sql, visitor, afterCommit }, 'readPrices')
    return found
  },
  offlineBundle: (asked, { sql, lang }) => offlineBundle(sql, asked.lang ?? lang, asked.since),
})
