import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartupError } from '../core/startup/config.ts'
import { canUserEnterFolder, type PostgresProcessUser } from './owner.ts'
import { processStartFingerprint } from './process.ts'

// A unix socket's whole path must fit in 103 bytes (the shortest limit, macOS).
const longestSocketDir = 103 - '/.s.PGSQL.5432'.length

/** Makes the folder and says its one true path. */
export function ensureDataDir(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o711 })
    return realpathSync(dataDir)
  } catch (error) {
    throw new StartupError(
      `The data folder ${dataDir} cannot be made: ${(error as NodeJS.ErrnoException).code}. Set DATA_DIR to another one.`,
    )
  }
}

/**
 * The folder that holds the database's own files: the data folder, or one elsewhere when `owner` cannot pass through it (a checkout
 * under /root). Which one it is was decided at the first start and is kept in `postgres.at`, so that it never changes by itself.
 */
export function resolveDatabaseFilesDir(dataDir: string, owner: PostgresProcessUser | undefined): string {
  const sign = join(dataDir, 'postgres.at')
  const recorded = read(sign).trim()
  if (recorded !== '' && existsSync(recorded)) return recorded
  if (canUserEnterFolder(dataDir, owner)) return dataDir
  const elsewhere = existsSync(join(dataDir, 'postgres')) ? undefined : folderElsewhere(owner)
  if (elsewhere === undefined) {
    throw new StartupError(
      `The user that runs PostgreSQL cannot reach ${dataDir}: let everyone pass through that folder or set DATA_DIR to another one.`,
    )
  }
  writeFileSync(sign, `${elsewhere}\n`)
  return elsewhere
}

/** /var/lib is where databases live; /var/tmp outlives a restart at least. */
function folderElsewhere(owner: PostgresProcessUser | undefined): string | undefined {
  for (const parent of ['/var/lib/fairlead', '/var/tmp/fairlead']) {
    try {
      mkdirSync(parent, { recursive: true, mode: 0o711 })
      const path = mkdtempSync(join(parent, 'database-'))
      chmodSync(path, 0o711)
      if (canUserEnterFolder(path, owner)) return path
    } catch {
      continue
    }
  }
  return undefined
}

/** A folder for `owner` alone. */
export function ensurePrivateDir(path: string, owner: PostgresProcessUser | undefined): string {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (owner) chownSync(path, owner.uid, owner.gid)
  chmodSync(path, 0o700)
  return path
}

/** Where the socket lives: with the database's files, or in a short temporary folder when their path is too long. */
export function ensureDatabaseSocketDir(home: string, owner: PostgresProcessUser | undefined): { path: string; remove(): void } {
  if (Buffer.byteLength(home) <= longestSocketDir) return { path: home, remove: () => {} }
  const path = ensurePrivateDir(mkdtempSync(join(tmpdir(), 'fairlead-')), owner)
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Takes the data folder for this process; a living owner is refused, a dead one's mark is replaced. Gives back how to let go. */
export function lockDataDir(dataDir: string): () => void {
  const mark = join(dataDir, 'server.pid')
  const mine = `${process.pid} ${processStartFingerprint(process.pid)}\n`
  const draft = `${mark}.${process.pid}`
  writeFileSync(draft, mine)
  try {
    // A link appears whole or not at all, so that nobody ever reads half a mark.
    for (let tries = 0; ; tries++) {
      try {
        linkSync(draft, mark)
        break
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || tries === 3) throw error
        if (isAlive(read(mark))) throw new StartupError(`Another Fairlead server is already using ${dataDir}.`)
        rmSync(mark, { force: true })
      }
    }
  } finally {
    unlinkSync(draft)
  }
  return () => {
    if (read(mark) === mine) rmSync(mark, { force: true })
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** The number alone is not enough: after a restart of the machine another process may have it. */
function isAlive(mark: string): boolean {
  const [pid, birth] = mark.trim().split(' ')
  return pid !== undefined && birth !== undefined && birth !== '' && processStartFingerprint(Number(pid)) === birth
}
