import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCluster } from './cluster.ts'
import { sharedPlace } from './testDatabase.ts'

/**
 * Before the first test file: one PostgreSQL for all of them, so that none waits for a new one and every migration; and one folder in which
 * the servers that tests start keep their compiled code, so that only the first of them compiles it.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const { place, stop } = await startCluster()
  process.env[sharedPlace] = JSON.stringify(place)
  const compiled = mkdtempSync(join(tmpdir(), 'fairlead-compiled-'))
  process.env['NODE_COMPILE_CACHE'] ??= compiled
  return async () => {
    await stop()
    rmSync(compiled, { recursive: true, force: true })
  }
}
