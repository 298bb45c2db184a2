/** The sealed body of docs/sealed-body.md: base64(RSA(key)) + '.' + base64(AES-256-ECB(json)). */

/** Letters and digits without look-alikes, as docs/sealed-body.md lists them. */
export const sealAesKeyAlphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'
export const sealAesKeyLength = 32

/** Names the RSA key that the sender used, so that two keys can live side by side. */
export const sealRsaKeyIdHeader = 'x-seal-kid'

/** Inside every sealed JSON, beside the payload: when it was sealed (ms) and a nonce, so that a replay is refused. */
export const sealedBodyValidityMs = 120_000
export const sealTimeField = '_ts'
export const sealNonceField = '_nonce'

/**
 * ECB knows no order of blocks, so the JSON begins with a digest of all that follows: `{"_sum":"<64 hex>",…`.
 * Blocks that were swapped or left out no longer fit it.
 */
export const addSealedBodyChecksum = (json: string, sumHex: string): string => `{"_sum":"${sumHex}",${json.slice(1)}`
const sumShape = /^\{"_sum":"([0-9a-f]{64})",/
/** The digest that a sealed JSON carries, and the JSON that it is of; undefined when it carries none. */
export function splitSealedBodyChecksum(text: string): { sumHex: string; json: string } | undefined {
  const found = sumShape.exec(text)
  return found?.[1] ? { sumHex: found[1], json: `{${text.slice(found[0].length)}` } : undefined
}
