import { listNetworkPauses, listChainOutages, describeNetworkPause, pauseNetwork, resumeNetwork } from '../pauses.ts'
import { type OperatorCommand, type OperatorCommandInput, formatTextTable } from './command.ts'

const placeOf = (input: OperatorCommandInput) => ({ currency: input.option('currency') ?? '*', chainType: input.of('network') })
const said = ({ currency, chainType }: { currency: string; chainType: string }): string =>
  currency === '*' ? chainType : `${currency} on ${chainType}`

/** Networks on which nothing comes in or goes out. */
export const networkPauseCommands: OperatorCommand[] = [
  {
    name: 'network pause',
    needs: ['network'],
    options: {
      currency: { type: 'string' },
      deposits: { type: 'boolean' },
      withdrawals: { type: 'boolean' },
      reason: { type: 'string' },
    },
    usage: '[--currency USDT] [--deposits] [--withdrawals] --reason <text>',
    about: 'Pauses a network such as TRC20, for one currency or all: deposits, withdrawals, or both where neither is named.',
    more: [
      'BANK --deposits is where people send money by bank: no details are shown until it is open again; what was sent is credited all the same.',
      'What is under way goes on, an approved withdrawal keeps its place, and people read the reason.',
    ],
    run: async ({ context, staff, print }, input) => {
      const isBoth = input.has('deposits') === input.has('withdrawals')
      const paused = { deposit: isBoth || input.has('deposits'), withdraw: isBoth || input.has('withdrawals') }
      await pauseNetwork(context, await staff(), { ...placeOf(input), ...paused, reason: input.option('reason') ?? '' })
      print(`Paused: ${describeNetworkPause(paused)} of ${said(placeOf(input))}.`)
    },
  },
  {
    name: 'network resume',
    needs: ['network'],
    options: { currency: { type: 'string' } },
    usage: '[--currency USDT]',
    about: 'Opens a paused network again.',
    run: async ({ context, staff, print }, input) => {
      await resumeNetwork(context, await staff(), placeOf(input))
      print(`Open: ${said(placeOf(input))}.`)
    },
  },
  {
    name: 'network pauses',
    needs: [],
    options: {},
    usage: '',
    about: 'Lists what is paused, and the chains whose nodes cannot be read now.',
    run: async ({ context, print }) => {
      for (const { chain, reason, isPaused } of await listChainOutages(context))
        print(`The node of ${chain} cannot be read${isPaused ? ', so its networks take no deposits' : ''}: ${reason}.`)
      const found = await listNetworkPauses(context)
      if (found.length === 0) return print('No network is paused by staff.')
      for (const line of formatTextTable(
        ['network', 'currency', 'paused', 'reason'],
        found.map((networkPause) => [
          networkPause.chainType,
          networkPause.currency === '*' ? 'all' : networkPause.currency,
          describeNetworkPause(networkPause),
          networkPause.reason,
        ]),
      ))
        print(line)
    },
  },
]
