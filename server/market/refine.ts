import { hash } from 'node:crypto'
import type { Bar } from './bar.ts'
import { largerOf, smallerOf } from './scaled.ts'

/** What chance says about one generated bar, times 1e9: where it goes (about normal), how far its wicks reach (0 to 1.2, small ones likelier). */
export interface Drawn {
  walk: bigint
  up: bigint
  down: bigint
}

export interface Slot {
  openSec: number
  seconds: number
  drawn: Drawn
}

const billion = 1_000_000_000n
const quintillion = billion * billion
/** Standard deviation of the sum of four 32-bit words. */
const fourWords = 2_479_700_525n
const centre = 2 * (2 ** 32 - 1)

/** The draws of one named bar, from nothing but its name: anyone can draw the same history again; it is made up and says so. */
export function drawNode(name: string): Drawn {
  const digest = hash('sha256', `gen1|${name}`, 'buffer')
  let sum = 0
  for (let at = 0; at < 16; at += 4) sum += digest.readUInt32BE(at)
  const chance = (at: number): bigint => {
    const u = (BigInt(digest.readUInt32BE(at)) * billion) >> 32n
    return (u * u * 12n) / (billion * 10n)
  }
  return { walk: (BigInt(sum - centre) * billion) / fourWords, up: chance(16), down: chance(20) }
}

/** The whole number just below the square root of a count of seconds. */
export const squareRoot = (seconds: number): bigint => BigInt(Math.floor(Math.sqrt(seconds)))

/**
 * Cuts a bar into its slots. Exactly: the first opens where it opens, the last closes where it closes, each opens where the
 * one before closed, one reaches its high, one its low, none goes beyond.
 */
export function divideBar(parent: Bar, sigma: bigint, slots: readonly Slot[]): Bar[] {
  const edges = drawEdges(parent, sigma, slots)
  reachExtremes(parent, sigma, slots, edges)
  const highest = slots.map((_, at) => largerOf(edges[at]!, edges[at + 1]!))
  const lowest = slots.map((_, at) => smallerOf(edges[at]!, edges[at + 1]!))
  const highAt = highest.indexOf(highest.reduce(largerOf, 0n))
  const lowAt = lowest.indexOf(lowest.reduce(smallerOf, parent.high))
  return slots.map(({ openSec, seconds, drawn }, at) => {
    const reach = sigma * squareRoot(seconds)
    return {
      openSec,
      open: edges[at]!,
      high: at === highAt ? parent.high : highest[at]! + wick(highest[at]!, reach, drawn.up, parent.high - highest[at]!),
      low: at === lowAt ? parent.low : lowest[at]! - wick(lowest[at]!, reach, drawn.down, lowest[at]! - parent.low),
      close: edges[at + 1]!,
      mode: 'GEN',
    }
  })
}

/** How far a wick goes beyond the body: never to the end of the room, or neighbours would all stop at the same price. */
const wick = (price: bigint, reach: bigint, drawn: bigint, room: bigint): bigint =>
  smallerOf((price * reach * drawn) / quintillion, (room * drawn * 8n) / (billion * 10n))

/** The prices between the slots: a bridge from open to close, folded back where it would leave the bar. */
function drawEdges({ open, high, low, close }: Bar, sigma: bigint, slots: readonly Slot[]): bigint[] {
  const total = BigInt(slots.reduce((sum, slot) => sum + slot.seconds, 0))
  const steps = slots.map(({ seconds, drawn }) => drawn.walk * squareRoot(seconds))
  const drift = steps.reduce((sum, step) => sum + step, 0n)
  const edges = [open]
  let walked = 0n
  let passed = 0n
  slots.slice(0, -1).forEach(({ seconds, drawn }, at) => {
    walked += steps[at]!
    passed += BigInt(seconds)
    const bridge = walked - (drift * passed) / total
    const price = open + ((close - open) * passed) / total + (open * sigma * bridge) / quintillion
    const back = price > high ? 2n * high - price : price < low ? 2n * low - price : price
    // Still outside: anywhere inside, rather than at the very end, where neighbours would share one high.
    edges.push(back > high || back < low ? low + ((high - low) * (drawn.up + drawn.down)) / (3n * billion) : back)
  })
  edges.push(close)
  return edges
}

/** Moves one inner edge near the high and one near the low when the bridge stayed far away, so that no slot gets a spike for a wick. */
function reachExtremes({ high, low }: Bar, sigma: bigint, slots: readonly Slot[], edges: bigint[]): void {
  const inner = edges.slice(1, -1)
  if (inner.length === 0) return
  const near = (high * sigma * squareRoot(slots[0]!.seconds)) / billion / 2n
  const room = high - edges.reduce(largerOf)
  const depth = edges.reduce(smallerOf) - low
  const top = 1 + inner.indexOf(inner.reduce(largerOf))
  const bottom = 1 + inner.indexOf(inner.reduce(smallerOf))
  const raise = room > near && (top !== bottom || room >= depth)
  const sink = depth > near && (top !== bottom || !raise)
  if (raise) edges[top] = largerOf(low, high - (near * slots[top]!.drawn.up) / billion)
  if (sink) edges[bottom] = smallerOf(high, low + (near * slots[bottom]!.drawn.down) / billion)
}
