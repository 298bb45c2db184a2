import { haltMarket, listHalts, resumeMarket } from '../halts.ts'
import { type Command, saidAt, table } from './command.ts'

/** Markets that take no new orders. */
export const marketCommands: Command[] = [
  {
    name: 'halt',
    needs: ['symbol'],
    options: { reason: { type: 'string' } },
    shown: '--reason <text>',
    about: 'Takes no new orders on a market. Prices go on, and what is open runs to its end and can be closed.',
    run: async ({ desk, staff, say }, given) => {
      await haltMarket(desk, await staff(), given.of('symbol'), given.option('reason') ?? '')
      say(`${given.of('symbol')} takes no new orders.`)
    },
  },
  {
    name: 'resume',
    needs: ['symbol'],
    options: {},
    shown: '',
    about: 'Takes orders on a market again.',
    run: async ({ desk, staff, say }, given) => {
      await resumeMarket(desk, await staff(), given.of('symbol'))
      say(`${given.of('symbol')} takes orders again.`)
    },
  },
  {
    name: 'halts',
    needs: [],
    options: {},
    shown: '',
    about: 'Lists the markets that are halted.',
    run: async ({ desk, say }) => {
      const found = await listHalts(desk)
      if (found.length === 0) return say('No market is halted.')
      for (const line of table(
        ['symbol', 'since', 'reason'],
        found.map((one) => [one.symbol, saidAt(one.since), one.reason]),
      ))
        say(line)
    },
  },
]
