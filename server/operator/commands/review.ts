import { listAddressPools } from '../pools.ts'
import { approveReviewCase, listReviewCases, rejectReviewCase, readReviewCase } from '../reviews.ts'
import { type OperatorCommand, formatTerminalTime, formatTextTable } from './command.ts'
import { saveOpenedPictures } from './saveFiles.ts'

/** Cases that wait for a decision. */
export const caseReviewCommands: OperatorCommand[] = [
  {
    name: 'review list',
    needs: [],
    options: { kind: { type: 'string' } },
    usage: '[--kind deposit|withdrawal|verification|loan]',
    about: 'Lists what waits for a decision, the first due at the top.',
    run: async ({ context, staff, print }, input) => {
      const who = await staff()
      const cases = await listReviewCases(context, who, input.option('kind'))
      for (const { chainType, imported, free, isLow } of await listAddressPools(context, who))
        if (imported > 0 && isLow) print(`Addresses run low: ${free} are left for ${chainType} (pool import).`)
      if (cases.length === 0) return print('Nothing waits.')
      const now = context.app.clock.now()
      const rows = cases.map((reviewCase) => [
        reviewCase.kind,
        reviewCase.id,
        reviewCase.userId,
        formatTerminalTime(reviewCase.submittedAt),
        `${formatTerminalTime(reviewCase.dueAt)}${reviewCase.dueAt < now ? ' LATE' : ''}`,
      ])
      for (const line of formatTextTable(['kind', 'id', 'person', 'submitted', 'due'], rows)) print(line)
    },
  },
  {
    name: 'review show',
    needs: ['kind', 'id'],
    options: { save: { type: 'string' } },
    usage: '[--save <folder>]',
    about: 'Shows a case. The person sees that somebody of your role looked, and when.',
    more: ['--save also opens the files and writes them into that folder; delete them when you are done.'],
    run: async ({ context, staff, print }, input) => {
      const folder = input.option('save')
      const found = await readReviewCase(context, await staff(), input.of('kind'), input.of('id'), folder !== undefined)
      const facts = [
        ['submitted', formatTerminalTime(found.submittedAt)],
        ['due', formatTerminalTime(found.dueAt)],
        ...Object.entries(found.facts),
      ]
      for (const line of formatTextTable(['person', found.userId], facts)) print(line)
      print(`files: ${found.files.length === 0 ? 'none' : found.files.join(', ')}`)
      if (folder === undefined) return
      for (const path of saveOpenedPictures(folder, input.of('id'), found.opened)) print(`written: ${path}`)
    },
  },
  {
    name: 'review approve',
    needs: ['kind', 'id'],
    options: { reference: { type: 'string' } },
    usage: '[--reference <bank or chain reference>]',
    about: 'Decides a case in the person’s favour.',
    more: ['A withdrawal that staff send themselves is taken (withdrawal take) and, once it was sent, approved again with --reference.'],
    run: async ({ context, staff, print }, input) => {
      await approveReviewCase(context, await staff(), input.of('kind'), input.of('id'), input.option('reference'))
      print(`Approved: ${input.of('kind')} ${input.of('id')}.`)
    },
  },
  {
    name: 'review reject',
    needs: ['kind', 'id'],
    options: { reason: { type: 'string' } },
    usage: '--reason <reason>',
    about: 'Decides against a case, for a reason of its closed list. None can ask for a payment.',
    run: async ({ context, staff, print }, input) => {
      const reason = input.option('reason') ?? ''
      await rejectReviewCase(context, await staff(), input.of('kind'), input.of('id'), reason)
      print(`Rejected: ${input.of('kind')} ${input.of('id')} (${reason}).`)
    },
  },
]
