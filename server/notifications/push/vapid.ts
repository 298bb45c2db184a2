import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { Sql } from '#db/database.ts'

/** The pair that every message is signed with. `publicKey` is the uncompressed point in base64url. */
export interface VapidKeyPair {
  privateKey: KeyObject
  publicKey: string
}

const generate = promisify(generateKeyPair)

/** The one key of this database; made by whoever asks first. */
export async function getOrCreateVapidKey(sql: Sql, nowMs: number): Promise<VapidKeyPair> {
  const stored = await readKey(sql)
  if (stored) return stored
  const pair = await generate('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = pair.publicKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  await sql.query('insert into push_key (private_pem, public_key, since_ms) values ($1, $2, $3) on conflict do nothing', [
    pair.privateKey.export({ format: 'pem', type: 'pkcs8' }),
    point.toString('base64url'),
    nowMs,
  ])
  return (await readKey(sql))!
}

async function readKey(sql: Sql): Promise<VapidKeyPair | undefined> {
  const [row] = await sql.query<{ private_pem: string; public_key: string }>('select private_pem, public_key from push_key')
  return row && { privateKey: createPrivateKey(row.private_pem), publicKey: row.public_key }
}
