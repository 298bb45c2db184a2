import type { EndContest } from '../contest.ts'
import type { House } from '../house.ts'
import { closeAll, closeOut, fixMarks, overCompetitions } from './end.ts'
import { offerCompetitions } from './offer.ts'
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
    await running
    // Whoever is asked to stop writes down what it alone knows.
    await standingsOf(house)
      .keep()
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
    const open = await house.db.query<{ id: string }>('select id from competition where final_ms is null')
    standings.forgetOthers(open.map(({ id }) => id))
  })
  await step('removals', () => closeOut(house, end))
  await step('ends', () => endDue(house, end, seen))
  await step('offers', () => offerCompetitions(house))
}

async function endDue(house: House, end: EndContest, { againMs: waiting }: Seen): Promise<void> {
  const now = house.clock.now()
  for (const competition of await overCompetitions(house.db, now)) {
    const { id, marked_ms, end_ms, review_ms } = competition
    if (now < (waiting.get(id) ?? 0)) continue
    if (marked_ms === null && !(await fixMarks(house, competition))) continue
    const isClosed = await closeAll(house, end, competition)
    if (!isClosed || house.clock.now() < Number(end_ms) + Number(review_ms)) continue
    if (await finish(house, competition)) waiting.delete(id)
    else waiting.set(id, now + againMs)
  }
  while (await tellPlaces(house)) continue
}
