import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../core/startup/config.ts'
import { type PostgresBinaries, findPostgresBinaries } from './binaries.ts'
import { createDatabasePool, type DatabaseSocketTarget } from './database.ts'
import { resolveDatabaseFilesDir, ensureDataDir, ensurePrivateDir, ensureDatabaseSocketDir, lockDataDir } from './dataDir.ts'
import { type PostgresProcessUser, findPostgresProcessUser } from './owner.ts'
import { processCommandLine } from './process.ts'

export interface EmbeddedPostgres {
  place: DatabaseSocketTarget
  /** The folder of its files. */
  files: string
  /** The process id of PostgreSQL itself; it changes when it had to be started again. */
  pid(): number | undefined
  /** Ends all its connections, writes everything down and stops; then another server may take the folder. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** Extra PostgreSQL settings, for tests: `{ fsync: 'off' }`. */
  settings?: Record<string, string>
}

const user = 'fairlead'
const port = 5432
const startLimitMs = 60_000
const stopLimitMs = 20_000

/** Our database behind the socket in that folder. */
export const embeddedPostgresTarget = (socketDir: string, port: number): DatabaseSocketTarget => ({
  socketDir,
  port,
  user,
  database: 'fairlead',
})

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * PostgreSQL of our own on a private unix socket, its files in `dataDir`. Started again when it dies alone; stopped when this process
 * dies, even by kill -9. Refuses a folder that another server uses (StartupError).
 */
export async function startEmbeddedPostgres(dataDir: string, options: EmbeddedPostgresOptions = {}): Promise<EmbeddedPostgres> {
  const owner = findPostgresProcessUser()
  const folder = ensureDataDir(dataDir)
  const letGo = lockDataDir(folder)
  try {
    const binaries = findPostgresBinaries(owner)
    const files = join(resolveDatabaseFilesDir(folder, owner), 'postgres')
    await initialise(binaries, files, owner)
    await endOrphan(files)
    const socket = ensureDatabaseSocketDir(files, owner)
    const keeper = keepRunning(binaries, files, socket.path, owner, options.settings ?? {})
    const stop = async () => {
      await keeper.stop()
      socket.remove()
      letGo()
    }
    try {
      const place = embeddedPostgresTarget(socket.path, port)
      await answering(place, keeper)
      return { place, files, pid: keeper.pid, stop }
    } catch (error) {
      await stop()
      throw error
    }
  } catch (error) {
    letGo()
    throw error
  }
}

/** A new cluster appears whole or not at all: it is made beside its place and moved there at the end. */
async function initialise(binaries: PostgresBinaries, files: string, owner: PostgresProcessUser | undefined): Promise<void> {
  if (existsSync(join(files, 'PG_VERSION'))) {
    const major = readFileSync(join(files, 'PG_VERSION'), 'utf8').trim()
    if (major !== binaries.major)
      throw new StartupError(`${files} was made by PostgreSQL ${major}, and this server brings PostgreSQL ${binaries.major}.`)
    ensurePrivateDir(files, owner)
    return
  }
  const fresh = `${files}.new`
  rmSync(fresh, { recursive: true, force: true })
  ensurePrivateDir(fresh, owner)
  const args = ['-D', fresh, '-U', user, '-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const child = spawn(binaries.initdb, [...args, '--auth-local=trust', '--auth-host=reject', '--no-instructions'], {
    cwd: '/',
    env: {},
    ...owner,
  })
  const said = listen(child)
  const status = await new Promise<number | null>((resolve) => child.once('error', () => resolve(null)).once('close', resolve))
  if (status !== 0) throw new StartupError(`PostgreSQL could not make its files in ${fresh}: ${said()}`)
  rmSync(files, { recursive: true, force: true })
  renameSync(fresh, files)
}

/** The last lines that a child said, in one line. */
function listen(child: ChildProcess): () => string {
  let text = ''
  const append = (part: Buffer) => {
    text = (text + part).slice(-2_000)
  }
  child.stdout?.on('data', append)
  child.stderr?.on('data', append)
  return () => text.trim().split('\n').slice(-3).join(' ')
}

