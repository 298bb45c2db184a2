import type { HelpArticleReader, HelpArticleSection } from '../core/articleSections.ts'
import { articleKinds } from './article.ts'
import { findContentPiece } from './store.ts'

/** Reads help articles for other rooms. */
export const helpArticleReader: HelpArticleReader = {
  sectionsOf: async (sql, id, lang) => sectionsIn((await findContentPiece(sql, articleKinds, id, lang))?.html ?? ''),
  titleOf: async (sql, id, lang) => (await findContentPiece(sql, articleKinds, id, lang))?.title,
}

/** What stands before the first heading is the article's own beginning and answers no question. */
function sectionsIn(html: string): HelpArticleSection[] {
  const [, ...parts] = html.split(/<h2[^>]*>/)
  return parts.flatMap((part) => {
    const [heading = '', answer] = part.split('</h2>')
    return answer === undefined ? [] : [{ question: asText(heading), answer: answer.trim() }]
  })
}

const signs: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&nbsp;': ' ' }

const asText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (sign) => signs[sign] ?? sign)
    .trim()
