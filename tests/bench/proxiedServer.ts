import { startTestServer } from '../support/startServer.ts'
import { noLimits } from '../support/wire.ts'

// A server that believes a proxy on this machine, so that one load process can come from many addresses.

const server = await startTestServer({
  http: { rates: noLimits, isPatient: false, maxInFlightPerAddress: 10_000 },
  env: { PUBLIC_ORIGIN: 'http://127.0.0.1' },
})
process.on('message', async () => {
  const [row] = await server.house.db.query<{ count: string }>('select count(*) from price_record')
  process.send?.(Number(row?.count))
})
process.once('disconnect', () => void server.stop().finally(() => process.exit(0)))
process.send?.({ origin: server.origin })
