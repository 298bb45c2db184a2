import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { printError, printLine } from '../core/log.ts'
import { readConfig, StartupError } from '../core/startup/config.ts'
import { promptOperatorKey } from './promptKey.ts'
import { balanceAdjustmentCommands } from './commands/adjust.ts'
import { competitionCommands } from './commands/competition.ts'
import { bankDepositCommands } from './commands/bank.ts'
import type { OperatorCommand, OperatorCommandInput, CommandLineOptionSpecs, OperatorCommandContext } from './commands/command.ts'
import { feedOrdersClosingCommands } from './commands/feed.ts'
import { ieoCommands } from './commands/ieo.ts'
import { debtProjectCommands } from './commands/debt.ts'
import { ledgerCheckCommands } from './commands/ledger.ts'
import { productPermissionCommands } from './commands/legal.ts'
import { staffLogCommands } from './commands/log.ts'
import { marketHaltAndDelistingCommands } from './commands/market.ts'
import { productOrderFreezeCommands } from './commands/product.ts'
import { networkPauseCommands } from './commands/network.ts'
import { addressPoolCommands } from './commands/pool.ts'
import { contentPublishingCommands } from './commands/publish.ts'
import { reserveChangeCommands } from './commands/reserve.ts'
import { caseReviewCommands } from './commands/review.ts'
import { operatorSettingCommands } from './commands/setting.ts'
import { staffAccountCommands } from './commands/staff.ts'
import { supportTicketCommands } from './commands/support.ts'
import { withdrawalTermsCommands } from './commands/terms.ts'
import { withdrawalCommands } from './commands/withdrawal.ts'
import { openOperatorContext } from './openOperatorContext.ts'
import { type StaffErrorKind, StaffError } from './staffError.ts'
import { requireStaffByKey } from './staff.ts'

// What `npm run operator` runs: the staff's side, in a terminal on the machine that reaches the database.

const commands: readonly OperatorCommand[] = [
  ...staffAccountCommands,
  ...caseReviewCommands,
  ...supportTicketCommands,
  ...withdrawalCommands,
  ...balanceAdjustmentCommands,
  ...reserveChangeCommands,
  ...marketHaltAndDelistingCommands,
  ...ledgerCheckCommands,
  ...feedOrdersClosingCommands,
  ...productOrderFreezeCommands,
  ...ieoCommands,
  ...competitionCommands,
  ...debtProjectCommands,
  ...bankDepositCommands,
  ...networkPauseCommands,
  ...addressPoolCommands,
  ...contentPublishingCommands,
  ...operatorSettingCommands,
  ...withdrawalTermsCommands,
  ...productPermissionCommands,
  ...staffLogCommands,
]
const exitCodes: Readonly<Record<StaffErrorKind, number>> = { refused: 1, usage: 2, forbidden: 3, broken: 4, unreachable: 5 }
const everywhere: CommandLineOptionSpecs = { as: { type: 'string' }, help: { type: 'boolean', short: 'h' } }
const program = 'npm run operator --'

/** Stands before a number below zero, so that it is read as a value and not as an option. */
const below = '\0'

const usageOf = ({ name, needs, usage }: OperatorCommand): string =>
  [name, ...needs.map((need) => `<${need}>`), usage].filter(Boolean).join(' ')

function sayHelp(of: readonly OperatorCommand[]): void {
  const [only, ...others] = of
  if (only && others.length === 0) {
    for (const line of [`${program} ${usageOf(only)}`, '', only.about, ...(only.more ?? [])]) printLine(line)
    return
  }
  printLine(`${program} <command> --help tells more of one command.`)
  printLine('')
  for (const operatorCommand of of) {
    printLine(`  ${usageOf(operatorCommand)}`)
    printLine(`      ${operatorCommand.about}`)
  }
  printLine('')
  printLine('Who you are: your key in OPERATOR_KEY, or --as <name> and the key is asked for. Which database: DATABASE_URL, else DATA_DIR.')
  printLine('Ends with 0 done, 1 refused, 2 wrong command, 3 not you, 4 the log was changed, 5 no database.')
}

/** The command that the words begin with, and the words after it. */
function find(words: readonly string[]): { command: OperatorCommand; rest: string[] } | undefined {
  for (const count of [2, 1]) {
    const name = words.slice(0, count).join(' ')
    const command = commands.find((command) => command.name === name)
    if (command) return { command, rest: words.slice(count) }
  }
  return undefined
}

function read({ needs, options, name }: OperatorCommand, rest: string[]): { input: OperatorCommandInput; as: string | undefined } | 'help' {
  const { values, positionals: words } = parsed(
    rest.map((word) => (/^-\d/.test(word) ? below + word : word)),
    { ...options, ...everywhere },
  )
  const positionals = words.map((word) => word.replace(below, ''))
  if (values['help'] === true) return 'help'
  if (positionals.length < needs.length) throw new StaffError('usage', `"${name}" needs <${needs[positionals.length]}>.`)
  if (positionals.length > needs.length) throw new StaffError('usage', `"${positionals[needs.length]}" is one word too many.`)
  const texts = (option: string): string[] => [values[option] ?? []].flat().map(String)
  return {
    as: texts('as')[0],
    input: {
      of: (need) => positionals[needs.indexOf(need)] ?? '',
      option: (option) => texts(option)[0],
      options: texts,
      has: (option) => values[option] === true,
    },
  }
}

function parsed(args: string[], options: CommandLineOptionSpecs) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new StaffError('usage', `${(error as Error).message.split('. ')[0]?.replace(/\.$/, '')}.`)
  }
}

async function main(words: string[]): Promise<void> {
  const found = find(words)
  const group = commands.filter(({ name }) => name.startsWith(`${words[0]} `))
  if (!found) {
    const isHelpRequest = words.every((word) => word === 'help' || word === '--help' || word === '-h' || word === words[0])
    if (words.length === 0 || (isHelpRequest && (group.length > 0 || /^(-h|--help|help)$/.test(words[0] ?? ''))))
      return sayHelp(group.length > 0 ? group : commands)
    throw new StaffError('usage', `There is no command "${words.slice(0, 2).join(' ')}". "${program} help" lists them.`)
  }
  const parsed = read(found.command, found.rest)
  if (parsed === 'help') return sayHelp([found.command])
  const context = await openOperatorContext(readConfig(process.env))
  try {
    const identify = async (as: string | undefined) => {
      const staff = await requireStaffByKey(context.app.db, process.env['OPERATOR_KEY'] ?? (await promptOperatorKey(as)))
      if (as !== undefined && staff.name !== as) throw new StaffError('forbidden', `This key is not ${as}’s.`)
      return staff
    }
    const session: OperatorCommandContext = {
      context: context,
      print: printLine,
      machine: `machine:${userInfo().username}`,
      staff: () => identify(parsed.as),
    }
    await found.command.run(session, parsed.input)
  } finally {
    await context.close()
  }
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof StaffError || error instanceof StartupError)) throw error
  printError(error.message)
  process.exitCode = error instanceof StaffError ? exitCodes[error.kind] : exitCodes.unreachable
}
