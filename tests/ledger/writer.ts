import { asInstant } from '#contract/time.ts'
import { openMigratedDatabase } from '#db/open.ts'
import { grantDemoBalance, type Leg, lockWallet, post } from '#ledger/ledger.ts'
import { decimalOf } from './model.ts'

// A server that does nothing but book, for the crash test: it says each posting's id once the database has it for good.
const dataDir = process.argv[2] ?? ''
const firstUser = process.argv[3] ?? ''
const at = asInstant(Date.UTC(2026, 10, 20))
const callers = 8

const { db } = await openMigratedDatabase({ databaseUrl: undefined, dataDir })

async function book(user: string, n: number): Promise<void> {
  const amount = 1_000n + BigInt(n % 977)
  const leg = (bucket: 'AVAIL' | 'MARGIN', units: bigint): Leg => ({ user, currency: 'USDT', bucket, amount: decimalOf(units), type: 6 })
  const id = await db.transaction(async (sql) => {
    await lockWallet(sql, user, 2)
    return post(sql, {
      book: 2,
      refType: 'crash',
      refId: String(n),
      at,
      legs: [leg('AVAIL', -amount), leg('MARGIN', amount - 1n), { house: 'FEE', currency: 'USDT', amount: decimalOf(1n) }],
    })
  })
  process.stdout.write(`${id}\n`)
}

for (let k = 0; k < callers; k++) {
  const user = String(Number(firstUser) + k)
  await db.transaction((sql) => grantDemoBalance(sql, user, at))
  // A lost connection loses the posting that was under way, never the caller.
  void (async () => {
    for (let n = 0; ; n++) await book(user, n).catch(() => new Promise((resolve) => setTimeout(resolve, 20)))
  })()
}
