import { connect } from '#db/database.ts'
import { handClock } from '#server/clock.ts'
import { createEvents } from '#server/events.ts'
import type { House } from '#server/house.ts'
import { arbitrageKind } from '#server/products/arbitrage.ts'
import { workDue } from '#server/products/engine.ts'
import { byType } from '#server/products/kindOf.ts'

// A server that does nothing but the daily run, again and again, to be killed. Says a line when it begins and after each run.
const [socketDir = '', port = '', user = '', database = '', feed = '', nowMs = ''] = process.argv.slice(2)
const db = connect({ socketDir, port: Number(port), user, database }, { poolSize: 6, name: 'killed' })
const house = {
  db,
  clock: handClock(Number(nowMs)),
  events: createEvents(),
  config: { env: 'sandbox' },
  market: { feed },
} as unknown as House
const kinds = byType([arbitrageKind(house)])
process.stdout.write('begins\n')
for (;;) {
  await workDue(house, kinds)
  process.stdout.write('done\n')
}
