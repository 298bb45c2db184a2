import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AppContext } from '#server/core/appContext.ts'
import { timeOfRun } from './today.ts'

/** The staff's own command with that member's key, in a process of its own beside the server. Gives what it printed; throws that when it is refused. */
export async function operatorCommand({ config }: AppContext, staffKey: string, ...words: string[]): Promise<string> {
  const { databaseUrl = '', dataDir } = config
  const child = spawn(process.execPath, ['server/operator/command.ts', ...words], {
    env: {
      ...timeOfRun(),
      PATH: process.env['PATH'],
      FAIRLEAD_ENV: config.env,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      OPERATOR_KEY: staffKey,
    },
  })
  let said = ''
  child.stdout.on('data', (part) => (said += part))
  child.stderr.on('data', (part) => (said += part))
  const [status] = (await once(child, 'close')) as [number | null]
  if (status !== 0) throw new Error(said)
  return said
}
