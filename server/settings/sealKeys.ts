import { createPrivateKey, generateKeyPair, type KeyObject, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { Clock } from '../core/clock.ts'
import type { Database } from '#db/database.ts'

/** An RSA key for sealed bodies (docs/sealed-body.md). `publicPem` is SPKI. */
interface SealKey {
  kid: string
  publicPem: string
  privateKey: KeyObject
  notAfterMs: number
}

export interface BodySealKeyStore {
  /** The keys that bodies may be sealed with now, the one to use first. */
  live(): Promise<readonly SealKey[]>
  /** Undefined when no live key has that name. */
  find(kid: string): Promise<SealKey | undefined>
}

interface Row {
  kid: string
  number: number
  private_pem: string
  public_pem: string
  created_ms: string
  not_after_ms: string
}

const dayMs = 86_400_000
const lifeMs = 60 * dayMs
/** Each key leads for half its life; then the next one does, and this one is still opened. */
const leadMs = 30 * dayMs
const rereadMs = 60_000
/** An unknown name may be a key another server just made: the database is asked again, but not for every such name. */
const unknownRereadMs = 2_000

/** Two live keys, kept in the database so that every server on it opens the same bodies. */
export function createBodySealKeyStore(db: Database, clock: Clock): BodySealKeyStore {
  let cached: { keys: readonly SealKey[]; readMs: number } | undefined
  let reading: Promise<readonly SealKey[]> | undefined
  const parsed = new Map<string, KeyObject>()

  const toKey = (row: Row): SealKey => {
    const privateKey = parsed.get(row.kid) ?? createPrivateKey(row.private_pem)
    parsed.set(row.kid, privateKey)
    return { kid: row.kid, publicPem: row.public_pem, privateKey, notAfterMs: Number(row.not_after_ms) }
  }

  const read = async (): Promise<readonly SealKey[]> => {
    const nowMs = clock.now()
    let rows = await liveRows(db, nowMs)
    while (rows.length < 2 || Number(rows[0]?.created_ms) < nowMs - leadMs) {
      await makeKey(db, nowMs, rows.length === 0 ? nowMs - leadMs / 2 : nowMs)
      rows = await liveRows(db, nowMs)
    }
    const keys = rows.map(toKey)
    cached = { keys, readMs: nowMs }
    return keys
  }

  const fresh = (atMostMs: number): Promise<readonly SealKey[]> => {
    if (cached && Math.abs(clock.now() - cached.readMs) < atMostMs) return Promise.resolve(cached.keys)
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }

  const live = async () => (await fresh(rereadMs)).filter((key) => key.notAfterMs > clock.now())
  return {
    live,
    find: async (kid) =>
      (await live()).find((key) => key.kid === kid) ??
      (await fresh(unknownRereadMs)).find((key) => key.kid === kid && key.notAfterMs > clock.now()),
  }
}

const liveRows = (db: Database, nowMs: number): Promise<Row[]> =>
  db.query<Row>('select * from seal_key where not_after_ms > $1 order by number desc limit 2', [nowMs])

const generate = promisify(generateKeyPair)

/** Whichever server comes first with the next number has made it; the other's pair is thrown away. */
async function makeKey(db: Database, nowMs: number, createdMs: number): Promise<void> {
  const [row] = await db.query<{ next: number }>('select coalesce(max(number), 0) + 1 as next from seal_key')
  const pair = await generate('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  await db.query(
    `insert into seal_key (kid, number, private_pem, public_pem, created_ms, not_after_ms)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [randomBytes(6).toString('hex'), row?.next ?? 1, pair.privateKey, pair.publicKey, createdMs, createdMs + lifeMs],
  )
  // A key that has ended is never needed again; its private half goes after a day.
  await db.query('delete from seal_key where not_after_ms < $1', [nowMs - dayMs])
}
