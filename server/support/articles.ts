import type { LanguageCode } from '#contract/calls/account.ts'
import { supportTopicHelpArticles, type SupportTicketTopic } from '#contract/calls/support.ts'
import type { Sql } from '#db/database.ts'

/** Those that are there, by name in that language or else in English. */
export async function readHelpArticleTitlesForTopic(
  sql: Sql,
  topic: SupportTicketTopic,
  lang: LanguageCode,
): Promise<{ id: string; title: string }[]> {
  const slugs = supportTopicHelpArticles[topic]
  const rows = await sql.query<{ slug: string; title: string }>(
    `select distinct on (slug) slug, title from content_piece where slug = any($1) and kind = 'help' and lang in ($2, 'en-us')
     order by slug, (lang = $2) desc`,
    [slugs, lang],
  )
  return slugs.flatMap((slug) => rows.filter((row) => row.slug === slug).map(({ title }) => ({ id: slug, title })))
}
