import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { announcedDays } from '../../withdrawalTerms.ts'
import { StaffRefused } from '../refused.ts'
import { announceTerms, callOffTerms, listTerms } from '../terms.ts'
import { type Command, type Given, saidAt, table } from './command.ts'

function amountOf(given: Given, name: string): Decimal | undefined {
  const text = given.option(name)
  if (text !== undefined && !/^\d{1,20}(\.\d{1,8})?$/.test(text))
    throw new StaffRefused('usage', `"${text}" is no amount. Write it such as 2 or 0.5.`)
  return text === undefined ? undefined : asDecimal(text)
}

/** Fees and minima of withdrawals, announced a week ahead. */
export const termsCommands: Command[] = [
  {
    name: 'terms announce',
    needs: ['currency', 'network'],
    options: { fee: { type: 'string' }, min: { type: 'string' }, from: { type: 'string' } },
    shown: '[--fee <amount>] [--min <amount>] --from <day>',
    about: `Announces another fee or minimum of withdrawals, at least ${announcedDays} days ahead.`,
    more: [
      'network is such as TRC20; amounts are in the currency; the day is such as 2026-11-30 and begins at 00:00 UTC+8.',
      'Everybody sees it from now on. A withdrawal that was previewed or asked for before keeps its fee.',
    ],
    run: async ({ desk, staff, say }, given) => {
      const [currency, chainType] = [given.of('currency'), given.of('network')]
      const asked = { currency, chainType, fee: amountOf(given, 'fee'), min: amountOf(given, 'min'), day: given.option('from') ?? '' }
      const made = await announceTerms(desk, await staff(), asked)
      say(`Announced: from ${saidAt(made.from)}, ${currency} ${chainType} costs ${made.fee} ${currency}, at least ${made.min} ${currency}.`)
    },
  },
  {
    name: 'terms call-off',
    needs: ['id'],
    options: {},
    shown: '',
    about: 'Lets an announced change not happen, until it has begun.',
    run: async ({ desk, staff, say }, given) => {
      await callOffTerms(desk, await staff(), given.of('id'))
      say(`Called off: change ${given.of('id')}.`)
    },
  },
  {
    name: 'terms list',
    needs: [],
    options: {},
    shown: '',
    about: 'Lists what withdrawals cost and take now, and what is announced.',
    run: async ({ desk, say }) => {
      const rows = (await listTerms(desk)).map((one) => [
        one.isComing ? one.id : '',
        one.currency,
        one.chainType,
        one.fee,
        one.min,
        one.isComing ? saidAt(one.from) : 'now',
        one.by || 'release',
      ])
      if (rows.length === 0) return say('Nothing is published yet: start the server once.')
      for (const line of table(['id', 'currency', 'network', 'fee', 'min', 'from', 'by'], rows)) say(line)
    },
  },
]
