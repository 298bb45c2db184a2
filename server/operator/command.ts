import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { readConfig, StartRefused } from '../config.ts'
import { askKey } from './askKey.ts'
import { adjustCommands } from './commands/adjust.ts'
import { competitionCommands } from './commands/competition.ts'
import type { Command, Given, Options, Session } from './commands/command.ts'
import { ieoCommands } from './commands/ieo.ts'
import { debtCommands } from './commands/debt.ts'
import { logCommands } from './commands/log.ts'
import { marketCommands } from './commands/market.ts'
import { productCommands } from './commands/product.ts'
import { networkCommands } from './commands/network.ts'
import { publishCommands } from './commands/publish.ts'
import { reserveCommands } from './commands/reserve.ts'
import { reviewCommands } from './commands/review.ts'
import { settingCommands } from './commands/setting.ts'
import { staffCommands } from './commands/staff.ts'
import { supportCommands } from './commands/support.ts'
import { termsCommands } from './commands/terms.ts'
import { withdrawalCommands } from './commands/withdrawal.ts'
import { openDesk } from './openDesk.ts'
import { type RefusedKind, StaffRefused } from './refused.ts'
import { staffByKey } from './staff.ts'

// What `npm run operator` runs: the staff's side, in a terminal on the machine that reaches the database.

const commands: readonly Command[] = [
  ...staffCommands,
  ...reviewCommands,
  ...supportCommands,
  ...withdrawalCommands,
  ...adjustCommands,
  ...reserveCommands,
  ...marketCommands,
  ...productCommands,
  ...ieoCommands,
  ...competitionCommands,
  ...debtCommands,
  ...networkCommands,
  ...publishCommands,
  ...settingCommands,
  ...termsCommands,
  ...logCommands,
]
const exitCodes: Readonly<Record<RefusedKind, number>> = { refused: 1, usage: 2, forbidden: 3, broken: 4, unreachable: 5 }
const everywhere: Options = { as: { type: 'string' }, help: { type: 'boolean', short: 'h' } }
const program = 'npm run operator --'

/** Stands before a number below zero, so that it is read as a value and not as an option. */
const below = '\0'

const say = (line: string): void => console.log(line)
const usageOf = ({ name, needs, shown }: Command): string => [name, ...needs.map((one) => `<${one}>`), shown].filter(Boolean).join(' ')

function sayHelp(of: readonly Command[]): void {
  const [only, ...others] = of
  if (only && others.length === 0) {
    for (const line of [`${program} ${usageOf(only)}`, '', only.about, ...(only.more ?? [])]) say(line)
    return
  }
  say(`${program} <command> --help tells more of one command.`)
  say('')
  for (const one of of) {
    say(`  ${usageOf(one)}`)
    say(`      ${one.about}`)
  }
  say('')
  say('Who you are: your key in OPERATOR_KEY, or --as <name> and the key is asked for. Which database: DATABASE_URL, else DATA_DIR.')
  say('Ends with 0 done, 1 refused, 2 wrong command, 3 not you, 4 the log was changed, 5 no database.')
}

/** The command that the words begin with, and the words after it. */
function find(words: readonly string[]): { command: Command; rest: string[] } | undefined {
  for (const count of [2, 1]) {
    const name = words.slice(0, count).join(' ')
    const command = commands.find((one) => one.name === name)
    if (command) return { command, rest: words.slice(count) }
  }
  return undefined
}

function read({ needs, options, name }: Command, rest: string[]): { given: Given; as: string | undefined } | 'help' {
  const { values, positionals: words } = parsed(
    rest.map((word) => (/^-\d/.test(word) ? below + word : word)),
    { ...options, ...everywhere },
  )
  const positionals = words.map((word) => word.replace(below, ''))
  if (values['help'] === true) return 'help'
  if (positionals.length < needs.length) throw new StaffRefused('usage', `"${name}" needs <${needs[positionals.length]}>.`)
  if (positionals.length > needs.length) throw new StaffRefused('usage', `"${positionals[needs.length]}" is one word too many.`)
  const texts = (option: string): string[] => [values[option] ?? []].flat().map(String)
  return {
    as: texts('as')[0],
    given: {
      of: (need) => positionals[needs.indexOf(need)] ?? '',
      option: (option) => texts(option)[0],
      options: texts,
      has: (option) => values[option] === true,
    },
  }
}

function parsed(args: string[], options: Options) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new StaffRefused('usage', `${(error as Error).message.split('. ')[0]?.replace(/\.$/, '')}.`)
  }
}

async function main(words: string[]): Promise<void> {
  const found = find(words)
  const group = commands.filter(({ name }) => name.startsWith(`${words[0]} `))
  if (!found) {
    const isAsked = words.every((word) => word === 'help' || word === '--help' || word === '-h' || word === words[0])
    if (words.length === 0 || (isAsked && (group.length > 0 || /^(-h|--help|help)$/.test(words[0] ?? ''))))
      return sayHelp(group.length > 0 ? group : commands)
    throw new StaffRefused('usage', `There is no command "${words.slice(0, 2).join(' ')}". "${program} help" lists them.`)
  }
  const asked = read(found.command, found.rest)
  if (asked === 'help') return sayHelp([found.command])
  const desk = await openDesk(readConfig(process.env))
  try {
    const identify = async (as: string | undefined) => {
      const staff = await staffByKey(desk.house.db, process.env['OPERATOR_KEY'] ?? (await askKey(as)))
      if (as !== undefined && staff.name !== as) throw new StaffRefused('forbidden', `This key is not ${as}’s.`)
      return staff
    }
    const session: Session = { desk, say, machine: `machine:${userInfo().username}`, staff: () => identify(asked.as) }
    await found.command.run(session, asked.given)
  } finally {
    await desk.close()
  }
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof StaffRefused || error instanceof StartRefused)) throw error
  console.error(error.message)
  process.exitCode = error instanceof StaffRefused ? exitCodes[error.kind] : exitCodes.unreachable
}
