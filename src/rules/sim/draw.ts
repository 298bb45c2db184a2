/** HMAC-SHA256 of a text under a day's seed. Whoever calls brings it: node:crypto on the server, WebCrypto in a browser. */
export type HmacFunction = (text: string) => Uint8Array

const normalSpread = 3_506_826_112n
const normalCentre = 4 * (2 ** 32 - 1)
const billion = 1_000_000_000n

/** The big-endian number in four bytes. */
export const bigEndianWordAt = (bytes: Uint8Array, at: number): number =>
  ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0

/** A draw near the normal distribution, times 1e9: the sum of the eight words of a digest, centred and scaled. */
export function normalDrawFromDigest(digest: Uint8Array): bigint {
  let sum = 0
  for (let at = 0; at < 32; at += 4) sum += bigEndianWordAt(digest, at)
  return (BigInt(sum - normalCentre) * billion) / normalSpread
}

/** Standard deviation of one second in parts per billion: BTC's 55 % a year is 97,940. */
export const volatilityPerSecondPpb = (sigmaYear: number): bigint => BigInt(Math.round((sigmaYear / Math.sqrt(31_536_000)) * 1e9))
