import { readFileSync } from 'node:fs'
import { StaffError } from '../staffError.ts'
import { answerTicketAsStaff, closeTicketAsStaff, listWaitingSupportTickets, readSupportTicketAsStaff } from '../support.ts'
import { type OperatorCommand, type OperatorCommandInput, formatTerminalTime, formatTextTable } from './command.ts'
import { saveOpenedPictures } from './saveFiles.ts'

const states = ['waits for an answer', 'answered', 'closed']
const writers = { me: 'person', staff: 'staff', program: 'program' }
/** What is printed comes from people: a terminal must not take it for orders of its own. */
const printable = (text: string): string => text.replace(/[\p{Cc}]/gu, (sign) => (sign === '\n' ? sign : '·'))

function textOf(input: OperatorCommandInput): string {
  const [text, file] = [input.option('text'), input.option('file')]
  if ((text === undefined) === (file === undefined)) throw new StaffError('usage', 'Give either --text or --file.')
  if (file === undefined) return text!
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new StaffError('usage', `${file} cannot be read: ${(error as NodeJS.ErrnoException).code}.`)
  }
}

/** What people ask our staff. */
export const supportTicketCommands: OperatorCommand[] = [
  {
    name: 'support list',
    needs: [],
    options: {},
    usage: '',
    about: 'Lists the tickets that wait for an answer, the first due at the top.',
    run: async ({ context, staff, print }) => {
      const tickets = await listWaitingSupportTickets(context, await staff())
      if (tickets.length === 0) return print('Nothing waits.')
      const now = context.app.clock.now()
      const rows = tickets.map(({ id, topic, userId, since, answerBy }) => [
        id,
        topic,
        userId,
        formatTerminalTime(since),
        `${formatTerminalTime(answerBy)}${answerBy < now ? ' LATE' : ''}`,
      ])
      for (const line of formatTextTable(['id', 'topic', 'person', 'waits since', 'answer by'], rows)) print(line)
    },
  },
  {
    name: 'support show',
    needs: ['id'],
    options: { save: { type: 'string' }, all: { type: 'boolean' } },
    usage: '[--all] [--save <folder>]',
    about: 'Shows a ticket. The person sees that somebody of your role looked, and when.',
    more: [
      '--all also shows what is older than the newest 200 messages.',
      '--save also opens the pictures and writes them into that folder; delete them when you are done.',
    ],
    run: async ({ context, staff, print }, input) => {
      const folder = input.option('save')
      const found = await readSupportTicketAsStaff(context, await staff(), input.of('id'), folder !== undefined, input.has('all'))
      const facts = [
        ['topic', found.topic],
        ['about', found.orderNo || 'no order'],
        ['state', states[found.status] ?? ''],
        ...(found.answerBy === undefined ? [] : [['answer by', formatTerminalTime(found.answerBy)]]),
      ]
      for (const line of formatTextTable(['person', found.userId], facts)) print(line)
      if (found.earlier > 0) {
        print('')
        print(`Earlier messages: ${found.earlier}. --all shows them.`)
      }
      for (const { by, at, text, files } of found.messages) {
        print('')
        print(`${writers[by]}, ${formatTerminalTime(at)}${files.length === 0 ? '' : `, pictures: ${files.length}`}`)
        for (const line of (by === 'program' ? 'Named help articles.' : printable(text)).split('\n')) print(`  ${line}`)
      }
      if (folder === undefined) return
      for (const path of saveOpenedPictures(folder, found.id, found.opened)) print(`written: ${path}`)
    },
  },
  {
    name: 'support answer',
    needs: ['id'],
    options: { text: { type: 'string' }, file: { type: 'string' } },
    usage: '--text <text> | --file <file>',
    about: 'Answers a ticket. The person gets a notice that leads to it.',
    more: ['Never ask for a password, a code or a payment.'],
    run: async ({ context, staff, print }, input) => {
      const text = textOf(input)
      await answerTicketAsStaff(context, await staff(), input.of('id'), text)
      print(`Answered: ticket ${input.of('id')}.`)
    },
  },
  {
    name: 'support close',
    needs: ['id'],
    options: {},
    usage: '',
    about: 'Closes a ticket that was answered. Its owner can open it again.',
    run: async ({ context, staff, print }, input) => {
      await closeTicketAsStaff(context, await staff(), input.of('id'))
      print(`Closed: ticket ${input.of('id')}.`)
    },
  },
]
