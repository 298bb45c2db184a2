import type { LanguageCode } from '#contract/calls/account.ts'
import type { TicketTopic } from '#contract/calls/support.ts'
import type { Sql } from '#db/database.ts'

/** Help articles that fit a topic, the most likely one first. */
export const articlesFor: Readonly<Record<TicketTopic, readonly string[]>> = {
  account: ['keep-your-account-safe', 'sessions-and-signing-out', 'create-account'],
  verification: ['verify-identity', 'how-cases-are-decided'],
  deposit: ['deposits', 'balance-records'],
  withdrawal: ['withdrawals', 'fees', 'how-cases-are-decided'],
  trading: ['contracts-step-by-step', 'margin-and-close-out', 'fees'],
  earn: ['reserves', 'arbitrage-hosting', 'mining-machines'],
  loan: ['loans', 'margin-and-close-out'],
  complaint: ['how-cases-are-decided', 'verify-a-price', 'fees'],
  other: ['guest-and-demo', 'limits', 'languages-and-display'],
}

/** Those that are there, by name in that language or else in English. */
export async function articlesOf(sql: Sql, topic: TicketTopic, lang: LanguageCode): Promise<{ id: string; title: string }[]> {
  const slugs = articlesFor[topic]
  const rows = await sql.query<{ slug: string; title: string }>(
    `select distinct on (slug) slug, title from content_piece where slug = any($1) and kind = 'help' and lang in ($2, 'en-us')
     order by slug, (lang = $2) desc`,
    [slugs, lang],
  )
  return slugs.flatMap((slug) => rows.filter((row) => row.slug === slug).map(({ title }) => ({ id: slug, title })))
}
