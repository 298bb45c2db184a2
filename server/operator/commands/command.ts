import type { ParseArgsConfig } from 'node:util'
import { instantToWireTime } from '#contract/time.ts'
import type { OperatorContext } from '../operatorContext.ts'
import type { StaffMember } from '../staff.ts'

export type CommandLineOptionSpecs = NonNullable<ParseArgsConfig['options']>

/** What was given on the command line, after it was checked against the command. */
export interface OperatorCommandInput {
  /** By the names in the command's `needs`. */
  of(name: string): string
  option(name: string): string | undefined
  /** An option that may come several times. */
  options(name: string): string[]
  has(name: string): boolean
}

/** What a command works with. */
export interface OperatorCommandContext {
  context: OperatorContext
  /** Who works, by the key; asked for when first needed. Refuses (forbidden). */
  staff(): Promise<StaffMember>
  /** The user of this machine, for what takes access to the machine alone. */
  machine: string
  print(line: string): void
}

/** One command of the staff's terminal. */
export interface OperatorCommand {
  /** One or two words: 'staff add'. */
  name: string
  /** The values that follow it, in order. */
  needs: readonly string[]
  options: CommandLineOptionSpecs
  /** How the options are written, for the usage line. */
  usage: string
  about: string
  /** Further lines of its help. */
  more?: readonly string[]
  run(session: OperatorCommandContext, input: OperatorCommandInput): Promise<void>
}

/** A moment as the terminal says it. */
export const formatTerminalTime = (ms: number): string => `${instantToWireTime(ms)} UTC+8`

/** Rows under their headings, in columns as wide as they need. */
export function formatTextTable(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [headings, ...rows]
  const widths = headings.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)))
  return all.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
