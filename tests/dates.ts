import { type Step, testStep } from './support/run/steps.ts'

/** Moments at which days, weeks, months, years and the clocks of the exchanges' cities turn. */
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
] as const

/** Stories that count days and weeks, or ask whether a market is open. */
const sample = ['ieo/newTokens', 'products/pledgeAndFund', 'team/invitedAndGrowing', 'trading/otherTrades'].map(
  (name) => `tests/${name}.e2e.ts`,
)

const storiesOn = ([name, today]: (typeof dates)[number]): Step =>
  testStep(`Stories on ${name}`, 'e2e', { files: sample, env: { TODAY: today } })

const stepsOn = (date: (typeof dates)[number]): Step[] => [
  testStep(`Unit, server and money tests on ${date[0]}`, 'unit', { env: { TODAY: date[1] } }),
  storiesOn(date),
]

/** Unit and money tests and a sample of the stories, on every date. */
export const dateSteps: readonly Step[] = dates.flatMap(stepsOn)

/** What is run every time: the weekday on which most is counted. */
export const mondaySteps: readonly Step[] = stepsOn(dates[0])
