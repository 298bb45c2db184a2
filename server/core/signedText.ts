import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Sql } from '#db/database.ts'

/** The signing key: made by a migration, so that every server on this database signs and believes the same. */
export async function readClaimsTokenKey(sql: Sql): Promise<Buffer> {
  const [row] = await sql.query<{ secret: Buffer }>('select secret from confirm_key where id = 1')
  if (!row) throw new Error('the signing key is missing')
  return row.secret
}

const sealOf = (key: Buffer, kind: string, body: string): Buffer => createHmac('sha256', key).update(`${kind}.${body}`).digest()

/** A text that carries `claims` and can only have been made here. `kind` keeps one use from passing for another. */
export function signClaimsToken(key: Buffer, kind: string, claims: object): string {
  const body = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `${kind}.${body}.${sealOf(key, kind, body).toString('base64url')}`
}

/** The claims of a text that signClaimsToken made with this key for this kind; undefined for anything else. A text has exactly one spelling. */
export function verifyClaimsToken(key: Buffer, kind: string, text: string | undefined): unknown {
  const [givenKind, body, seal, ...rest] = (text ?? '').split('.')
  if (givenKind !== kind || !body || !seal || rest.length > 0) return undefined
  const signature = Buffer.from(seal, 'base64url')
  const expected = sealOf(key, kind, body)
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected) || seal !== expected.toString('base64url'))
    return undefined
  return JSON.parse(Buffer.from(body, 'base64url').toString())
}
