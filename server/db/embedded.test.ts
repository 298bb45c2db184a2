import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { StartupError } from '../core/startup/config.ts'
import { createDatabasePool } from './database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'
import { processStartFingerprint } from './process.ts'

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end()
})

function temporary(): string {
  const dir = mkdtempSync(join(tmpdir(), 'fairlead-embedded-'))
  chmodSync(dir, 0o711)
  ending.push(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

async function started(dataDir: string): Promise<EmbeddedPostgres> {
  const embedded = await startEmbeddedPostgres(dataDir)
  ending.push(() => embedded.stop())
  return embedded
}

/** Another process with a PostgreSQL of its own on that folder; it says its database's process id when it is ready. */
async function anotherServer(dataDir: string) {
  const script = `import { startEmbeddedPostgres } from '#db/embedded.ts'
    const embedded = await startEmbeddedPostgres(process.argv[1])
    console.log(embedded.pid())`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const postgres = Number(String(line))
  ending.push(async () => {
    child.kill('SIGKILL')
    await expect.poll(() => isRunning(postgres)).toBe(false)
  })
  return { child, postgres }
}

// Not by a signal: one that has ended but was not yet collected would still answer.
const isRunning = (pid: number): boolean => processStartFingerprint(pid) !== ''

const ask = async (embedded: EmbeddedPostgres, text: string) => {
  const db = createDatabasePool(embedded.place, { poolSize: 1 })
  return db.query(text).finally(() => db.close())
}

describe('startEmbedded', () => {
  it('keeps what was written, fsyncs, and lets go of the folder', async () => {
    const dir = temporary()
    const first = await started(dir)
    expect(await ask(first, 'show fsync')).toEqual([{ fsync: 'on' }])
    expect(await ask(first, 'show synchronous_commit')).toEqual([{ synchronous_commit: 'on' }])
    await ask(first, 'create table kept as select 5 as n')
    await first.stop()
    const second = await started(dir)
    expect(await ask(second, 'select n from kept')).toEqual([{ n: 5 }])
  })

  it('refuses a folder that another server uses, in a plain sentence', async () => {
    const dir = temporary()
    await anotherServer(dir)
    await expect(startEmbeddedPostgres(dir)).rejects.toThrow(new StartupError(`Another Fairlead server is already using ${dir}.`))
  })

  it('starts after its server was killed, and the orphan is gone', async () => {
    const dir = temporary()
    const { child, postgres } = await anotherServer(dir)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await ask(await started(dir), 'select 1')
    expect(isRunning(postgres)).toBe(false)
  })

  it('stops PostgreSQL when its server dies, without a next start', async () => {
    const { child, postgres } = await anotherServer(temporary())
    child.kill('SIGKILL')
    await expect.poll(() => isRunning(postgres)).toBe(false)
  })

  it('starts after both were killed', async () => {
    const dir = temporary()
    const { child, postgres } = await anotherServer(dir)
    child.kill('SIGKILL')
    process.kill(postgres, 'SIGKILL')
    await once(child, 'exit')
    expect(await ask(await started(dir), 'select 1 as n')).toEqual([{ n: 1 }])
  })

  it('starts PostgreSQL again when it alone is killed', async () => {
    const embedded = await started(temporary())
    const before = embedded.pid()!
    process.kill(before, 'SIGKILL')
    await expect.poll(() => ask(embedded, 'select 1 as n').catch(() => [])).toEqual([{ n: 1 }])
    expect(embedded.pid()).not.toBe(before)
  })

  it('takes a folder whose path is too long for a socket', async () => {
    expect(await ask(await started(join(temporary(), 'a'.repeat(120))), 'select 1 as n')).toEqual([{ n: 1 }])
  })

  it.runIf(process.getuid?.() === 0)('works in a folder that only root may enter, and stays where it began', async () => {
    const closed = temporary()
    const dir = join(closed, 'inner')
    chmodSync(closed, 0o700)
    const first = await started(dir)
    ending.push(() => rmSync(dirname(first.files), { recursive: true, force: true }))
    expect(first.files.startsWith(dir)).toBe(false)
    await ask(first, 'create table kept as select 5 as n')
    await first.stop()
    chmodSync(closed, 0o711)
    expect(await ask(await started(dir), 'select n from kept')).toEqual([{ n: 5 }])
  })

  it.runIf(process.getuid?.() === 0)('does not start over elsewhere when its files became unreachable', async () => {
    const closed = temporary()
    const dir = join(closed, 'inner')
    await (await started(dir)).stop()
    chmodSync(closed, 0o700)
    await expect(startEmbeddedPostgres(dir)).rejects.toThrow(/cannot reach .*inner: let everyone pass/)
  })

  it('says which folder cannot be made', async () => {
    const file = join(temporary(), 'file')
    writeFileSync(file, '')
    await expect(startEmbeddedPostgres(join(file, 'dir'))).rejects.toThrow(
      /^The data folder .*file\/dir cannot be made: ENOTDIR\. Set DATA_DIR/,
    )
  })

  it('says that the files are of another PostgreSQL', async () => {
    const dir = temporary()
    chmodSync(dir, 0o711)
    mkdirSync(join(dir, 'postgres'))
    writeFileSync(join(dir, 'postgres', 'PG_VERSION'), '15\n')
    await expect(startEmbeddedPostgres(dir)).rejects.toThrow(/was made by PostgreSQL 15, and this server brings PostgreSQL 18/)
  })
})
