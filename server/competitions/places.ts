import { wireDay } from '#contract/time.ts'
import { conversionSymbol } from '#rules/quote.ts'
import type { House } from '../house.ts'
import type { Held, Standing } from './standing.ts'
import { fallUnits, floorOf, priceUnits, toMoney } from './units.ts'

/** Everybody who takes part, in memory, at the newest prices. */
export interface Places {
  /** Puts these in the place of what is known: of these people, or of everybody. */
  takeIn(found: readonly Standing[], userIds: readonly string[] | undefined): void
  /** Takes in the newest prices of these markets; those whom `isAway` names are read again anyway. */
  move(symbols: ReadonlySet<string>, isAway: (userId: string) => boolean): void
  of(userId: string, competitionId: string): Standing | undefined
  /** In order. */
  table(competitionId: string): readonly Standing[]
  competitions(): string[]
  /** Whether something is open in a competition that is over and whose last prices are not known to be fixed. */
  awaitsMarks(): boolean
  forget(competitionId: string): void
  /** Whose peak, fall or day is not written down yet. */
  readonly unkept: Set<Standing>
}

interface Table {
  rows: Standing[]
  isInOrder: boolean
}

export function createPlaces({ market, clock }: Pick<House, 'market' | 'clock'>): Places {
  const people = new Map<string, Standing[]>()
  const tables = new Map<string, Table>()
  const held = new Map<string, Set<Held>>()
  const unkept = new Set<Standing>()
  /** Markets in which something is held that has no price yet: one that rests tells of no new one. */
  const unpriced = new Set<string>()
  let day = wireDay(clock.now())

  function tableOf(id: string): Table {
    const table = tables.get(id) ?? { rows: [], isInOrder: true }
    tables.set(id, table)
    return table
  }

  function drop(gone: ReadonlySet<Standing>): void {
    for (const one of gone) {
      const others = (people.get(one.userId) ?? []).filter((each) => each !== one)
      if (others.length > 0) people.set(one.userId, others)
      else people.delete(one.userId)
      unkept.delete(one)
      for (const each of one.held) held.get(each.symbol)?.delete(each)
    }
    for (const id of new Set([...gone].map(({ competitionId }) => competitionId))) {
      const table = tableOf(id)
      table.rows = table.rows.filter((one) => !gone.has(one))
      table.isInOrder = false
    }
  }

  /** `before` is the same entry as it was known; what was seen of it and is not written down yet is not forgotten. */
  function put(one: Standing, before: Standing | undefined, wasUnkept: boolean): void {
    if (before) {
      one.peak = largerOf(one.peak, before.peak)
      one.fall = largerOf(one.fall, before.fall)
      if (before.day === day) Object.assign(one, { day, dayEquity: before.dayEquity })
      if (wasUnkept && !one.isOver) unkept.add(one)
    }
    for (const each of one.held) {
      held.set(each.symbol, (held.get(each.symbol) ?? new Set()).add(each))
      each.profit = profitNow(each)
      one.equity += each.profit ?? 0n
      if (each.profit === undefined) unpriced.add(each.symbol)
    }
    one.floor = floorOf(one.peak, one.fall)
    mark(one)
    people.set(one.userId, [...(people.get(one.userId) ?? []), one])
    const table = tableOf(one.competitionId)
    table.rows.push(one)
    table.isInOrder = false
  }

  /** A new equity: is it the highest, or the deepest below it? While a market has no price yet, nobody knows. */
  function mark(one: Standing): void {
    if (one.isOver || !isPriced(one)) return
    if (one.day !== day && clock.now() < one.endMs) {
      Object.assign(one, { day, dayEquity: one.equity })
      unkept.add(one)
    }
    if (one.equity > one.peak) one.peak = one.equity
    else if (one.equity < one.floor) one.fall = largerOf(one.fall, fallUnits(one.peak, one.equity))
    else return
    one.floor = floorOf(one.peak, one.fall)
    unkept.add(one)
  }

  const priceNow = (symbol: string) => {
    const quote = market.quote(symbol)
    const conversion = market.conversion(market.spec(symbol)?.quote ?? '')
    return quote && conversion && { price: priceUnits(quote.mid), inMoney: toMoney(conversion), atMs: quote.sec * 1000 }
  }

  function profitNow({ entry, symbol, size, open, last }: Held): bigint | undefined {
    if (last) return toMoney(last.conversion)(size, last.price - open)
    const now = priceNow(symbol)
    // The last prices of a competition are those of its end.
    return now && now.atMs <= entry.endMs ? now.inMoney(size, now.price - open) : undefined
  }

  function beginDay(): void {
    const now = clock.now()
    const today = wireDay(now)
    if (today === day) return
    day = today
    for (const one of [...people.values()].flat()) {
      if (one.isOver || now >= one.endMs || !isPriced(one)) continue
      Object.assign(one, { day, dayEquity: one.equity })
      unkept.add(one)
    }
  }

  /** Takes in one market's new price; adds who moved by it. */
  function moveOne(symbol: string, isAway: (userId: string) => boolean, moved: Set<Standing>): void {
    const now = priceNow(symbol)
    if (!now) return
    unpriced.delete(symbol)
    for (const each of held.get(symbol) ?? []) {
      const { entry } = each
      if (each.last || now.atMs > entry.endMs || isAway(entry.userId)) continue
      const profit = now.inMoney(each.size, now.price - each.open)
      if (profit === each.profit) continue
      entry.equity += profit - (each.profit ?? 0n)
      each.profit = profit
      moved.add(entry)
    }
  }

  return {
    unkept,
    takeIn: (found, userIds) => {
      beginDay()
      const known = userIds === undefined ? [...people.values()].flat() : userIds.flatMap((userId) => people.get(userId) ?? [])
      const before = new Map(known.map((one) => [one.id, { one, wasUnkept: unkept.has(one) }]))
      drop(new Set(known))
      for (const one of found) put(one, before.get(one.id)?.one, before.get(one.id)?.wasUnkept ?? false)
    },
    move: (symbols, isAway) => {
      beginDay()
      const moved = new Set<Standing>()
      for (const symbol of held.keys()) {
        const converter = conversionSymbol[market.spec(symbol)?.quote ?? '']?.symbol
        const isMoved = symbols.has(symbol) || unpriced.has(symbol) || (converter !== undefined && symbols.has(converter))
        if (isMoved) moveOne(symbol, isAway, moved)
      }
      // Only when all markets of the second are in is it anybody's equity.
      for (const entry of moved) {
        mark(entry)
        tableOf(entry.competitionId).isInOrder = false
      }
    },
    of: (userId, competitionId) => people.get(userId)?.find((one) => one.competitionId === competitionId),
    table: (competitionId) => {
      const table = tables.get(competitionId)
      if (!table) return []
      if (!table.isInOrder) {
        table.rows.sort(inOrder)
        table.rows.forEach((one, index) => (one.rank = index + 1))
        table.isInOrder = true
      }
      return table.rows
    },
    competitions: () => [...tables.keys()],
    awaitsMarks: () => {
      const now = clock.now()
      return [...tables.values()].some(
        ({ rows }) =>
          rows[0] !== undefined && rows[0].endMs <= now && rows.some((one) => !one.isMarked && !one.isOver && one.held.length > 0),
      )
    },
    forget: (competitionId) => {
      drop(new Set(tableOf(competitionId).rows))
      tables.delete(competitionId)
    },
  }
}

const largerOf = (a: bigint, b: bigint): bigint => (a > b ? a : b)
const isPriced = ({ held }: Standing): boolean => held.every(({ profit }) => profit !== undefined)

/** By yield, which the equity is as all have the same fund, then the lower drawdown, then the earlier join (product §2.15). */
function inOrder(a: Standing, b: Standing): number {
  if (a.equity !== b.equity) return a.equity > b.equity ? -1 : 1
  if (a.fall !== b.fall) return a.fall < b.fall ? -1 : 1
  if (a.joinedMs !== b.joinedMs) return a.joinedMs - b.joinedMs
  return BigInt(a.id) < BigInt(b.id) ? -1 : 1
}
