import { wireDay } from '#contract/time.ts'
import { conversionSymbol } from '#rules/quote.ts'
import type { House } from '../house.ts'
import { keepStandings } from './keep.ts'
import { type Held, loadStandings, type Standing } from './standing.ts'
import { fallUnits, floorOf, priceUnits, toMoney } from './units.ts'

/**
 * How everybody who takes part stands, at the newest price. Kept in the memory of each server, from the same records: only entries that hold
 * something in a market that moved are touched, and a table is put in order when somebody looks at it. What a person does is read again from
 * the database, after any server told of it; highest equities, falls and the day's beginnings are written down now and then.
 */
export interface Standings {
  /** Once all that was told of so far is in. */
  ready(): Promise<void>
  /** Undefined for those who left, those taken out, and where the table stands. */
  of(userId: string, competitionId: string): Standing | undefined
  /** In order; those who left and those taken out are not in it. */
  table(competitionId: string): readonly Standing[]
  /** Writes down what changed since the last time; unless it `isLast`, not when another server has just done so. */
  keep(isLast?: boolean): Promise<void>
  /** Lets go of competitions whose table stands. */
  forgetFinal(): Promise<void>
}

interface Table {
  rows: Standing[]
  isInOrder: boolean
}

const made = new WeakMap<House, Standings>()

/** The one of this server. */
export function standingsOf(house: House): Standings {
  const known = made.get(house)
  if (known) return known
  const standings = makeStandings(house)
  made.set(house, standings)
  return standings
}

function makeStandings(house: House): Standings {
  const people = new Map<string, Standing[]>()
  const tables = new Map<string, Table>()
  const held = new Map<string, Set<Held>>()
  const unkept = new Set<Standing>()
  /** Markets in which something is held that has no price yet: one that rests tells of no new one. */
  const unpriced = new Set<string>()
  /** Who did something: not read yet, and being read. */
  let changed = new Set<string>()
  let asked = new Set<string>()
  let isWanted = false
  let isWhole = false
  let reading: Promise<void> | undefined
  let day = wireDay(house.clock.now())

  function tableOf(id: string): Table {
    const table = tables.get(id) ?? { rows: [], isInOrder: true }
    tables.set(id, table)
    return table
  }

  function drop(gone: ReadonlySet<Standing>): void {
    for (const one of gone) {
      people.set(
        one.userId,
        (people.get(one.userId) ?? []).filter((each) => each !== one),
      )
      if (people.get(one.userId)?.length === 0) people.delete(one.userId)
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
    if (one.isOver || one.held.some(({ profit }) => profit === undefined)) return
    if (one.day !== day) {
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
    const quote = house.market.quote(symbol)
    const conversion = house.market.conversion(house.market.spec(symbol)?.quote ?? '')
    return quote && conversion && { price: priceUnits(quote.mid), inMoney: toMoney(conversion), atMs: quote.sec * 1000 }
  }

  function profitNow({ entry, symbol, size, open }: Held): bigint | undefined {
    const now = priceNow(symbol)
    // The last prices of a competition are those of its end.
    return now && now.atMs <= entry.endMs ? now.inMoney(size, now.price - open) : undefined
  }

  function beginDay(): void {
    const today = wireDay(house.clock.now())
    if (today === day) return
    day = today
    const now = house.clock.now()
    for (const one of [...people.values()].flat()) {
      if (one.isOver || now >= one.endMs || one.held.some(({ profit }) => profit === undefined)) continue
      Object.assign(one, { day, dayEquity: one.equity })
      unkept.add(one)
    }
  }

  /** Takes in one market's new price; gives who moved by it. */
  function move(symbol: string, moved: Set<Standing>): void {
    const now = priceNow(symbol)
    if (!now) return
    unpriced.delete(symbol)
    for (const each of held.get(symbol) ?? []) {
      const { entry } = each
      // What somebody just did is read before anything is made of it.
      if (now.atMs > entry.endMs || changed.has(entry.userId) || asked.has(entry.userId)) continue
      const profit = now.inMoney(each.size, now.price - each.open)
      if (profit === each.profit) continue
      entry.equity += profit - (each.profit ?? 0n)
      each.profit = profit
      moved.add(entry)
    }
  }

  function onBeat(symbols: ReadonlySet<string>): void {
    if (!isWanted) return
    if (!isWhole || changed.size > 0) void catchUp().catch((error: unknown) => console.error('standings could not be read', error))
    beginDay()
    const moved = new Set<Standing>()
    for (const symbol of held.keys()) {
      const converter = conversionSymbol[house.market.spec(symbol)?.quote ?? '']?.symbol
      if (symbols.has(symbol) || unpriced.has(symbol) || (converter !== undefined && symbols.has(converter))) move(symbol, moved)
    }
    // Only when all markets of the second are in is it anybody's equity.
    for (const entry of moved) {
      mark(entry)
      tableOf(entry.competitionId).isInOrder = false
    }
  }

  async function read(): Promise<void> {
    while (!isWhole || changed.size > 0) {
      const userIds = isWhole ? [...changed] : undefined
      asked = changed
      changed = new Set()
      // Said before it is asked: what is missed meanwhile is asked for again.
      isWhole = true
      const found = await loadStandings(house, userIds).catch((error: unknown) => {
        for (const userId of asked) changed.add(userId)
        isWhole &&= userIds !== undefined
        throw error
      })
      asked = new Set()
      beginDay()
      const known = userIds === undefined ? [...people.values()].flat() : userIds.flatMap((userId) => people.get(userId) ?? [])
      const before = new Map(known.map((one) => [one.id, { one, wasUnkept: unkept.has(one) }]))
      drop(new Set(known))
      for (const one of found) put(one, before.get(one.id)?.one, before.get(one.id)?.wasUnkept ?? false)
    }
  }
  const catchUp = (): Promise<void> => (reading ??= read().finally(() => (reading = undefined)))

  house.market.onBeat(onBeat)
  house.events.onToUser(({ userId, event }) => {
    if (isWanted && isOfContest(event.d)) changed.add(userId)
  })
  // Somebody may have told of something that nobody heard.
  house.events.onMissed(() => (isWhole = false))

  return {
    ready: async () => {
      isWanted = true
      await reading
      if (!isWhole || changed.size > 0) await catchUp()
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
    keep: (isLast = false) => keepStandings(house, unkept, isLast),
    forgetFinal: async () => {
      const text = 'select id from competition where id = any($1::text[]) and final_ms is not null'
      for (const { id } of await house.db.query<{ id: string }>(text, [[...tables.keys()]])) {
        drop(new Set(tableOf(id).rows))
        tables.delete(id)
      }
    },
  }
}

const largerOf = (a: bigint, b: bigint): bigint => (a > b ? a : b)

/** By yield, which the equity is as all have the same fund, then the lower drawdown, then the earlier join (product §2.15). */
function inOrder(a: Standing, b: Standing): number {
  if (a.equity !== b.equity) return a.equity > b.equity ? -1 : 1
  if (a.fall !== b.fall) return a.fall < b.fall ? -1 : 1
  if (a.joinedMs !== b.joinedMs) return a.joinedMs - b.joinedMs
  return BigInt(a.id) < BigInt(b.id) ? -1 : 1
}

/** Whether a person is told of a position, or of balances, of the contest book. */
function isOfContest(told: unknown): boolean {
  const one: unknown = Array.isArray(told) ? told[0] : told
  return typeof one === 'object' && one !== null && 'accountType' in one && one.accountType === 3
}
