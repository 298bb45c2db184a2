import { daySeconds } from './days.ts'
import { bigEndianWordAt } from './draw.ts'
import { isSimFactor } from './markets.ts'

/** A jump of one day: at which of its seconds, and how large in thousandths of a usual second's standard deviation. */
export interface SimPriceJump {
  second: number
  size: number
}

/** A factor jumps on one day in four, a market of its own accord on one in eight. */
const factorJumps = { chance: 0x4000_0000, size: 140 }
const marketJumps = { chance: 0x2000_0000, size: 160 }

/** The jump of a factor or a market on a day, if it has one: half to one and a half times its usual size, up as often as down. From 16 bytes of chance. */
export function drawSimPriceJump(digest: Uint8Array, name: string): SimPriceJump | undefined {
  const { chance, size } = isSimFactor(name) ? factorJumps : marketJumps
  if (bigEndianWordAt(digest, 0) >= chance) return undefined
  const magnitude = size * (500 + (bigEndianWordAt(digest, 8) % 1001))
  return { second: bigEndianWordAt(digest, 4) % daySeconds, size: bigEndianWordAt(digest, 12) % 2 === 0 ? magnitude : -magnitude }
}

const words = 2 ** 32
/** What jumps are expected to add to a day's variance, as a share of it: the mean square of half to one and a half times the size is 13/12. */
export function expectedJumpVariance(isOfFactor: boolean): number {
  const { chance, size } = isOfFactor ? factorJumps : marketJumps
  return ((chance / words) * size * size * 13) / 12 / daySeconds
}
