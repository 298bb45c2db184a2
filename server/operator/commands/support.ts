import { readFileSync } from 'node:fs'
import { StaffRefused } from '../refused.ts'
import { answer, close, listTickets, showTicket } from '../support.ts'
import { type Command, type Given, saidAt, table } from './command.ts'
import { saveFiles } from './saveFiles.ts'

const states = ['waits for an answer', 'answered', 'closed']
const writers = { me: 'person', staff: 'staff', program: 'program' }
/** What is printed comes from people: a terminal must not take it for orders of its own. */
const printable = (text: string): string => text.replace(/[\p{Cc}]/gu, (sign) => (sign === '\n' ? sign : '·'))

function textOf(given: Given): string {
  const [text, file] = [given.option('text'), given.option('file')]
  if ((text === undefined) === (file === undefined)) throw new StaffRefused('usage', 'Give either --text or --file.')
  if (file === undefined) return text!
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new StaffRefused('usage', `${file} cannot be read: ${(error as NodeJS.ErrnoException).code}.`)
  }
}

/** What people ask our staff. */
export const supportCommands: Command[] = [
  {
    name: 'support list',
    needs: [],
    options: {},
    shown: '',
    about: 'Lists the tickets that wait for an answer, the first due at the top.',
    run: async ({ desk, staff, say }) => {
      const tickets = await listTickets(desk, await staff())
      if (tickets.length === 0) return say('Nothing waits.')
      const now = desk.house.clock.now()
      const rows = tickets.map(({ id, topic, userId, since, answerBy }) => [
        id,
        topic,
        userId,
        saidAt(since),
        `${saidAt(answerBy)}${answerBy < now ? ' LATE' : ''}`,
      ])
      for (const line of table(['id', 'topic', 'person', 'waits since', 'answer by'], rows)) say(line)
    },
  },
  {
    name: 'support show',
    needs: ['id'],
    options: { save: { type: 'string' }, all: { type: 'boolean' } },
    shown: '[--all] [--save <folder>]',
    about: 'Shows a ticket. The person sees that somebody of your role looked, and when.',
    more: [
      '--all also shows what is older than the newest 200 messages.',
      '--save also opens the pictures and writes them into that folder; delete them when you are done.',
    ],
    run: async ({ desk, staff, say }, given) => {
      const folder = given.option('save')
      const found = await showTicket(desk, await staff(), given.of('id'), folder !== undefined, given.has('all'))
      const facts = [
        ['topic', found.topic],
        ['about', found.orderNo || 'no order'],
        ['state', states[found.status] ?? ''],
        ...(found.answerBy === undefined ? [] : [['answer by', saidAt(found.answerBy)]]),
      ]
      for (const line of table(['person', found.userId], facts)) say(line)
      if (found.earlier > 0) {
        say('')
        say(`Earlier messages: ${found.earlier}. --all shows them.`)
      }
      for (const { by, at, text, files } of found.messages) {
        say('')
        say(`${writers[by]}, ${saidAt(at)}${files.length === 0 ? '' : `, pictures: ${files.length}`}`)
        for (const line of (by === 'program' ? 'Named help articles.' : printable(text)).split('\n')) say(`  ${line}`)
      }
      if (folder === undefined) return
      for (const path of saveFiles(folder, found.id, found.opened)) say(`written: ${path}`)
    },
  },
  {
    name: 'support answer',
    needs: ['id'],
    options: { text: { type: 'string' }, file: { type: 'string' } },
    shown: '--text <text> | --file <file>',
    about: 'Answers a ticket. The person gets a notice that leads to it.',
    more: ['Never ask for a password, a code or a payment.'],
    run: async ({ desk, staff, say }, given) => {
      const text = textOf(given)
      await answer(desk, await staff(), given.of('id'), text)
      say(`Answered: ticket ${given.of('id')}.`)
    },
  },
  {
    name: 'support close',
    needs: ['id'],
    options: {},
    shown: '',
    about: 'Closes a ticket that was answered. Its owner can open it again.',
    run: async ({ desk, staff, say }, given) => {
      await close(desk, await staff(), given.of('id'))
      say(`Closed: ticket ${given.of('id')}.`)
    },
  },
]
