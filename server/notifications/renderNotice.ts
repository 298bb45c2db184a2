import type { LanguageCode } from '#contract/calls/account.ts'
import { accountTypes } from '#contract/constants.ts'
import { translate, type TranslatableText } from '../core/i18n.ts'

const inCompetition = {
  title: /*i18n*/ { id: 'notice.inCompetition', message: '{name} · {title}' },
  content: /*i18n*/ {
    id: 'notice.inCompetitionText',
    message: '{content} This is in the competition “{name}”, with its virtual fund, not with money.',
  },
}

/** Whether it tells of a position in a competition, and of which. */
export const isCompetitionPositionNotice = (params: Readonly<Record<string, string>>): boolean =>
  params['book'] === String(accountTypes.competition) && params['name'] !== undefined

/**
 * A notice in that language, filled with `params`. One about a position in a competition says in which: a person may be in several at once
 * (docs/rules/competitions.md), and the same market in each.
 */
export function renderNotice(
  lang: LanguageCode,
  words: { title: TranslatableText; content: TranslatableText },
  params: Readonly<Record<string, string>>,
): { title: string; content: string } {
  const title = translate(lang, words.title, params)
  const content = translate(lang, words.content, params)
  if (!isCompetitionPositionNotice(params)) return { title, content }
  const { name = '' } = params
  return {
    title: translate(lang, inCompetition.title, { name, title }),
    content: translate(lang, inCompetition.content, { name, content }),
  }
}
