import { createPrivateKey, generateKeyPair, hash, type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { asInstant, type Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'

export interface PublishedSigningKey {
  kid: string
  publicKeyJwk: { kty: 'EC'; crv: 'P-256'; x: string; y: string }
  since: Instant
}

interface Row {
  kid: string
  number: number
  private_pem: string
  x: string
  y: string
  since_ms: string
}

const yearMs = 365 * 86_400_000
const generate = promisify(generateKeyPair)

/** The key that signs now: the newest; where there is none, or it is a year old, a new one is made and stored. */
export async function getOrCreatePublishedSigningKey(sql: Sql, nowMs: number): Promise<{ kid: string; sign(text: string): string }> {
  let [newest] = await keyRows(sql)
  if (!newest || Number(newest.since_ms) <= nowMs - yearMs) {
    await makeKey(sql, (newest?.number ?? 0) + 1, nowMs)
    ;[newest] = await keyRows(sql)
  }
  const { kid, private_pem } = newest!
  return { kid, sign: (text) => signed(createPrivateKey(private_pem), text) }
}

/** All keys that ever signed, newest first. */
export async function readPublishedSigningKeys(sql: Sql): Promise<PublishedSigningKey[]> {
  const rows = await keyRows(sql)
  return rows.map(({ kid, x, y, since_ms }) => ({
    kid,
    publicKeyJwk: { kty: 'EC', crv: 'P-256', x, y },
    since: asInstant(Number(since_ms)),
  }))
}

const keyRows = (sql: Sql): Promise<Row[]> => sql.query<Row>('select * from fair_key order by number desc')

/** r‖s, as WebCrypto wants it, in base64. */
const signed = (key: KeyObject, text: string): string =>
  sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64')

/** Whichever server comes first with the next number has made it; the other's pair is thrown away. */
async function makeKey(sql: Sql, number: number, nowMs: number): Promise<void> {
  const pair = await generate('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = pair.publicKey.export({ format: 'jwk' })
  const kid = hash('sha256', `{"crv":"P-256","kty":"EC","x":"${x}","y":"${y}"}`, 'base64url')
  await sql.query(
    'insert into fair_key (kid, number, private_pem, x, y, since_ms) values ($1, $2, $3, $4, $5, $6) on conflict do nothing',
    [kid, number, pair.privateKey.export({ format: 'pem', type: 'pkcs8' }), x, y, nowMs],
  )
}
