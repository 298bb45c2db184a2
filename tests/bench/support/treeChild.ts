import { createDatabasePool, type DatabaseTarget } from '#db/database.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import type { SymbolSpec } from '#market/market.ts'
import { createManualClock } from '#server/core/clock.ts'
import { priceRecordLogOfFeed } from '#server/fairness/log.ts'
import { createPriceRecordProofReader } from '#server/fairness/proofs.ts'
import { startPriceRecordSigner } from '#server/fairness/signer.ts'
import { testContext } from '../../support/wire.ts'

// A server that does nothing but keep the tree: `build` takes up the whole record, `prove SEC` asks for one proof of it.
const [place = '', nowMs = ''] = process.argv.slice(2)
const specs: readonly SymbolSpec[] = symbolSeeds
const db = createDatabasePool(JSON.parse(place) as DatabaseTarget)
const app = testContext(db, createManualClock(Number(nowMs)))
const signer = startPriceRecordSigner({ ...app, market: { ...app.market, specs } })
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
  const proofs = createPriceRecordProofReader(db, specs, priceRecordLogOfFeed({ kind: 'sim' }, db))
  const asked = performance.now()
  await proofs.proof('BTCUSDT', sec)
  return { firstMs: performance.now() - asked }
}
