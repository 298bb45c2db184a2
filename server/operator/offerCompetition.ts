import type { Decimal } from '#contract/decimal.ts'
import { asInstant, wireTimeToInstant, type Instant, serverDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { isNegative, isPositive, negate, q8, decimalPlacesOfStep } from '#rules/decimal.ts'
import { addServerDays, startOfServerDay } from '#rules/serverDay.ts'
import { uncommittedCompetitionPrizeFundAfter, insertCompetition } from '../competitions/offer.ts'
import { lockCompetitionPrizes, competitionPrizeCurrency } from '../competitions/finalizeCompetition.ts'
import { type OperatorContext, runStaffAction } from './operatorContext.ts'
import { StaffError } from './staffError.ts'
import type { StaffMember } from './staff.ts'

/** The terms of a competition, which nobody changes once it is offered (docs/rules/competitions.md). */
export interface CompetitionTerms {
  series: string
  name: string
  /** The server's day (UTC+8) at whose beginning it starts, and how many days it lasts. */
  day: string
  days: number
  fund: Decimal
  /** By place from 1, in USDT. */
  prizes: readonly Decimal[]
  symbols: readonly string[]
  maxLever: number
  minTrades: number
  /** For so long after its end it is looked at before the table is final. */
  reviewHours: number
}

export interface OfferedCompetition {
  id: string
  from: Instant
  to: Instant
}

const usage = (sentence: string) => new StaffError('usage', sentence)
const refused = (sentence: string) => new StaffError('refused', sentence)
const isWithin = (value: number, least: number, most: number): boolean => Number.isInteger(value) && value >= least && value <= most

/** Whether the calendar has it: the 31st of February is none. */
function isDay(day: string): boolean {
  const at = wireTimeToInstant(`${day} 00:00:00`)
  return !Number.isNaN(at) && serverDayAt(at) === day
}

/** Everything that can be said without looking anything up. Refuses (usage). */
function check({ series, name, day, days, fund, prizes, maxLever, minTrades, reviewHours }: CompetitionTerms): void {
  if (!/^[a-z][a-z0-9-]{1,29}$/.test(series)) throw usage(`"${series}" is no series. Write it such as first-light.`)
  if (name.length < 3 || name.length > 60) throw usage('The name is 3 to 60 characters.')
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || !isDay(day)) throw usage(`"${day}" is no day. Write it such as 2026-11-30.`)
  if (!isWithin(days, 1, 90)) throw usage('It lasts 1 to 90 days.')
  if (!isPositive(fund) || decimalPlacesOfStep(fund) > 2) throw usage('The fund is above zero and has at most 2 decimals.')
  if (prizes.length > 100 || !prizes.every((prize) => isPositive(prize) && decimalPlacesOfStep(prize) <= 2))
    throw usage('There are at most 100 prizes, each above zero with at most 2 decimals.')
  if (!isWithin(maxLever, 1, 10)) throw usage('Leverage is 1 to 10.')
  if (!isWithin(minTrades, 0, 1_000)) throw usage('Closed trades for a prize are 0 to 1000.')
  if (!isWithin(reviewHours, 0, 168)) throw usage('It is looked at for 0 to 168 hours.')
}

/**
 * Offers a competition for a day that has not begun; everybody sees it from now on, and its terms are fixed. Refuses markets that are not ours,
 * a series that is not over, and prizes that the prize account cannot pay beside all others: two people put them there (reserve fund prizes).
 */
export function offerCompetition(context: OperatorContext, staff: StaffMember, terms: CompetitionTerms): Promise<OfferedCompetition> {
  const { clock, market } = context.app
  return runStaffAction(context, staff, 'competition.offer', async ({ sql, log }) => {
    check(terms)
    const { series, name, days, fund, prizes, symbols, day } = terms
    const unknown = symbols.find((symbol) => !market.spec(symbol))
    if (unknown !== undefined) throw usage(`"${unknown}" is no market of ours.`)
    if (symbols.length === 0 || new Set(symbols).size < symbols.length) throw usage('Name each market once, and at least one.')
    const startMs = wireTimeToInstant(`${day} 00:00:00`)
    if (startMs <= clock.now()) throw refused('It starts on a day that has not begun.')
    await lockCompetitionPrizes(sql)
    const round = await nextRound(sql, series, startMs)
    const left = await uncommittedCompetitionPrizeFundAfter(sql, prizes)
    if (isNegative(left)) throw short(left)
    const id = await insertCompetition(sql, { ...terms, round, startMs, reviewMs: terms.reviewHours * 3_600_000 })
    await log('competition.offer', { id, name, from: day, days: String(days), fund, prizes: prizes.join(' '), markets: symbols.join(' ') })
    return { id, from: asInstant(startMs), to: asInstant(startOfServerDay(addServerDays(serverDayAt(startMs), days))) }
  })
}

const short = (left: Decimal) =>
  refused(
    `The prize account lacks ${q8(negate(left))} ${competitionPrizeCurrency} for these prizes. Two people put it there: reserve fund prizes.`,
  )

/** One after the other: the last of a series is over before the next starts. */
async function nextRound(sql: Sql, series: string, startMs: number): Promise<number> {
  const [last] = await sql.query<{ id: string; round: number; end_ms: string }>(
    'select id, round, end_ms from competition where series = $1 order by round desc limit 1',
    [series],
  )
  if (last && Number(last.end_ms) > startMs) throw refused(`${last.id} of this series is not over by then.`)
  return (last?.round ?? 0) + 1
}
