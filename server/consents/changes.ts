import type { LanguageCode } from '#contract/calls/account.ts'
import type { AgreementVersionDiff } from '#contract/calls/consents.ts'
import { Refusal } from '#contract/refusals.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { diffAgreementPassages, splitAgreementPassages } from './passages.ts'

interface Row {
  lang: LanguageCode
  version: string
  title: string
  html: string
  updated_ms: string
}
interface AgreementChangesQuery {
  id: string
  from?: string | undefined
  to?: string | undefined
  lang: LanguageCode
}

/** How two versions differ, in the language where it has both, else in English. Refuses notFound for a text or a version that is not known. */
export async function readAgreementChanges(sql: Sql, { id, from, to, lang }: AgreementChangesQuery): Promise<AgreementVersionDiff> {
  const rows = await sql.query<Row>(
    `select lang, version, title, html, updated_ms from agreement_text where slug = $1 and lang in ($2, 'en-us')
     order by updated_ms desc, length(version) desc, version desc`,
    [id, lang],
  )
  const english = rows.filter((row) => row.lang === 'en-us')
  const own = rows.filter((row) => row.lang === lang)
  const found = pair(own, from, to) ?? pair(english, from, to)
  if (!found) throw new Refusal('notFound')
  const [before, after] = found
  return {
    id,
    title: after.title,
    lang: after.lang,
    from: before ? versionOf(before) : null,
    to: versionOf(after),
    lines: diffAgreementPassages(before ? splitAgreementPassages(before.html) : [], splitAgreementPassages(after.html)),
    versions: (after.lang === lang ? own : english).map(versionOf),
  }
}

const versionOf = ({ version, updated_ms }: Row) => ({ version, time: asInstant(Number(updated_ms)) })

/** The two that are asked for, newest first in the list; without names the newest and the one before it. */
function pair(rows: readonly Row[], from: string | undefined, to: string | undefined): [Row | undefined, Row] | undefined {
  const at = to === undefined ? 0 : rows.findIndex(({ version }) => version === to)
  const after = rows[at]
  if (!after) return undefined
  const before = from === undefined ? rows[at + 1] : rows.find(({ version }) => version === from)
  return from !== undefined && !before ? undefined : [before, after]
}
