import { serverDayAt } from '#contract/time.ts'
import { usdtConvertersByCurrency } from '#rules/quote.ts'
import type { AppContext } from '../core/appContext.ts'
import type { CompetitionEntryPosition, CompetitionStanding } from './standing.ts'
import { drawdownUnitsOf, drawdownEquityThreshold, toPriceUnits, positionProfitCalculator } from './units.ts'

interface Table {
  rows: CompetitionStanding[]
  isInOrder: boolean
}

/** Everybody who takes part, in memory, at the newest prices. */
export class LiveCompetitionLeaderboards {
  readonly #app: Pick<AppContext, 'market' | 'clock'>
  readonly #people = new Map<string, CompetitionStanding[]>()
  readonly #tables = new Map<string, Table>()
  readonly #held = new Map<string, Set<CompetitionEntryPosition>>()
  /** Markets in which something is held that has no price yet: one that rests tells of no new one. */
  readonly #unpriced = new Set<string>()
  #day: string
  /** Whose peak, fall or day is not written down yet. */
  readonly unsaved = new Set<CompetitionStanding>()

  constructor(app: Pick<AppContext, 'market' | 'clock'>) {
    this.#app = app
    this.#day = serverDayAt(app.clock.now())
  }

  /** Puts these in the place of what is known: of these people, or of everybody. */
  takeIn(found: readonly CompetitionStanding[], userIds: readonly string[] | undefined): void {
    this.#beginDay()
    const known = userIds === undefined ? [...this.#people.values()].flat() : userIds.flatMap((userId) => this.#people.get(userId) ?? [])
    const before = new Map(known.map((standing) => [standing.id, { standing, wasUnkept: this.unsaved.has(standing) }]))
    this.#drop(new Set(known))
    for (const standing of found) this.#put(standing, before.get(standing.id)?.standing, before.get(standing.id)?.wasUnkept ?? false)
  }

  /** Takes in the newest prices of these markets; those whom `isAway` names are read again anyway. */
  move(symbols: ReadonlySet<string>, isAway: (userId: string) => boolean): void {
    this.#beginDay()
    const moved = new Set<CompetitionStanding>()
    for (const symbol of this.#held.keys()) {
      const converter = usdtConvertersByCurrency[this.#app.market.spec(symbol)?.quote ?? '']?.symbol
      const isMoved = symbols.has(symbol) || this.#unpriced.has(symbol) || (converter !== undefined && symbols.has(converter))
      if (isMoved) this.#moveOne(symbol, isAway, moved)
    }
    // Only when all markets of the second are in is it anybody's equity.
    for (const entry of moved) {
      this.#mark(entry)
      this.#tableOf(entry.competitionId).isInOrder = false
    }
  }

  of(userId: string, competitionId: string): CompetitionStanding | undefined {
    return this.#people.get(userId)?.find((standing) => standing.competitionId === competitionId)
  }

  /** In order. */
  table(competitionId: string): readonly CompetitionStanding[] {
    const table = this.#tables.get(competitionId)
    if (!table) return []
    if (!table.isInOrder) {
      table.rows.sort(inOrder)
      table.rows.forEach((row, index) => (row.rank = index + 1))
      table.isInOrder = true
    }
    return table.rows
  }

  competitions(): string[] {
    return [...this.#tables.keys()]
  }

  /** Whether something is open in a competition that is over and whose last prices are not known to be fixed. */
  awaitsMarks(): boolean {
    const now = this.#app.clock.now()
    return [...this.#tables.values()].some(
      ({ rows }) =>
        rows[0] !== undefined && rows[0].endMs <= now && rows.some((row) => !row.isMarked && !row.isOver && row.held.length > 0),
    )
  }

  forget(competitionId: string): void {
    this.#drop(new Set(this.#tableOf(competitionId).rows))
    this.#tables.delete(competitionId)
  }

  #tableOf(id: string): Table {
    const table = this.#tables.get(id) ?? { rows: [], isInOrder: true }
    this.#tables.set(id, table)
    return table
  }

  #drop(removed: ReadonlySet<CompetitionStanding>): void {
    for (const standing of removed) {
      const others = (this.#people.get(standing.userId) ?? []).filter((each) => each !== standing)
      if (others.length > 0) this.#people.set(standing.userId, others)
      else this.#people.delete(standing.userId)
      this.unsaved.delete(standing)
      for (const each of standing.held) this.#held.get(each.symbol)?.delete(each)
    }
    for (const id of new Set([...removed].map(({ competitionId }) => competitionId))) {
      const table = this.#tableOf(id)
      table.rows = table.rows.filter((row) => !removed.has(row))
      table.isInOrder = false
    }
  }

  /** `before` is the same entry as it was known; what was seen of it and is not written down yet is not forgotten. */
  #put(standing: CompetitionStanding, before: CompetitionStanding | undefined, wasUnkept: boolean): void {
    if (before) {
      standing.peak = largerOf(standing.peak, before.peak)
      standing.drawdown = largerOf(standing.drawdown, before.drawdown)
      if (before.day === this.#day) Object.assign(standing, { day: this.#day, dayEquity: before.dayEquity })
      if (wasUnkept && !standing.isOver) this.unsaved.add(standing)
    }
    for (const each of standing.held) {
      this.#held.set(each.symbol, (this.#held.get(each.symbol) ?? new Set()).add(each))
      each.profit = this.#profitNow(each)
      standing.equity += each.profit ?? 0n
      if (each.profit === undefined) this.#unpriced.add(each.symbol)
    }
    standing.floor = drawdownEquityThreshold(standing.peak, standing.drawdown)
    this.#mark(standing)
    this.#people.set(standing.userId, [...(this.#people.get(standing.userId) ?? []), standing])
    const table = this.#tableOf(standing.competitionId)
    table.rows.push(standing)
    table.isInOrder = false
  }

  /** A new equity: is it the highest, or the deepest below it? While a market has no price yet, nobody knows. */
  #mark(standing: CompetitionStanding): void {
    if (standing.isOver || !isPriced(standing)) return
    if (standing.day !== this.#day && this.#app.clock.now() < standing.endMs) {
      Object.assign(standing, { day: this.#day, dayEquity: standing.equity })
      this.unsaved.add(standing)
    }
    if (standing.equity > standing.peak) standing.peak = standing.equity
    else if (standing.equity < standing.floor)
      standing.drawdown = largerOf(standing.drawdown, drawdownUnitsOf(standing.peak, standing.equity))
    else return
    standing.floor = drawdownEquityThreshold(standing.peak, standing.drawdown)
    this.unsaved.add(standing)
  }

  #priceNow(symbol: string) {
    const { market } = this.#app
    const quote = market.quote(symbol)
    const conversion = market.conversion(market.spec(symbol)?.quote ?? '')
    return quote && conversion && { price: toPriceUnits(quote.mid), inMoney: positionProfitCalculator(conversion), atMs: quote.sec * 1000 }
  }

  #profitNow({ entry, symbol, size, open, last }: CompetitionEntryPosition): bigint | undefined {
    if (last) return positionProfitCalculator(last.conversion)(size, last.price - open)
    const now = this.#priceNow(symbol)
    // The last prices of a competition are those of its end.
    return now && now.atMs <= entry.endMs ? now.inMoney(size, now.price - open) : undefined
  }

  #beginDay(): void {
    const now = this.#app.clock.now()
    const today = serverDayAt(now)
    if (today === this.#day) return
    this.#day = today
    for (const standing of [...this.#people.values()].flat()) {
      if (standing.isOver || now >= standing.endMs || !isPriced(standing)) continue
      Object.assign(standing, { day: this.#day, dayEquity: standing.equity })
      this.unsaved.add(standing)
    }
  }

  /** Takes in one market's new price; adds who moved by it. */
  #moveOne(symbol: string, isAway: (userId: string) => boolean, moved: Set<CompetitionStanding>): void {
    const now = this.#priceNow(symbol)
    if (!now) return
    this.#unpriced.delete(symbol)
    for (const each of this.#held.get(symbol) ?? []) {
      const { entry } = each
      if (each.last || now.atMs > entry.endMs || isAway(entry.userId)) continue
      const profit = now.inMoney(each.size, now.price - each.open)
      if (profit === each.profit) continue
      entry.equity += profit - (each.profit ?? 0n)
      each.profit = profit
      moved.add(entry)
    }
  }
}

const largerOf = (a: bigint, b: bigint): bigint => (a > b ? a : b)
const isPriced = ({ held }: CompetitionStanding): boolean => held.every(({ profit }) => profit !== undefined)

/** By yield, which the equity is as all have the same fund, then the lower drawdown, then the earlier join (docs/rules/competitions.md). */
function inOrder(a: CompetitionStanding, b: CompetitionStanding): number {
  if (a.equity !== b.equity) return a.equity > b.equity ? -1 : 1
  if (a.drawdown !== b.drawdown) return a.drawdown < b.drawdown ? -1 : 1
  if (a.joinedMs !== b.joinedMs) return a.joinedMs - b.joinedMs
  return BigInt(a.id) < BigInt(b.id) ? -1 : 1
}
