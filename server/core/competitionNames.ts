import type { LanguageCode } from '#contract/calls/account.ts'
import { competitionSeeds, endedSampleCompetition } from '#db/seed/competitions.ts'
import { translate } from './i18n.ts'

const own = new Map([...competitionSeeds, endedSampleCompetition].map(({ series, name }) => [series, name]))

/** What a competition is called for whoever reads: one of the release's own by its words, one that staff offered as they typed it. */
export function localizedCompetitionName(lang: LanguageCode, { series, name }: { series: string; name: string }): string {
  const words = own.get(series)
  return words?.message === name ? translate(lang, words) : name
}

/** A competition as its row names it. */
export interface CompetitionNameRow {
  id: string
  series: string
  name: string
}

/** As the wire names it, for whoever reads. */
export const toNamedCompetition = (lang: LanguageCode, row: CompetitionNameRow): { id: string; name: string } => ({
  id: row.id,
  name: localizedCompetitionName(lang, row),
})

/** What a notice is filled with, for whoever reads it: a competition in it, told with its series, by its name in that language. */
export function noticeParamsWithCompetitionName(
  lang: LanguageCode,
  params: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const { series, name } = params
  return series === undefined || name === undefined ? params : { ...params, name: localizedCompetitionName(lang, { series, name }) }
}

const sampleEntry = /*i18n*/ { id: 'competition.sampleEntry', message: 'Sample entry {number}' }

/** The name of an entry that is nobody's. */
export function translateSampleCompetitionEntryName(lang: LanguageCode, name: string): string {
  const number = /^Sample entry (\d+)$/.exec(name)?.[1]
  return number === undefined ? name : translate(lang, sampleEntry, { number })
}
