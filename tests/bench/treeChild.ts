import { connect, type Place } from '#db/database.ts'
import { symbols } from '#db/seed/symbols.ts'
import type { SymbolSpec } from '#market/market.ts'
import { handClock } from '#server/clock.ts'
import { logOf } from '#server/fairness/log.ts'
import { proofsOf } from '#server/fairness/proofs.ts'
import { startSigner } from '#server/fairness/signer.ts'
import { testHouse } from '../support/wire.ts'

// A server that does nothing but keep the tree: `build` takes up the whole record, `prove SEC` asks for one proof of it.
const [place = '', nowMs = ''] = process.argv.slice(2)
const specs: readonly SymbolSpec[] = symbols
const db = connect(JSON.parse(place) as Place)
const house = testHouse(db, handClock(Number(nowMs)))
const signer = startSigner({ ...house, market: { ...house.market, specs } })
await db.query('select 1')
process.send?.('ready')

process.on('message', async (word: string) => {
  if (word === 'build') process.send?.(await build())
  else process.send?.(await prove(Number(word.split(' ')[1])))
})
process.on('disconnect', () => process.exit())

async function build() {
  const idle = process.memoryUsage()
  let most = idle.rss
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 50)
  const begun = performance.now()
  await signer.step()
  const builtMs = performance.now() - begun
  clearInterval(watch)
  const mb = (bytes: number) => bytes / 2 ** 20
  return { builtMs, peakMb: mb(most - idle.rss), heapMb: mb(process.memoryUsage().heapUsed - idle.heapUsed) }
}

async function prove(sec: number) {
  const proofs = proofsOf(db, specs, logOf({ kind: 'sim' }, db))
  const asked = performance.now()
  await proofs.proof('BTCUSDT', sec)
  return { firstMs: performance.now() - asked }
}
