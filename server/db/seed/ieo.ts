import { asDecimal, type Decimal } from '#contract/decimal.ts'
import type { TranslatableText } from '../../core/i18n.ts'

// Token subscriptions (docs/rules/seed-data.md): made up, for a sandbox. Days are counted from the day on which they are first written.

interface UnlockSeed {
  day: number
  percent: Decimal
}

export interface IeoSeed {
  id: string
  /** A name of its own, the same in every language. */
  name: string
  summary: TranslatableText
  token: string
  currency: string
  estimatePrice: Decimal
  winPrice: Decimal
  supply: Decimal
  userCap: Decimal
  lot: Decimal
  applyMax: Decimal
  /** Applications from 00:00 of the first day to 12:00 of the last; the draw is an hour later, and 48 hours follow to pay. */
  applyDays: readonly [first: number, last: number]
  unlock: readonly UnlockSeed[]
  /** The help article about it. */
  docKey?: string
  /** What is asked for in its applications, which are nobody's. */
  applications?: readonly Decimal[]
}

const amount = asDecimal
const unlocking = (...parts: readonly [day: number, percent: string][]): UnlockSeed[] =>
  parts.map(([day, percent]) => ({ day, percent: amount(percent) }))

export const ieoSeeds: readonly IeoSeed[] = [
  {
    id: 'tidewater',
    name: 'Tidewater',
    summary: /*i18n*/ {
      id: 'ieo.tidewater',
      message:
        'Example project, sandbox: pays harbours for shared tide and berth records. The token has no market and may be worth nothing.',
    },
    token: 'TIDE',
    currency: 'USDT',
    estimatePrice: amount('0.05'),
    winPrice: amount('0.05'),
    supply: amount('200000'),
    userCap: amount('60000'),
    lot: amount('1'),
    applyMax: amount('600000'),
    docKey: 'token-subscriptions',
    applyDays: [0, 7],
    unlock: unlocking([10, '25'], [40, '25'], [70, '25'], [100, '25']),
  },
  {
    id: 'beacon',
    name: 'Beacon',
    summary: /*i18n*/ {
      id: 'ieo.beacon',
      message: 'Example project, sandbox: lighthouses that relay short messages at sea. The token has no market and may be worth nothing.',
    },
    token: 'BCN',
    currency: 'USDT',
    estimatePrice: amount('0.2'),
    winPrice: amount('0.2'),
    supply: amount('100000'),
    userCap: amount('10000'),
    lot: amount('5'),
    applyMax: amount('100000'),
    docKey: 'token-subscriptions',
    applyDays: [10, 17],
    unlock: unlocking([20, '20'], [50, '40'], [80, '40']),
  },
  {
    id: 'mistral',
    name: 'Mistral',
    summary: /*i18n*/ {
      id: 'ieo.mistral',
      message:
        'Example project, sandbox: wind forecasts bought by the hour. Drawn from example applications, to show what a finished draw proves.',
    },
    token: 'MST',
    currency: 'USDT',
    estimatePrice: amount('0.12'),
    winPrice: amount('0.1'),
    supply: amount('500000'),
    userCap: amount('40000'),
    lot: amount('10'),
    applyMax: amount('400000'),
    docKey: 'token-subscriptions',
    applyDays: [-30, -23],
    unlock: unlocking([-20, '50'], [-10, '50']),
    // Three that the cap cuts, many with the same wish, so that lots are left over and ties are drawn.
    applications: [
      '400000',
      '250000',
      '180000',
      '75000',
      '75000',
      '60000',
      '60000',
      '60000',
      '42000',
      '38000',
      '35000',
      '35000',
      '35000',
      '20000',
      '20000',
      '20000',
      '12500',
      '10000',
      '10000',
      '7770',
      '5000',
      '5000',
      '1500',
      '10',
    ].map(amount),
  },
]