/** A PostgreSQL whose server was killed is about to stop by itself; what does not stop is stopped. Its stale pid file it judges itself. */
async function endOrphan(files: string): Promise<void> {
  const pid = () => {
    const mark = join(files, 'postmaster.pid')
    const number = existsSync(mark) ? Number(readFileSync(mark, 'utf8').split('\n')[0]) : 0
    return number > 0 && processCommandLine(number).includes(files) ? number : undefined
  }
  for (const [waitMs, signal] of [
    [3_000, 'SIGINT'],
    [10_000, 'SIGQUIT'],
    [5_000, undefined],
  ] as const) {
    for (const end = Date.now() + waitMs; Date.now() < end; await pause(20)) if (pid() === undefined) return
    const alive = pid()
    if (alive !== undefined && signal) process.kill(alive, signal)
  }
  throw new StartupError(`A PostgreSQL (process ${pid()}) that belongs to no server still uses ${files}: stop it first.`)
}

interface Keeper {
  pid(): number | undefined
  /** What it said last when it ended before it ever answered. */
  failed(): string | undefined
  stop(): Promise<void>
}

/** Starts PostgreSQL and starts it again whenever it ends unasked: at once, then more slowly while it keeps failing. */
function keepRunning(
  binaries: PostgresBinaries,
  files: string,
  socketDir: string,
  owner: PostgresProcessUser | undefined,
  settings: Record<string, string>,
): Keeper {
  const chosen = {
    listen_addresses: '',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    port: String(port),
    max_connections: '100',
    shared_buffers: '64MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...settings,
  }
  const args = ['-D', files, ...Object.entries(chosen).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  let stopping = false
  let failure: string | undefined
  let current: ChildProcess
  let ended: Promise<void>
  let failures = 0

  const start = () => {
    const startedAt = Date.now()
    // Detached: Ctrl-C in a terminal reaches the server alone, which then stops PostgreSQL in its own time.
    current = spawn(binaries.postgres, args, { cwd: '/', env: {}, stdio: ['ignore', 'pipe', 'pipe'], detached: true, ...owner })
    const said = listen(current)
    const guard = current.pid === undefined ? undefined : guardAgainstOurDeath(current.pid, owner)
    ended = new Promise((resolve) => {
      const end = () => {
        guard?.kill('SIGKILL')
        resolve()
        if (stopping) return
        failures = Date.now() - startedAt > 10_000 ? 0 : failures + 1
        failure = said() || 'it could not be run'
        setTimeout(() => stopping || start(), failures === 1 ? 50 : Math.min(200 * failures, 5_000)).unref()
      }
      current.once('error', end).once('exit', end)
    })
  }
  start()
  return {
    pid: () => current.pid,
    failed: () => (failures > 20 ? failure : undefined),
    stop: async () => {
      stopping = true
      current.kill('SIGINT')
      const slow = setTimeout(() => current.kill('SIGQUIT'), stopLimitMs)
      await ended
      clearTimeout(slow)
    },
  }
}

/** Its standard input ends when this process ends, however that happens; then it asks PostgreSQL to stop. */
function guardAgainstOurDeath(pid: number, owner: PostgresProcessUser | undefined): ChildProcess {
  const script = 'cat >/dev/null; kill -INT "$1" 2>/dev/null'
  const guard = spawn('/bin/sh', ['-c', script, 'sh', String(pid)], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    ...owner,
  })
  guard.on('error', () => {})
  guard.unref()
  return guard
}

/** Waits until it answers, and makes our database in it the first time. */
async function answering(place: DatabaseSocketTarget, keeper: Keeper): Promise<void> {
  const first = createDatabasePool({ ...place, database: 'postgres' }, { poolSize: 1 })
  try {
    for (const end = Date.now() + startLimitMs; ; await pause(20)) {
      try {
        const [found] = await first.query('select from pg_database where datname = $1', [place.database])
        if (!found) await first.query(`create database ${place.database}`)
        return
      } catch (error) {
        if (keeper.failed() !== undefined) throw new StartupError(`PostgreSQL does not start: ${keeper.failed()}`)
        if (Date.now() > end) throw error
      }
    }
  } finally {
    await first.close()
  }
}
