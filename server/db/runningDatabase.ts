import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSocketTarget } from './database.ts'
import { embeddedPostgresTarget } from './embedded.ts'
import { processCommandLine } from './process.ts'

/** Where the database of a server that runs on this data folder answers; undefined when none runs. */
export function findRunningDatabase(dataDir: string): DatabaseSocketTarget | undefined {
  if (!existsSync(dataDir)) return undefined
  const folder = realpathSync(dataDir)
  const sign = textOf(join(folder, 'postgres.at')).trim()
  const files = join(sign === '' ? folder : sign, 'postgres')
  // PostgreSQL's own mark: its process, its folder, when it began, its port, the folder of its socket.
  const [pid, , , port, socketDir] = textOf(join(files, 'postmaster.pid')).split('\n')
  if (!pid || !port || !socketDir || !processCommandLine(Number(pid)).includes(files)) return undefined
  return embeddedPostgresTarget(socketDir, Number(port))
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
