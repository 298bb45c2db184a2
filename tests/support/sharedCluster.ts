import { startCluster } from './cluster.ts'
import { sharedPlace } from './testDatabase.ts'

/** Before the first test file: one PostgreSQL for all of them, so that none waits for a new one and every migration. */
export default async function setup(): Promise<() => Promise<void>> {
  const { place, stop } = await startCluster()
  process.env[sharedPlace] = JSON.stringify(place)
  return stop
}
