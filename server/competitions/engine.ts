import type { EndContest } from '../contest.ts'
import type { House } from '../house.ts'
import { closeAll, closeOut, overCompetitions } from './end.ts'
import { fixMarks } from './marks.ts'
import { offerCompetitions } from './offer.ts'
import type { CompetitionRow } from './rows.ts'
import { standingsOf } from './standings.ts'
import { finish } from './table.ts'
import { tellPlaces } from './tell.ts'

const lookEveryMs = 1_000
/** Highest equities and falls are written down this often. */
const keepEveryMs = 15_000
/** What could not be finished is asked again after this long. */
const againMs = 60_000

/** What one server remembers between two looks. */
export interface Seen {
  keptMs?: number
  /** When a competition that cannot be finished yet is asked again. */
  againMs: Map<string, number>
  /** The server stops: a long end is gone on with by another one, or at the next start. */
  isStopped?: boolean
}

/** Offers, ends and keeps competitions, each at its time. What is due stands in tables: a server that dies loses nothing. */
export function startCompetitions(house: House, end: EndContest): () => Promise<void> {
  const seen: Seen = { againMs: new Map() }
  // From the first record on.
  standingsOf(house)
    .ready()
    .catch((error: unknown) => console.error('standings could not be read', error))
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= workDue(house, end, seen).finally(() => {
      running = undefined
    })
  }, lookEveryMs)
  return async () => {
    clearInterval(timer)
    seen.isStopped = true
    await running
    // Whoever is asked to stop writes down what it alone knows.
    await standingsOf(house)
      .keep(true)
      .catch(() => {})
  }
}

/** Everything that is due now. */
export async function workDue(house: House, end: EndContest, seen: Seen = { againMs: new Map() }): Promise<void> {
  const step = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    await work().catch((error: unknown) => console.error(`${what} of competitions could not be done`, error))
  }
  const now = house.clock.now()
  const standings = standingsOf(house)
  await step('standings', async () => {
    await standings.ready()
    if (seen.keptMs !== undefined && now - seen.keptMs < keepEveryMs) return
    seen.keptMs = now
    await standings.keep()
    await standings.forgetFinal()
  })
  await step('removals', () => closeOut(house, end))
  await step('ends', () => endDue(house, end, seen))
  await step('offers', () => offerCompetitions(house))
}

async function endDue(house: House, end: EndContest, seen: Seen): Promise<void> {
  const waiting = seen.againMs
  const now = house.clock.now()
  for (const competition of await overCompetitions(house.db, now)) {
    if (now < (waiting.get(competition.id) ?? 0)) continue
    // One that cannot end does not hold up the others.
    const isAgain = await endOne(house, end, competition, () => seen.isStopped === true).catch((error: unknown) => {
      console.error(`competition ${competition.id} could not be ended`, error)
      return true
    })
    if (isAgain) waiting.set(competition.id, now + againMs)
    else waiting.delete(competition.id)
  }
  while (!seen.isStopped && (await tellPlaces(house))) continue
}

/** True when it could not be finished, and is asked again later. */
async function endOne(house: House, end: EndContest, competition: CompetitionRow, isStopped: () => boolean): Promise<boolean> {
  if (competition.marked_ms === null && !(await fixMarks(house, competition))) return false
  const isClosed = await closeAll(house, end, competition, isStopped)
  if (!isClosed || house.clock.now() < Number(competition.end_ms) + Number(competition.review_ms)) return false
  return !(await finish(house, competition))
}
