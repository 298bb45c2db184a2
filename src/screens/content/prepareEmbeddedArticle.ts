import { consumeEmbeddedReply } from '#api/embeddedReply.ts'
import { content } from '#contract/calls/content.ts'
import { requestedLanguage } from '#i18n/i18n.ts'
import { cleanArticleHtml } from '#widgets/content/articleHtml.ts'

/** Takes the article out of the page that came with it, and cleans it: the screen then stands at once. */
export async function prepareEmbeddedArticle(id: string): Promise<void> {
  const article = consumeEmbeddedReply(content.article, { id, lang: requestedLanguage().code })
  if (article) await cleanArticleHtml(article.html).catch(() => undefined)
}
