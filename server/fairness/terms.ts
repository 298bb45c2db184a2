import type { SignedPublishedTerms, PublishedTerm } from '#contract/calls/fairness.ts'
import type { Decimal } from '#contract/decimal.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import type { Database, Sql } from '#db/database.ts'
import { compareDecimals } from '#rules/decimal.ts'
import { termsSigningText } from '#rules/signedNumbers.ts'
import type { ReleasedTerm } from '../terms/termsOfRelease.ts'
import { termsNoticePeriodMs } from '../terms/termsByTime.ts'
import { getOrCreatePublishedSigningKey } from '../core/signingKeys.ts'

const keptMs = 60_000
// Any number that no other lock has: servers that start together take turns.
const lockClass = 1067

interface Row {
  area: string
  subject: string
  name: string
  value: Decimal | null
}

/**
 * Writes down what this release changed: the first time all of it, as having held from the beginning. Later what is new, or is not offered any
 * more, from now on; what differs is told now and holds a week later, better or worse (docs/rules/fair-dealing.md). Running it again changes nothing.
 */
export function publishReleasedTerms(db: Database, terms: readonly ReleasedTerm[]): Promise<void> {
  return db.transaction(async (sql) => {
    await sql.query('select pg_advisory_xact_lock($1, 0)', [lockClass])
    const rows = await sql.query<Row & { from_ms: string }>(
      'select distinct on (area, subject, name) area, subject, name, value, from_ms from released_term order by area, subject, name, id desc',
    )
    const nameOf = ({ area, subject, name }: Omit<Row, 'value'>) => JSON.stringify([area, subject, name])
    const before = new Map(rows.map((row) => [nameOf(row), row]))
    const offered = new Set(terms.map(nameOf))
    const changed: Row[] = terms.filter((term) => {
      const value = before.get(nameOf(term))?.value ?? null
      return value === null || compareDecimals(value, term.value) !== 0
    })
    const ended = rows.filter((row) => row.value !== null && !offered.has(nameOf(row))).map((row): Row => ({ ...row, value: null }))
    const written = [...changed, ...ended]
    if (written.length === 0) return
    await sql.query(
      // Nothing holds before what was told earlier.
      `insert into released_term (area, subject, name, value, published_ms, from_ms)
       select area, subject, name, value, case when $5 then 0 else now_ms end,
         case when $5 then 0 else greatest(now_ms + case when is_change then $6 else 0 end, last_ms) end
       from unnest($1::text[], $2::text[], $3::text[], $4::numeric[], $7::boolean[], $8::bigint[])
         with ordinality as t (area, subject, name, value, is_change, last_ms, n),
         (select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms) as c order by n`,
      [
        written.map(({ area }) => area),
        written.map(({ subject }) => subject),
        written.map(({ name }) => name),
        written.map(({ value }) => value),
        rows.length === 0,
        termsNoticePeriodMs,
        written.map((row) => row.value !== null && (before.get(nameOf(row))?.value ?? null) !== null),
        written.map((row) => before.get(nameOf(row))?.from_ms ?? 0),
      ],
    )
  })
}

/** Every term with its history, signed; the newest answer is kept for a minute. */
export function createSignedTermsReader(): (sql: Sql, now: Instant) => Promise<SignedPublishedTerms> {
  let cached: { at: Instant; answer: Promise<SignedPublishedTerms> } | undefined
  return (sql, now) => {
    if (cached && Math.abs(now - cached.at) < keptMs) return cached.answer
    const made = { at: now, answer: read(sql, now) }
    cached = made
    // A failure is nobody's answer for a minute.
    made.answer.catch(() => {
      if (cached === made) cached = undefined
    })
    return made.answer
  }
}

async function read(sql: Sql, now: Instant): Promise<SignedPublishedTerms> {
  const terms = (await history(sql)).map(
    ({ from_ms, published_ms, called_off_ms, ...term }): PublishedTerm => ({
      ...term,
      fromMs: asInstant(Number(from_ms)),
      publishedMs: asInstant(Number(published_ms)),
      calledOffMs: called_off_ms === null ? null : asInstant(Number(called_off_ms)),
    }),
  )
  const key = await getOrCreatePublishedSigningKey(sql, now)
  return { terms, ms: now, kid: key.kid, sig: key.sign(termsSigningText(terms, now)) }
}

interface HistoryRow extends Row {
  from_ms: string
  published_ms: string
  by: 'release' | 'staff'
  called_off_ms: string | null
}

const history = (sql: Sql): Promise<HistoryRow[]> =>
  sql.query<HistoryRow>(
    `select area, subject, name, trim_scale(value) as value, from_ms, published_ms, by, called_off_ms from (
       select area, subject, name, value, from_ms, published_ms, 'release' as by, null::bigint as called_off_ms, id
       from released_term
       union all
       select 'withdrawal', currency || ' ' || chain_type, f.name, f.value, from_ms, published_ms,
         case when staff_id is null then 'release' else 'staff' end, called_off_ms, id
       from withdrawal_terms cross join lateral (values ('fee', fee), ('min', min)) as f (name, value)
     ) t order by area, subject, name, from_ms desc, id desc`,
  )
