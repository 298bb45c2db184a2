import { endToEndStep, longProjects, quickProjects, type Step, testStep } from './support/run/steps.ts'
import { calendarTests } from './tables/calendarTests.ts'

const yearMs = 365 * 86_400_000
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
const today = dayOf(Date.now())

/** Moments at which days, weeks, months, years and the clocks of the exchanges' cities turn; far away ones; and the turns of today. */
const dates = [
  ['a Monday', '2026-11-30T03:00Z'],
  ['a Sunday', '2026-11-29T22:30Z'],
  ['28 February', '2027-02-28T12:00Z'],
  ['29 February', '2028-02-29T12:00Z'],
  ['the last minutes of a year in UTC', '2026-12-31T23:50Z'],
  ['the last minutes of a year in UTC+8', '2026-12-31T15:50Z'],
  ['clocks go forward in New York', '2027-03-14T06:50Z'],
  ['clocks go back in New York', '2027-11-07T05:50Z'],
  ['clocks go forward in London', '2027-03-28T00:50Z'],
  ['clocks go back in London', '2027-10-31T00:50Z'],
  ['the first of a month', '2026-12-01T00:10Z'],
  ['this day a year ago', `${dayOf(Date.now() - yearMs)}T12:00Z`],
  ['this day in five years', `${dayOf(Date.now() + 5 * yearMs)}T12:00Z`],
  ['the end of today in UTC+8', `${today}T15:50Z`],
  ['the expiry of today’s options', `${today}T07:50Z`],
  ['the end of today in UTC', `${today}T23:50Z`],
] as const

/** End-to-end tests that count days and weeks, or ask whether a market is open. */
const sample = ['ieo/newTokens', 'products/pledgeAndFund', 'team/invitedAndGrowing', 'trading/otherTrades'].map(
  (name) => `tests/${name}.e2e.test.ts`,
)

/** On every date the unit and integration tests that read a calendar, and a sample of the end-to-end tests. Every other test has a clock of its own. */
export const dateSteps = (): readonly Step[] => {
  const files = calendarTests()
  return dates.flatMap(([name, moment]) => [
    testStep(`Tests that read a calendar on ${name}`, [...quickProjects, ...longProjects], { files, env: { TODAY: moment } }),
    endToEndStep(`End-to-end tests on ${name}`, { files: sample, env: { TODAY: moment } }),
  ])
}
