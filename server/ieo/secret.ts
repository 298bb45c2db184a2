import { hash, randomBytes } from 'node:crypto'
import { sealTotpSecret } from '#account/secondFactor/sealedSecret.ts'
import type { Sha256Function } from '#rules/merkle.ts'
import { ieoSecretHash } from '#rules/ieo/ieoDraw.ts'

/** SHA-256 for the rules that server and phone share. */
export const sha256: Sha256Function = (bytes) => new Uint8Array(hash('sha256', bytes, 'buffer'))

/** Whose key seals a project's secret until it is drawn. */
export const ieoSecretAad = (ieoId: string): string => `ieo ${ieoId}`

/** A new secret that takes part in the draw of that project: sealed, with the hash that is published at once. */
export async function createIeoDrawSecret(key: Buffer, ieoId: string): Promise<{ sealed: Buffer; secretHash: string }> {
  const secret = randomBytes(32).toString('hex')
  return { sealed: sealTotpSecret(key, ieoSecretAad(ieoId), secret), secretHash: await ieoSecretHash(sha256, secret) }
}
