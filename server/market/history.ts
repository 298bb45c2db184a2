import type { Period } from '#contract/calls/market.ts'
import type { Bar } from './bar.ts'
import { crossPrice } from './crosses.ts'
import type { SymbolSpec } from './market.ts'
import { barOpen, periodSeconds } from './periods.ts'
import { divideBar, type Drawn, drawNode, squareRoot } from './refine.ts'
import { largerOf, smallerOf, toScaled } from './scaled.ts'
import { opensWithin } from './sessions.ts'
import { sigmaPpb } from './sim.ts'

/** Generated history of one symbol: bars that open before the genesis second, oldest first on demand, none stored. */
export interface History {
  /** The bar that begins at this second; undefined where the market was closed all through it or history does not reach. */
  bar(period: Period, openSec: number): Bar | undefined
  /** At most `limit` bars that open before `beforeSec`, oldest first. */
  bars(period: Period, beforeSec: number, limit: number): Bar[]
}

const weeks = 512
const ladder: readonly Period[] = ['1w', '1d', '4h', '1h', '30m', '15m', '5m', '1m']
const billion = 1_000_000_000n
const halfYearSeconds = 15_768_000
const mostNodes = 1_000

/**
 * Product §3.3 "Back-history". The edges of 512 weeks are a midpoint bridge from the reference level that ends exactly at
 * the price before the genesis second. Below a week every bar is cut into the bars of the next shorter period so that their
 * highest high, lowest low, first open and last close are exactly its own: whatever period is asked, the bars agree.
 */
export function createHistory(spec: SymbolSpec, genesisSec: number): History {
  const { symbol, category } = spec
  const end = toScaled(spec.ref)
  const sigma = sigmaPpb(spec.sigmaYear ?? 0)
  const thisWeek = barOpen('1w', genesisSec - 1)
  const edges = new Map<number, bigint>([
    [0, end],
    [weeks, end],
  ])
  const children = new Map<string, Map<number, Bar>>()

  const edge = (index: number): bigint => {
    const known = edges.get(index)
    if (known !== undefined) return known
    // The span that has `index` in its middle is as long as twice its lowest set bit.
    const half = index & -index
    const [from, to] = [edge(index - half), edge(index + half)]
    const middle = (from + to) / 2n
    const seconds = Math.min(2 * half * periodSeconds['1w'], halfYearSeconds)
    const { walk } = drawNode(`${symbol}|edge|${thisWeek - (weeks - 1 - index) * periodSeconds['1w']}`)
    const moved = (sigma * squareRoot(seconds) * walk) / (2n * billion)
    const kept = largerOf(smallerOf(moved, billion / 2n), -billion / 2n)
    const price = middle + (middle * kept) / billion
    edges.set(index, price)
    return price
  }

  const week = (openSec: number): Bar | undefined => {
    const index = weeks - 1 - (thisWeek - openSec) / periodSeconds['1w']
    if (!Number.isInteger(index) || index < 0 || index >= weeks) return undefined
    const length = Math.min(genesisSec - openSec, periodSeconds['1w'])
    if (!opensWithin(category, openSec, openSec + length)) return undefined
    const [open, close] = [edge(index), edge(index + 1)]
    const drawn = drawNode(`${symbol}|1w|${openSec}`)
    const reach = sigma * squareRoot(length)
    return {
      openSec,
      open,
      close,
      mode: 'GEN',
      high: largerOf(open, close) + (largerOf(open, close) * reach * drawn.up) / (billion * billion),
      low: smallerOf(open, close) - (smallerOf(open, close) * reach * drawn.down) / (billion * billion),
    }
  }

  const cut = (level: number, parent: Bar): Map<number, Bar> => {
    const key = `${level}|${parent.openSec}`
    const known = children.get(key)
    if (known) return known
    const period = ladder[level]!
    const length = periodSeconds[period]
    const parentEnd = Math.min(parent.openSec + periodSeconds[ladder[level - 1]!], genesisSec)
    const slots: { openSec: number; seconds: number; drawn: Drawn }[] = []
    for (let openSec = parent.openSec; openSec < parentEnd; openSec += length) {
      const seconds = Math.min(length, genesisSec - openSec)
      if (!opensWithin(category, openSec, openSec + seconds)) continue
      slots.push({ openSec, seconds, drawn: drawNode(`${symbol}|${period}|${openSec}`) })
    }
    const made = new Map(divideBar(parent, sigma, slots).map((bar) => [bar.openSec, bar]))
    if (children.size > mostNodes) children.clear()
    children.set(key, made)
    return made
  }

  const bar = (period: Period, openSec: number): Bar | undefined => {
    const depth = ladder.indexOf(period)
    let node = week(barOpen('1w', openSec))
    for (let level = 1; level <= depth && node; level++) node = cut(level, node).get(barOpen(ladder[level]!, openSec))
    return node?.openSec === openSec ? node : undefined
  }

  const first = thisWeek - (weeks - 1) * periodSeconds['1w']
  return { bar, bars: walkBack(bar, first, genesisSec) }
}

/** The history of a cross: opens and closes are the cross of the two sides', highs and lows the furthest that theirs allow. */
export function crossHistory(by: 'multiply' | 'divide', a: History, b: History, genesisSec: number): History {
  const bar = (period: Period, openSec: number): Bar | undefined => {
    const left = a.bar(period, openSec)
    const right = b.bar(period, openSec)
    if (!left || !right) return undefined
    const divides = by === 'divide'
    return {
      openSec,
      open: crossPrice(by, left.open, right.open),
      high: crossPrice(by, left.high, divides ? right.low : right.high),
      low: crossPrice(by, left.low, divides ? right.high : right.low),
      close: crossPrice(by, left.close, right.close),
      mode: 'GEN',
    }
  }
  const first = barOpen('1w', genesisSec - 1) - (weeks - 1) * periodSeconds['1w']
  return { bar, bars: walkBack(bar, first, genesisSec) }
}

const walkBack =
  (bar: History['bar'], firstSec: number, genesisSec: number): History['bars'] =>
  (period, beforeSec, limit) => {
    const found: Bar[] = []
    const length = periodSeconds[period]
    for (
      let openSec = barOpen(period, Math.min(beforeSec, genesisSec) - 1);
      found.length < limit && openSec >= firstSec;
      openSec -= length
    ) {
      const next = bar(period, openSec)
      if (next) found.push(next)
    }
    return found.toReversed()
  }
