import { createHash } from 'node:crypto'
import type { LanguageCode } from '#contract/calls/account.ts'
import type { Article } from '#contract/calls/content.ts'
import type { Sql } from '#db/database.ts'
import { articleKinds, toArticle } from './article.ts'
import { listPieces, type Piece } from './store.ts'

const mostArticles = 80
const mostBytes = 3_000_000

const rank = { agreement: 0, help: 1, news: 2, notice: 3, announcement: 4 } as const

/**
 * Everything worth reading without a signal (call 116): agreements, help, then news from the newest, at most 80 and 3 MB.
 * `version` changes exactly when any of it does.
 */
export async function offlineBundle(sql: Sql, lang: LanguageCode): Promise<{ version: string; articles: Article[] }> {
  const pieces = await listPieces(sql, { kinds: articleKinds, lang }, 500, 0)
  pieces.sort((a, b) => rank[a.kind] - rank[b.kind])
  const taken: Piece[] = []
  const articles: Article[] = []
  let bytes = 0
  for (const piece of pieces.slice(0, mostArticles)) {
    const article = toArticle(piece, pieces)
    bytes += Buffer.byteLength(JSON.stringify(article))
    if (bytes > mostBytes) break
    taken.push(piece)
    articles.push(article)
  }
  const marks = taken.map((piece) => `${piece.lang}/${piece.slug}/${piece.checksum}`)
  return { version: createHash('sha256').update(marks.join('\n')).digest('hex').slice(0, 16), articles }
}
