import { hash, randomBytes } from 'node:crypto'
import { sealSecret } from '#account/sealedSecret.ts'
import type { Sha256 } from '#rules/merkle.ts'
import { secretHashOf } from '#rules/ieoDraw.ts'

/** SHA-256 for the rules that server and phone share. */
export const sha256: Sha256 = (bytes) => new Uint8Array(hash('sha256', bytes, 'buffer'))

/** Whose key seals a project's secret until it is drawn. */
export const sealedFor = (ieoId: string): string => `ieo ${ieoId}`

/** A new secret that takes part in the draw of that project: sealed, with the hash that is published at once. */
export async function newSecret(key: Buffer, ieoId: string): Promise<{ sealed: Buffer; secretHash: string }> {
  const secret = randomBytes(32).toString('hex')
  return { sealed: sealSecret(key, sealedFor(ieoId), secret), secretHash: await secretHashOf(sha256, secret) }
}
