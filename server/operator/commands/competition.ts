import { disqualify, listCompetitions } from '../competitions.ts'
import { type Command, table } from './command.ts'

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
