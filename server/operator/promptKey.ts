import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { StaffError } from './staffError.ts'

/** Asks for the key of that person, without showing what is typed; takes one line when nobody sits at a terminal. */
export async function promptOperatorKey(name: string | undefined): Promise<string> {
  if (name === undefined) throw new StaffError('forbidden', 'Say who you are: set OPERATOR_KEY, or give --as <name>.')
  process.stderr.write(`Key of ${name}: `)
  const silent = new Writable({ write: (_part, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY })
  try {
    for await (const line of lines) return line
    throw new StaffError('forbidden', 'No key was given.')
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
