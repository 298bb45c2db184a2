import {
  approveFeedOrdersClosing,
  declineFeedOrdersClosing,
  listFeedOrdersClosings,
  proposeFeedOrdersClosing,
} from '../feedOrdersClosings.ts'
import { type OperatorCommand, formatTerminalTime, formatTextTable } from './command.ts'

const priced = (prices: readonly { symbol: string; price: string | undefined; sec: number }[]): string[] =>
  formatTextTable(
    ['market', 'closes at the mid price', 'of'],
    prices.map(({ symbol, price, sec }) => [
      symbol,
      price ?? 'no record: waits',
      price === undefined ? '' : formatTerminalTime(sec * 1000),
    ]),
  )

/** Orders of a feed that the servers were switched away from: one proposes to close them, another approves. */
export const feedOrdersClosingCommands: OperatorCommand[] = [
  {
    name: 'feed close',
    needs: ['feed'],
    options: { reason: { type: 'string' } },
    usage: '--reason <text>',
    about: 'Proposes to close what is open of a feed that is played no more. Somebody else on staff must approve it.',
    more: [
      'feed is such as sim, live or replay:file.csv. Contracts close at the last recorded price of that feed, orders that wait are cancelled.',
      'Timed contracts and options end by themselves, by what that feed recorded.',
    ],
    run: async ({ context, staff, print }, input) => {
      const { id, prices } = await proposeFeedOrdersClosing(context, await staff(), input.of('feed'), input.option('reason') ?? '')
      for (const line of priced(prices)) print(line)
      print(`Proposed: closing ${id}. It waits for somebody else to approve it.`)
    },
  },
  {
    name: 'feed list',
    needs: [],
    options: {},
    usage: '',
    about: 'Lists the newest fifty proposals to close what is open of a feed.',
    run: async ({ context, staff, print }) => {
      const found = await listFeedOrdersClosings(context, await staff())
      if (found.length === 0) return print('No closings of feeds.')
      const rows = found.map((feedClosing) => [
        feedClosing.id,
        feedClosing.status,
        feedClosing.feed,
        feedClosing.proposedBy,
        formatTerminalTime(feedClosing.proposedAt),
        feedClosing.reason,
      ])
      for (const line of formatTextTable(['id', 'state', 'feed', 'proposed by', 'at', 'reason'], rows)) print(line)
    },
  },
  {
    name: 'feed approve',
    needs: ['id'],
    options: {},
    usage: '',
    about: 'Approves what somebody else proposed: it is closed at once, and everybody is told. Once more closes what was left.',
    run: async ({ context, staff, print }, input) => {
      const { feed, prices, closed, left } = await approveFeedOrdersClosing(context, await staff(), input.of('id'))
      for (const line of priced(prices)) print(line)
      print(`Closed or cancelled: ${closed} of ${feed}. Left: ${left}.`)
    },
  },
  {
    name: 'feed decline',
    needs: ['id'],
    options: {},
    usage: '',
    about: 'Ends a proposal without closing anything. Your own too.',
    run: async ({ context, staff, print }, input) => {
      await declineFeedOrdersClosing(context, await staff(), input.of('id'))
      print(`Declined: closing ${input.of('id')}.`)
    },
  },
]
