import type { Config } from '../core/startup/config.ts'

export type ServerEnvironment = Config['env']
export const serverEnvironments = ['sandbox', 'production'] as const satisfies readonly ServerEnvironment[]

const line = /^environments:[ \t]*(.*)\r?\n/m
const passage = /<(sandbox|production)>((?:(?!<\/?(?:sandbox|production)>)[\s\S])*)<\/\1>/g
const leftover = /<\/?(sandbox|production)>/

/** The environments that a text names in its `environments:` line. Throws with `where` in the message when it names none or an unknown one. */
export function parseSeedTextEnvironments(file: string, where: string): ServerEnvironment[] {
  const head = file.replaceAll('\r\n', '\n').split('\n\n')[0] ?? ''
  const names = (line.exec(`${head}\n`)?.[1] ?? '').split(',').map((name) => name.trim())
  const named = serverEnvironments.filter((environment) => names.includes(environment))
  if (named.length === 0 || named.length !== names.length)
    throw new Error(`${where}: "environments:" must name sandbox, production, or both`)
  return named
}

/**
 * A seed file as it reads in one environment, without its `environments:` line; undefined where it does not belong there. Passages between
 * `<sandbox>` and `</sandbox>` or `<production>` and `</production>` stand in that environment alone, in the front lines too. Throws with
 * `where` in the message on a passage that is not closed or stands within another.
 */
export function seedTextForEnvironment(environment: ServerEnvironment, file: string, where: string): string | undefined {
  if (!parseSeedTextEnvironments(file, where).includes(environment)) return undefined
  const text = file.replace(line, '').replace(passage, (_, of: string, words: string) => (of === environment ? words : ''))
  const left = leftover.exec(text)
  if (left) throw new Error(`${where}: ${left[0]} has no partner, or stands within another passage`)
  return text
}
