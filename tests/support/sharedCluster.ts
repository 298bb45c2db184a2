import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startCluster } from './cluster.ts'
import { sharedTarget } from './testDatabase.ts'
import { shiftFor, shiftName } from './today.ts'

/**
 * Before the first test file: one time for all of them, with every process that they start; one PostgreSQL, so that none waits for a new one
 * and every migration; and one folder in which the servers that tests start keep their compiled code, so that only the first compiles it.
 */
export default async function setup(): Promise<() => Promise<void>> {
  process.env[shiftName] = String(shiftFor())
  const preload = pathToFileURL(join(import.meta.dirname, 'shiftedDate.ts')).href
  process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --import=${preload}`.trim()
  const { place, stop } = await startCluster()
  process.env[sharedTarget] = JSON.stringify(place)
  const compiled = mkdtempSync(join(tmpdir(), 'fairlead-compiled-'))
  process.env['NODE_COMPILE_CACHE'] ??= compiled
  return async () => {
    await stop()
    rmSync(compiled, { recursive: true, force: true })
  }
}
