import { asDecimal } from '#contract/decimal.ts'
import { disqualifyCompetitionEntryAsStaff, listCompetitionsForStaff } from '../competitions.ts'
import { offerCompetition } from '../offerCompetition.ts'
import { StaffError } from '../staffError.ts'
import { type OperatorCommand, type OperatorCommandInput, formatTerminalTime, formatTextTable } from './command.ts'

const listed = (input: OperatorCommandInput, name: string): string[] => (input.option(name) ?? '').split(',').filter(Boolean)

function wholeOf(input: OperatorCommandInput, name: string, otherwise: string): number {
  const text = input.option(name) ?? otherwise
  if (!/^\d{1,6}$/.test(text)) throw new StaffError('usage', `--${name} is a whole number.`)
  return Number(text)
}

function moneyOf(text: string) {
  if (!/^\d{1,12}(\.\d{1,2})?$/.test(text)) throw new StaffError('usage', `"${text}" is no amount. Write it such as 300 or 12.50.`)
  return asDecimal(text)
}

/** Competitions. */
export const competitionCommands: OperatorCommand[] = [
  {
    name: 'competition list',
    needs: [],
    options: {},
    usage: '',
    about: 'Shows the competitions, newest first, with how many take part and how many were taken out.',
    run: async ({ context, staff, print }) => {
      const rows = (await listCompetitionsForStaff(context, await staff())).map((listed) => [
        listed.id,
        listed.name,
        listed.state,
        listed.start,
        listed.end,
        listed.entries,
        listed.out,
      ])
      for (const line of formatTextTable(['id', 'name', 'state', 'from (UTC+8)', 'to', 'entries', 'out'], rows)) print(line)
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
    usage:
      '--name <text> --from <day> --days <n> --prizes <a,b,c> --markets <A,B> [--fund <amount>] [--lever <n>] [--trades <n>] [--review <hours>]',
    about: 'Offers a competition. Its terms are fixed from then on, and its prizes must lie in the prize account before.',
    more: [
      'series is such as first-light; the day is such as 2026-11-30 and begins at 00:00 UTC+8; prizes are USDT by place, markets such as BTCUSDT.',
      'Without more: a virtual fund of 100000, leverage up to 10, 10 closed trades for a prize, 24 hours to look at it before the table is final.',
      'Prizes are put there by two people: reserve fund prizes USDT <amount>.',
    ],
    run: async ({ context, staff, print }, input) => {
      const made = await offerCompetition(context, await staff(), {
        series: input.of('series'),
        name: (input.option('name') ?? '').trim(),
        day: input.option('from') ?? '',
        days: wholeOf(input, 'days', ''),
        fund: moneyOf(input.option('fund') ?? '100000'),
        prizes: listed(input, 'prizes').map(moneyOf),
        symbols: listed(input, 'markets'),
        maxLever: wholeOf(input, 'lever', '10'),
        minTrades: wholeOf(input, 'trades', '10'),
        reviewHours: wholeOf(input, 'review', '24'),
      })
      print(`Offered: ${made.id}, from ${formatTerminalTime(made.from)} to ${formatTerminalTime(made.to)}.`)
    },
  },
  {
    name: 'competition disqualify',
    needs: ['competition', 'person'],
    options: { reason: { type: 'string' }, note: { type: 'string' } },
    usage: '--reason <reason> --note <text>',
    about: 'Takes somebody out of a competition, for good. The reason stands in its table for everybody, and the person is told.',
    more: [
      'person is the 8-digit number that they see. Reasons: self_crossing, many_accounts. The note stays in the log.',
      'Possible until the table is final. What they hold there is closed within seconds by the running server.',
    ],
    run: async ({ context, staff, print }, input) => {
      const [competition, person] = [input.of('competition'), input.of('person')]
      await disqualifyCompetitionEntryAsStaff(context, await staff(), {
        competition,
        person,
        reason: input.option('reason') ?? '',
        note: input.option('note') ?? '',
      })
      print(`${person} is out of ${competition}.`)
    },
  },
]
