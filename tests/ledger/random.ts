/**
 * The seed of every random story: MONEY_SEED, else the same one for everybody, so that a red run is red again.
 * `npm run soak` plays them with many others.
 */
export const seed = Number(process.env['MONEY_SEED'] ?? 20_261_121)

/** A repeatable source of chance: the same seed gives the same story (mulberry32). */
export function createRandom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const upTo = (limit: bigint): bigint =>
    limit <= 0n ? 0n : (BigInt(Math.floor(next() * 2 ** 32)) * 2n ** 20n + BigInt(Math.floor(next() * 2 ** 20))) % (limit + 1n)
  return {
    /** 0 ≤ x < 1. */
    next,
    oneOf: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!,
    /** 0 … limit. */
    upTo,
  }
}
export type Random = ReturnType<typeof createRandom>
