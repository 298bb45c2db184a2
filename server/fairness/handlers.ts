import { Refusal } from '#contract/refusals.ts'
import { fromWire, startOfWireDay, wireDay } from '#contract/time.ts'
import type { House } from '#server/house.ts'
import type { Handlers } from '#server/http/handlers.ts'

const dayMs = 86_400_000

/** The calls of the word fairness (product §1.10). */
export function fairnessHandlers(_house: House): Handlers<'fairness'> {
  return {
    simSeed: async ({ day }, { sql, now }) => {
      const begins = fromWire(`${day} 00:00:00`)
      if (Number.isNaN(begins) || wireDay(begins) !== day) throw new Refusal('validation', { field: 'day', rule: 'date' })
      const [row] = await sql.query<{ commit: string; seed: string }>('select commit, seed from sim_day where day = $1', [day])
      const isOver = now >= startOfWireDay(begins) + dayMs
      return { day, commit: row?.commit ?? null, seed: row && isOver ? row.seed : null }
    },
  }
}
