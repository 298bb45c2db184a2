import { listPauses, pausedWords, pauseNetwork, resumeNetwork } from '../pauses.ts'
import { type Command, type Given, table } from './command.ts'

const placeOf = (given: Given) => ({ currency: given.option('currency') ?? '*', chainType: given.of('network') })
const said = ({ currency, chainType }: { currency: string; chainType: string }): string =>
  currency === '*' ? chainType : `${currency} on ${chainType}`

/** Networks on which nothing comes in or goes out. */
export const networkCommands: Command[] = [
  {
    name: 'network pause',
    needs: ['network'],
    options: {
      currency: { type: 'string' },
      deposits: { type: 'boolean' },
      withdrawals: { type: 'boolean' },
      reason: { type: 'string' },
    },
    shown: '[--currency USDT] [--deposits] [--withdrawals] --reason <text>',
    about: 'Pauses a network such as TRC20, for one currency or all: deposits, withdrawals, or both where neither is named.',
    more: ['What is under way goes on, an approved withdrawal keeps its place, and people read the reason.'],
    run: async ({ desk, staff, say }, given) => {
      const isBoth = given.has('deposits') === given.has('withdrawals')
      const paused = { deposit: isBoth || given.has('deposits'), withdraw: isBoth || given.has('withdrawals') }
      await pauseNetwork(desk, await staff(), { ...placeOf(given), ...paused, reason: given.option('reason') ?? '' })
      say(`Paused: ${pausedWords(paused)} of ${said(placeOf(given))}.`)
    },
  },
  {
    name: 'network resume',
    needs: ['network'],
    options: { currency: { type: 'string' } },
    shown: '[--currency USDT]',
    about: 'Opens a paused network again.',
    run: async ({ desk, staff, say }, given) => {
      await resumeNetwork(desk, await staff(), placeOf(given))
      say(`Open: ${said(placeOf(given))}.`)
    },
  },
  {
    name: 'network pauses',
    needs: [],
    options: {},
    shown: '',
    about: 'Lists what is paused.',
    run: async ({ desk, say }) => {
      const found = await listPauses(desk)
      if (found.length === 0) return say('No network is paused.')
      for (const line of table(
        ['network', 'currency', 'paused', 'reason'],
        found.map((one) => [one.chainType, one.currency === '*' ? 'all' : one.currency, pausedWords(one), one.reason]),
      ))
        say(line)
    },
  },
]
