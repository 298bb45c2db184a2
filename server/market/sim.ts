import { createHash, createHmac, type KeyObject } from 'node:crypto'

// The generator of product §3.3: whole numbers only, so that any language recomputes the same prices from a revealed seed.
const spread = 3_506_826_112n
const centre = 4 * (2 ** 32 - 1)
const billion = 1_000_000_000n
const quintillion = billion * billion
/** Pull toward the reference level per second, in parts per billion: half of a distance is gone after five days. */
const pullPpb = 1604n

/** Standard deviation of one second in parts per billion: BTC's 55 % a year is 97,940. */
export const sigmaPpb = (sigmaYear: number): bigint => BigInt(Math.round((sigmaYear / Math.sqrt(31_536_000)) * 1e9))

/** A draw near the normal distribution, times 1e9: the sum of the eight words of an HMAC, centred and scaled. */
function normalDraw(seed: Buffer | KeyObject, text: string): bigint {
  const digest = createHmac('sha256', seed).update(text).digest()
  let sum = 0
  for (let at = 0; at < 32; at += 4) sum += digest.readUInt32BE(at)
  return (BigInt(sum - centre) * billion) / spread
}

/** The price one second later. BigInt division truncates toward zero, as the rule asks. */
export function nextPrice(price: bigint, ref: bigint, sigma: bigint, draw: bigint): bigint {
  return price + (price * sigma * draw) / quintillion + ((ref - price) * pullPpb) / billion
}

/** The draw of one symbol and second. */
export const drawOf = (seed: Buffer | KeyObject, symbol: string, sec: number): bigint => normalDraw(seed, `sim1|${symbol}|${sec}`)

/** What is published a day ahead: hex SHA-256 of the seed. */
export const commitOf = (seed: Buffer): string => createHash('sha256').update(seed).digest('hex')

/** A day's seed from the server's secret: knowing one day's tells nothing about another's. */
export const seedOfDay = (secret: Buffer, day: string): Buffer => createHmac('sha256', secret).update(`sim-day|${day}`).digest()
