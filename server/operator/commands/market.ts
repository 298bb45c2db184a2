import { announceDelisting, callOffDelisting, listDelistings } from '../delistings.ts'
import { haltMarket, listMarketHalts, resumeHaltedMarket } from '../halts.ts'
import { type OperatorCommand, formatTerminalTime, formatTextTable } from './command.ts'

/** Markets that take no new orders, and those that are taken off the lists for good. */
export const marketHaltAndDelistingCommands: OperatorCommand[] = [
  {
    name: 'halt',
    needs: ['symbol'],
    options: { reason: { type: 'string' } },
    usage: '--reason <text>',
    about: 'Takes no new orders on a market. Prices go on, and what is open runs to its end and can be closed.',
    run: async ({ context, staff, print }, input) => {
      await haltMarket(context, await staff(), input.of('symbol'), input.option('reason') ?? '')
      print(`${input.of('symbol')} takes no new orders.`)
    },
  },
  {
    name: 'resume',
    needs: ['symbol'],
    options: {},
    usage: '',
    about: 'Takes orders on a market again.',
    run: async ({ context, staff, print }, input) => {
      await resumeHaltedMarket(context, await staff(), input.of('symbol'))
      print(`${input.of('symbol')} takes orders again.`)
    },
  },
  {
    name: 'halts',
    needs: [],
    options: {},
    usage: '',
    about: 'Lists the markets that are halted.',
    run: async ({ context, print }) => {
      const found = await listMarketHalts(context)
      if (found.length === 0) return print('No market is halted.')
      for (const line of formatTextTable(
        ['symbol', 'since', 'reason'],
        found.map((marketHalt) => [marketHalt.symbol, formatTerminalTime(marketHalt.since), marketHalt.reason]),
      ))
        print(line)
    },
  },
  {
    name: 'market delist',
    needs: ['symbol'],
    options: { at: { type: 'string' }, reason: { type: 'string' } },
    usage: '--at "<day> <time>" --reason <text>',
    about: 'Announces that trading in a market ends for good, at least seven days ahead.',
    more: [
      'The second is such as "2026-12-14 16:00:00" in UTC+8, and one in which the market is open: everything on it is settled at its price.',
      'Whoever has something on it is told at once and a day before. Coins stay with their owners, and the price goes on being recorded.',
    ],
    run: async ({ context, staff, print }, input) => {
      const announced = { symbol: input.of('symbol'), at: input.option('at') ?? '', reason: input.option('reason') ?? '' }
      const endsAt = await announceDelisting(context, await staff(), announced)
      print(`Announced: trading in ${announced.symbol} ends at ${formatTerminalTime(endsAt)}.`)
    },
  },
  {
    name: 'market call-off',
    needs: ['symbol'],
    options: {},
    usage: '',
    about: 'Lets an announced delisting not happen, until a minute before it.',
    run: async ({ context, staff, print }, input) => {
      await callOffDelisting(context, await staff(), input.of('symbol'))
      print(`Called off: ${input.of('symbol')} stays listed.`)
    },
  },
  {
    name: 'market delistings',
    needs: [],
    options: {},
    usage: '',
    about: 'Lists the markets that are delisted, and those of which it is announced.',
    run: async ({ context, print }) => {
      const rows = (await listDelistings(context)).map(({ symbol, endsAt, state, reason }) => [
        symbol,
        state,
        formatTerminalTime(endsAt),
        reason,
      ])
      if (rows.length === 0) return print('No market is delisted.')
      for (const line of formatTextTable(['symbol', 'state', 'trading ends', 'reason'], rows)) print(line)
    },
  },
]
