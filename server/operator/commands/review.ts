import { approveCase, listCases, rejectCase, showCase } from '../reviews.ts'
import { type Command, saidAt, table } from './command.ts'
import { saveFiles } from './saveFiles.ts'

/** Cases that wait for a decision. */
export const reviewCommands: Command[] = [
  {
    name: 'review list',
    needs: [],
    options: { kind: { type: 'string' } },
    shown: '[--kind deposit|withdrawal|verification|loan]',
    about: 'Lists what waits for a decision, the first due at the top.',
    run: async ({ desk, staff, say }, given) => {
      const cases = await listCases(desk, await staff(), given.option('kind'))
      if (cases.length === 0) return say('Nothing waits.')
      const now = desk.house.clock.now()
      const rows = cases.map((one) => [
        one.kind,
        one.id,
        one.userId,
        saidAt(one.submittedAt),
        `${saidAt(one.dueAt)}${one.dueAt < now ? ' LATE' : ''}`,
      ])
      for (const line of table(['kind', 'id', 'person', 'submitted', 'due'], rows)) say(line)
    },
  },
  {
    name: 'review show',
    needs: ['kind', 'id'],
    options: { save: { type: 'string' } },
    shown: '[--save <folder>]',
    about: 'Shows a case. The person sees that somebody of your role looked, and when.',
    more: ['--save also opens the files and writes them into that folder; delete them when you are done.'],
    run: async ({ desk, staff, say }, given) => {
      const folder = given.option('save')
      const found = await showCase(desk, await staff(), given.of('kind'), given.of('id'), folder !== undefined)
      const facts = [['submitted', saidAt(found.submittedAt)], ['due', saidAt(found.dueAt)], ...Object.entries(found.facts)]
      for (const line of table(['person', found.userId], facts)) say(line)
      say(`files: ${found.files.length === 0 ? 'none' : found.files.join(', ')}`)
      if (folder === undefined) return
      for (const path of saveFiles(folder, given.of('id'), found.opened)) say(`written: ${path}`)
    },
  },
  {
    name: 'review approve',
    needs: ['kind', 'id'],
    options: { reference: { type: 'string' } },
    shown: '[--reference <bank or chain reference>]',
    about: 'Decides a case in the person’s favour.',
    more: ['A withdrawal that staff send themselves is taken (withdrawal take) and, once it was sent, approved again with --reference.'],
    run: async ({ desk, staff, say }, given) => {
      await approveCase(desk, await staff(), given.of('kind'), given.of('id'), given.option('reference'))
      say(`Approved: ${given.of('kind')} ${given.of('id')}.`)
    },
  },
  {
    name: 'review reject',
    needs: ['kind', 'id'],
    options: { reason: { type: 'string' } },
    shown: '--reason <reason>',
    about: 'Decides against a case, for a reason of its closed list. None can ask for a payment.',
    run: async ({ desk, staff, say }, given) => {
      const reason = given.option('reason') ?? ''
      await rejectCase(desk, await staff(), given.of('kind'), given.of('id'), reason)
      say(`Rejected: ${given.of('kind')} ${given.of('id')} (${reason}).`)
    },
  },
]
