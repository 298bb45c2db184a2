import { Pool } from 'pg'
import { asDecimal } from '#contract/decimal.ts'
import { createDatabasePool } from '#db/database.ts'
import { order, tradingFixture } from '../trading/tradingFixture.ts'
import { byStatements } from './ledger.ts'
import { durableDatabase } from './support/durable.ts'
import { sized } from './support/size.ts'
import { median, quantile, type Row } from './support/table.ts'

const roundMs = sized(2_000, 200)
const rounds = sized(3, 1)
const poolSize = 16
const callersMost = 32
/** Nobody has so many positions that summing them is what is measured. */
const crowd = sized(320, 32)

/** Orders accepted a second on a PostgreSQL with its durable defaults, token checked, money booked and streams told, beside the bare ledger statement alone. */
export async function orders(): Promise<Row[]> {
  const { place, remove } = await durableDatabase()
  const db = createDatabasePool(place, { poolSize })
  const bare = new Pool({ host: place.socketDir, port: place.port, user: place.user, database: place.database, max: poolSize })
  // A connection that is cut when PostgreSQL stops must not end the bench.
  bare.on('error', () => {})
  try {
    const world = await tradingFixture({ db })
    world.hand.set({ BTCUSDT: '60000' })
    const asked = order({ quantity: asDecimal('0.0005') })
    const people: Awaited<ReturnType<typeof world.person>>[] = []
    const tokens: string[] = []
    for (let each = 0; each < crowd; each++) {
      const person = await world.person()
      people.push(person)
      tokens.push((await world.preview(person, asked)).confirmToken)
    }
    let n = 0
    const ours = () => {
      // Time goes on, so that no two ids are of the same moment, and the price stays fresh.
      world.clock.advance(1)
      if (n % 500 === 0) world.hand.set({ BTCUSDT: '60000' })
      return world.place(people[++n % crowd]!, asked, tokens[n % crowd])
    }
    const theirs = () => byStatements(bare)(people[++n % crowd]!.userId, `order ${n}`)
    const rows: Row[] = []
    for (const [name, callers] of [
      ['one after the other', 1],
      [`${callersMost} callers`, callersMost],
    ] as const) {
      const [accepted, booked, took]: number[][] = [[], [], []]
      for (let round = 0; round < rounds; round++) {
        accepted!.push(await perSecond(callers, ours, took!))
        booked!.push(await perSecond(callers, theirs, []))
      }
      rows.push(
        {
          name: `Orders accepted, ${name}`,
          figure: median(accepted!),
          unit: '/s',
          beside: { what: 'bare ledger statement', figure: median(booked!) },
        },
        {
          name: `An order, ${name}, p99`,
          figure: quantile(took!, 0.99),
          unit: 'ms',
          beside: { what: 'its median', figure: median(took!) },
        },
      )
    }
    return rows
  } finally {
    await bare.end()
    await db.close()
    await remove()
  }
}

async function perSecond(callers: number, work: () => Promise<unknown>, took: number[]): Promise<number> {
  const startedAt = performance.now()
  let made = 0
  const caller = async (): Promise<void> => {
    while (performance.now() - startedAt < roundMs) {
      const from = performance.now()
      await work()
      took.push(performance.now() - from)
      made++
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return (made / (performance.now() - startedAt)) * 1000
}
