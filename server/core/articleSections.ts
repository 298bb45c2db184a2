import type { LanguageCode } from '#contract/calls/account.ts'
import type { Sql } from '#db/database.ts'

/** A help article as questions and answers: each heading with what stands under it, as cleaned HTML. */
export interface HelpArticleSection {
  question: string
  answer: string
}

/** What modules may ask about help articles; handed to them in modules.ts. */
export interface HelpArticleReader {
  /** In `lang`, else in English; nothing where there is no such article. */
  sectionsOf(sql: Sql, id: string, lang: LanguageCode): Promise<HelpArticleSection[]>
  /** Undefined where there is no such article. */
  titleOf(sql: Sql, id: string, lang: LanguageCode): Promise<string | undefined>
}
