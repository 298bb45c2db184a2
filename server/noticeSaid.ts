import type { LanguageCode } from '#contract/calls/account.ts'
import { book } from '#contract/constants.ts'
import { say, type Text } from './i18n.ts'

const inCompetition = {
  title: /*i18n*/ { id: 'notice.inCompetition', message: '{name} · {title}' },
  content: /*i18n*/ {
    id: 'notice.inCompetitionText',
    message: '{content} This is in the competition “{name}”, with its virtual fund, not with money.',
  },
}

/** Whether it tells of a position in a competition, and of which. */
export const isInCompetition = (params: Readonly<Record<string, string>>): boolean =>
  params['book'] === String(book.contest) && params['name'] !== undefined

/**
 * A notice in that language, filled with `params`. One about a position in a competition says in which: a person may be in several at once
 * (product §0.1), and the same market in each.
 */
export function noticeSaid(
  lang: LanguageCode,
  words: { title: Text; content: Text },
  params: Readonly<Record<string, string>>,
): { title: string; content: string } {
  const title = say(lang, words.title, params)
  const content = say(lang, words.content, params)
  if (!isInCompetition(params)) return { title, content }
  const { name = '' } = params
  return { title: say(lang, inCompetition.title, { name, title }), content: say(lang, inCompetition.content, { name, content }) }
}
