import { inspect } from 'node:util'
import { pino } from 'pino'

// The one place that writes to the terminal: what went wrong as a line of JSON on stderr, and what people are told in plain words.

/** Where an event happened: what a request is called, and nothing of who asked. */
interface LogFields {
  requestId?: string
  /** The path of the call, without what was asked. */
  path?: string
}

/** Reports what went wrong; people are named by their ids alone. */
export type LogError = (message: string, error?: unknown, fields?: LogFields) => void

const logger = pino(
  {
    base: null,
    messageKey: 'message',
    errorKey: 'error',
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
    serializers: { error: (error: unknown) => serializeError(error) },
  },
  { write: (line: string) => void process.stderr.write(line) },
)

/**
 * What others answer may repeat what they were asked: the address of a mail that was refused, the password of a node. A match begins at the head of
 * a word only, so that a word of any length is read once.
 */
const withoutPersonalData = (text: string): string =>
  text.replace(/\/\/[^\s/]+@/g, '//').replace(/(?<![\p{L}\d._%+-])[\p{L}\d._%+-]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+/gu, '[email]')

/** An error of an error of an error: whatever lies deeper says nothing more, and one may be its own cause. */
const maxCauses = 5

/** Only what says what went wrong and where: a database's error also holds the row, an HTTP client's the whole request. */
function serializeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return withoutPersonalData(typeof error === 'string' ? error : inspect(error))
  const { name, stack } = error
  const code = 'code' in error && (typeof error.code === 'string' || typeof error.code === 'number') ? error.code : undefined
  const within = (cause: unknown): unknown => (depth < maxCauses ? serializeError(cause, depth + 1) : undefined)
  return {
    name,
    message: withoutPersonalData(String(error.message)),
    code,
    stack: stack && withoutPersonalData(String(stack)),
    cause: error.cause === undefined ? undefined : within(error.cause),
    // Each try of a name with several addresses.
    errors: error instanceof AggregateError ? error.errors.map(within) : undefined,
  }
}

const error: LogError = (message, cause, fields) =>
  logger.error({ ...fields, ...(cause !== undefined && { error: cause }) }, withoutPersonalData(message))

/** What the server writes about itself (docs/operations.md). */
export const log = { error }

/** Tells whoever runs a command. */
export const printLine = (line: string): void => console.log(line)

/** Tells whoever runs a command why it did not do what was asked. */
export const printError = (line: string): void => console.error(line)
