import { createHash, createHmac, createSecretKey } from 'node:crypto'
import type { HmacFunction } from '#rules/sim/draw.ts'

/** HMAC-SHA256 under a seed. */
export function createSeedHmac(seed: Buffer): HmacFunction {
  const key = createSecretKey(seed)
  return (text) => createHmac('sha256', key).update(text).digest()
}

/** What is published a day ahead: hex SHA-256 of the seed. */
export const commitOf = (seed: Buffer): string => createHash('sha256').update(seed).digest('hex')

/** A day's seed from the server's secret: knowing one day's tells nothing about another's. */
export const deriveSimDaySeed = (secret: Buffer, day: string): Buffer => createHmac('sha256', secret).update(`sim-day|${day}`).digest()
