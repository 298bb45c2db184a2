import { haltMarket, listMarketHalts, resumeHaltedMarket } from '../halts.ts'
import { type OperatorCommand, formatTerminalTime, formatTextTable } from './command.ts'

/** Markets that take no new orders. */
export const marketHaltCommands: OperatorCommand[] = [
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
]
