import { createDatabasePool } from '#db/database.ts'
import { createManualClock } from '#server/core/clock.ts'
import { createServerEventBus } from '#server/core/events.ts'
import type { AppContext } from '#server/core/appContext.ts'
import { createArbitrageProductKind } from '#server/products/arbitrage.ts'
import { runDueProductJobs } from '#server/products/engine.ts'
import { indexProductKindsByType } from '#server/products/kindOf.ts'

// A server that does nothing but the daily run, again and again, to be killed. Says a line when it begins and after each run.
const [socketDir = '', port = '', user = '', database = '', feed = '', nowMs = ''] = process.argv.slice(2)
const db = createDatabasePool({ socketDir, port: Number(port), user, database }, { poolSize: 6, name: 'killed' })
const app = {
  db,
  clock: createManualClock(Number(nowMs)),
  events: createServerEventBus(),
  config: { env: 'sandbox' },
  market: { feed },
} as unknown as AppContext
const kinds = indexProductKindsByType([createArbitrageProductKind(app)])
process.stdout.write('begins\n')
for (;;) {
  await runDueProductJobs(app, kinds)
  process.stdout.write('done\n')
}
