import type { AppContext } from '../core/appContext.ts'
import { log } from '../core/log.ts'
import { storeCompetitionStandings } from './storeStandings.ts'
import { LiveCompetitionLeaderboards } from './leaderboard.ts'
import { loadCompetitionStandings } from './standing.ts'

/**
 * How everybody who takes part stands, at the newest price. Kept in the memory of each server, from the same records: only entries that hold
 * something in a market that moved are touched, and a table is put in order when somebody looks at it. What a person does is read again from
 * the database, after any server told of it; highest equities, falls and the day's beginnings are written down now and then.
 */
interface Standings extends Pick<LiveCompetitionLeaderboards, 'of' | 'table'> {
  /** Once all that was told of so far is in. Those who left, those taken out, and tables that stand are not here. */
  ready(): Promise<void>
  /** Writes down what changed since the last time; unless it `isLast`, not when another server has just done so. */
  persist(isLast?: boolean): Promise<void>
  /** Lets go of competitions whose table stands. */
  forgetFinal(): Promise<void>
}

const made = new WeakMap<AppContext, Standings>()

/** The one of this server. */
export function getOrCreateCompetitionStandingsTracker(app: AppContext): Standings {
  const known = made.get(app)
  if (known) return known
  const standings = makeStandings(app)
  made.set(app, standings)
  return standings
}

function makeStandings(app: AppContext): Standings {
  const leaderboard = new LiveCompetitionLeaderboards(app)
  /** Who did something: not read yet, and being read. */
  let changed = new Set<string>()
  let requestedIds = new Set<string>()
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
      requestedIds = changed
      changed = new Set()
      // Said before it is asked: what is missed meanwhile is asked for again.
      if (!userIds) isStale = false
      const found = await loadCompetitionStandings(app, userIds).catch((error: unknown) => {
        for (const userId of requestedIds) changed.add(userId)
        if (!userIds) isStale = true
        requestedIds = new Set()
        throw error
      })
      requestedIds = new Set()
      if (!userIds) [isLoaded, notBefore] = [true, began + 11 * (performance.now() - began)]
      leaderboard.takeIn(found, userIds)
    }
  }
  const catchUp = (): Promise<void> => (reading ??= read().finally(() => (reading = undefined)))

  app.market.onBeat((symbols) => {
    if (!isWanted) return
    isStale ||= leaderboard.awaitsMarks()
    if (isBehind()) void catchUp().catch((error: unknown) => log.error('standings could not be read', error))
    // What somebody just did is read before anything is made of it.
    leaderboard.move(symbols, (userId) => changed.has(userId) || requestedIds.has(userId))
  })
  app.events.onToUser(({ userId, event }) => {
    if (isWanted && isOfCompetition(event.d)) changed.add(userId)
  })
  app.events.onMissed(() => (isStale = true))

  return {
    ready: async () => {
      isWanted = true
      await reading
      isStale ||= leaderboard.awaitsMarks()
      if (isBehind()) await catchUp()
    },
    of: (userId, competitionId) => leaderboard.of(userId, competitionId),
    table: (competitionId) => leaderboard.table(competitionId),
    persist: (isLast = false) => storeCompetitionStandings(app, leaderboard.unsaved, isLast),
    forgetFinal: async () => {
      const text = 'select id from competition where id = any($1::text[]) and final_ms is not null'
      for (const { id } of await app.db.query<{ id: string }>(text, [leaderboard.competitions()])) leaderboard.forget(id)
    },
  }
}

/** Whether a person is told of a position, or of balances, of the contest book. */
function isOfCompetition(payload: unknown): boolean {
  const first: unknown = Array.isArray(payload) ? payload[0] : payload
  return typeof first === 'object' && first !== null && 'accountType' in first && first.accountType === 3
}
