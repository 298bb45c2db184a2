// The rule `sim1`: each market walks alone. Whole numbers only, so that any language recomputes the same prices from a revealed seed.
const billion = 1_000_000_000n
const quintillion = billion * billion
/** Pull toward the reference level per second, in parts per billion: half of a distance is gone after five days. */
const pullPpb = 1604n

/** Whose HMAC a second's draw of a market is. */
export const sim1HmacText = (symbol: string, sec: number): string => `sim1|${symbol}|${sec}`

/** The price one second later. BigInt division truncates toward zero, as the rule asks. */
export function nextSim1Price(price: bigint, ref: bigint, sigma: bigint, draw: bigint): bigint {
  return price + (price * sigma * draw) / quintillion + ((ref - price) * pullPpb) / billion
}
