import { asDecimal } from '#contract/decimal.ts'
import { disqualify, listCompetitions } from '../competitions.ts'
import { offerCompetition } from '../offerCompetition.ts'
import { StaffRefused } from '../refused.ts'
import { type Command, type Given, saidAt, table } from './command.ts'

const listed = (given: Given, name: string): string[] => (given.option(name) ?? '').split(',').filter(Boolean)

function wholeOf(given: Given, name: string, otherwise: string): number {
  const text = given.option(name) ?? otherwise
  if (!/^\d{1,6}$/.test(text)) throw new StaffRefused('usage', `--${name} is a whole number.`)
  return Number(text)
}

function moneyOf(text: string) {
  if (!/^\d{1,12}(\.\d{1,2})?$/.test(text)) throw new StaffRefused('usage', `"${text}" is no amount. Write it such as 300 or 12.50.`)
  return asDecimal(text)
}

/** Competitions. */
export const competitionCommands: Command[] = [
  {
    name: 'competition list',
    needs: [],
    options: {},
    shown: '',
    about: 'Shows the competitions, newest first, with how many take part and how many were taken out.',
    run: async ({ desk, staff, say }) => {
      const rows = (await listCompetitions(desk, await staff())).map((one) => [
        one.id,
        one.name,
        one.state,
        one.start,
        one.end,
        one.entries,
        one.out,
      ])
      for (const line of table(['id', 'name', 'state', 'from (UTC+8)', 'to', 'entries', 'out'], rows)) say(line)
    },
  },
  {
    name: 'competition offer',
    needs: ['series'],
    options: {
      name: { type: 'string' },
      from: { type: 'string' },
      days: { type: 'string' },
      fund: { type: 'string' },
      prizes: { type: 'string' },
      markets: { type: 'string' },
      lever: { type: 'string' },
      trades: { type: 'string' },
      review: { type: 'string' },
    },
    shown:
      '--name <text> --from <day> --days <n> --prizes <a,b,c> --markets <A,B> [--fund <amount>] [--lever <n>] [--trades <n>] [--review <hours>]',
    about: 'Offers a competition. Its terms are fixed from then on, and its prizes must lie in the prize account before.',
    more: [
      'series is such as first-light; the day is such as 2026-11-30 and begins at 00:00 UTC+8; prizes are USDT by place, markets such as BTCUSDT.',
      'Without more: a virtual fund of 100000, leverage up to 10, 10 closed trades for a prize, 24 hours to look at it before the table is final.',
      'Prizes are put there by two people: reserve fund prizes USDT <amount>.',
    ],
    run: async ({ desk, staff, say }, given) => {
      const made = await offerCompetition(desk, await staff(), {
        series: given.of('series'),
        name: (given.option('name') ?? '').trim(),
        day: given.option('from') ?? '',
        days: wholeOf(given, 'days', ''),
        fund: moneyOf(given.option('fund') ?? '100000'),
        prizes: listed(given, 'prizes').map(moneyOf),
        symbols: listed(given, 'markets'),
        maxLever: wholeOf(given, 'lever', '10'),
        minTrades: wholeOf(given, 'trades', '10'),
        reviewHours: wholeOf(given, 'review', '24'),
      })
      say(`Offered: ${made.id}, from ${saidAt(made.from)} to ${saidAt(made.to)}.`)
    },
  },
  {
    name: 'competition disqualify',
    needs: ['competition', 'person'],
    options: { reason: { type: 'string' }, note: { type: 'string' } },
    shown: '--reason <reason> --note <text>',
    about: 'Takes somebody out of a competition, for good. The reason stands in its table for everybody, and the person is told.',
    more: [
      'person is the 8-digit number that they see. Reasons: self_crossing, many_accounts. The note stays in the log.',
      'Possible until the table is final. What they hold there is closed within seconds by the running server.',
    ],
    run: async ({ desk, staff, say }, given) => {
      const [competition, person] = [given.of('competition'), given.of('person')]
      await disqualify(desk, await staff(), { competition, person, reason: given.option('reason') ?? '', note: given.option('note') ?? '' })
      say(`${person} is out of ${competition}.`)
    },
  },
]
