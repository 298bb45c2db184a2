import { readFileSync } from 'node:fs'
import { startTestServer } from '../../support/startServer.ts'
import { noLimits } from '../../support/wire.ts'

// A server that believes a proxy on this machine, so that one load process can come from many addresses.

const server = await startTestServer({
  http: { rates: noLimits, isPatient: false, maxInFlightPerAddress: 10_000 },
  env: { PUBLIC_ORIGIN: 'http://127.0.0.1' },
})
const secondsRecorded = async (): Promise<number[]> =>
  (await server.app.db.query<{ sec: string }>('select distinct sec from price_record order by sec')).map(({ sec }) => Number(sec))

/** Milliseconds for which this process ran, and for which it was ready to and others did; nothing where no /proc says so. */
function scheduled(): { ranMs: number; waitedMs: number } {
  try {
    const [ran = 0, waited = 0] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ').map(Number)
    return { ranMs: ran / 1e6, waitedMs: waited / 1e6 }
  } catch {
    return { ranMs: 0, waitedMs: 0 }
  }
}

let before = 0
let then = scheduled()
process.on('message', async (word) => {
  const seconds = await secondsRecorded()
  if (word === 'begin') {
    before = seconds.at(-1) ?? 0
    then = scheduled()
    return process.send?.('begun')
  }
  const meanwhile = seconds.filter((sec) => sec > before)
  // Each between the last one before and the last one after was due.
  const now = scheduled()
  const waitedMs = now.waitedMs - then.waitedMs
  process.send?.({
    count: meanwhile.length,
    missing: (meanwhile.at(-1) ?? before) - before - meanwhile.length,
    waitedShare: waitedMs / Math.max(1, waitedMs + now.ranMs - then.ranMs),
  })
})
process.once('disconnect', () => void server.stop().finally(() => process.exit(0)))
process.send?.({ origin: server.origin })
