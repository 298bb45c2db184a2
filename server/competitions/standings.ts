import type { House } from '../house.ts'
import { keepStandings } from './keep.ts'
import { createPlaces, type Places } from './places.ts'
import { loadStandings } from './standing.ts'

/**
 * How everybody who takes part stands, at the newest price. Kept in the memory of each server, from the same records: only entries that hold
 * something in a market that moved are touched, and a table is put in order when somebody looks at it. What a person does is read again from
 * the database, after any server told of it; highest equities, falls and the day's beginnings are written down now and then.
 */
interface Standings extends Pick<Places, 'of' | 'table'> {
  /** Once all that was told of so far is in. Those who left, those taken out, and tables that stand are not here. */
  ready(): Promise<void>
  /** Writes down what changed since the last time; unless it `isLast`, not when another server has just done so. */
  keep(isLast?: boolean): Promise<void>
  /** Lets go of competitions whose table stands. */
  forgetFinal(): Promise<void>
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
  const places = createPlaces(house)
  /** Who did something: not read yet, and being read. */
  let changed = new Set<string>()
  let asked = new Set<string>()
  let isWanted = false
  let isLoaded = false
  /** Something may have been told that nobody heard here: all is read again, as often as a tenth of the time allows. */
  let isStale = false
  let notBefore = 0
  let reading: Promise<void> | undefined

  const wantsAll = (): boolean => !isLoaded || (isStale && performance.now() >= notBefore)
  const isBehind = (): boolean => wantsAll() || changed.size > 0

  async function read(): Promise<void> {
    while (isBehind()) {
      const userIds = wantsAll() ? undefined : [...changed]
      const began = performance.now()
      asked = changed
      changed = new Set()
      // Said before it is asked: what is missed meanwhile is asked for again.
      if (!userIds) isStale = false
      const found = await loadStandings(house, userIds).catch((error: unknown) => {
        for (const userId of asked) changed.add(userId)
        if (!userIds) isStale = true
        asked = new Set()
        throw error
      })
      asked = new Set()
      if (!userIds) [isLoaded, notBefore] = [true, began + 11 * (performance.now() - began)]
      places.takeIn(found, userIds)
    }
  }
  const catchUp = (): Promise<void> => (reading ??= read().finally(() => (reading = undefined)))

  house.market.onBeat((symbols) => {
    if (!isWanted) return
    isStale ||= places.awaitsMarks()
    if (isBehind()) void catchUp().catch((error: unknown) => console.error('standings could not be read', error))
    // What somebody just did is read before anything is made of it.
    places.move(symbols, (userId) => changed.has(userId) || asked.has(userId))
  })
  house.events.onToUser(({ userId, event }) => {
    if (isWanted && isOfContest(event.d)) changed.add(userId)
  })
  house.events.onMissed(() => (isStale = true))

  return {
    ready: async () => {
      isWanted = true
      await reading
      isStale ||= places.awaitsMarks()
      if (isBehind()) await catchUp()
    },
    of: places.of,
    table: places.table,
    keep: (isLast = false) => keepStandings(house, places.unkept, isLast),
    forgetFinal: async () => {
      const text = 'select id from competition where id = any($1::text[]) and final_ms is not null'
      for (const { id } of await house.db.query<{ id: string }>(text, [places.competitions()])) places.forget(id)
    },
  }
}

/** Whether a person is told of a position, or of balances, of the contest book. */
function isOfContest(told: unknown): boolean {
  const one: unknown = Array.isArray(told) ? told[0] : told
  return typeof one === 'object' && one !== null && 'accountType' in one && one.accountType === 3
}
