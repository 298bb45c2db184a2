import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const nonceBytes = 12
const tagBytes = 16

// Each person's secret has a key of its own, so that no row can be put in another's place.
const keyOf = (signingKey: Buffer, userId: string): Buffer =>
  Buffer.from(hkdfSync('sha256', signingKey, userId, 'authenticator secret', 32))

/** A secret as it is stored: AES-256-GCM, nonce and tag before the text. */
export function sealTotpSecret(signingKey: Buffer, userId: string, secret: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', keyOf(signingKey, userId), nonce)
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

/** The secret again; throws when the row was changed or is another person's. */
export function unsealTotpSecret(signingKey: Buffer, userId: string, sealed: Buffer): string {
  const opener = createDecipheriv('aes-256-gcm', keyOf(signingKey, userId), sealed.subarray(0, nonceBytes))
  opener.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([opener.update(sealed.subarray(nonceBytes + tagBytes)), opener.final()]).toString('utf8')
}
