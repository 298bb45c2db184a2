import { toWire } from '#contract/time.ts'
import { type OutReason, outReasons } from '../competitions/rows.ts'
import { type NotTakenOut, takeOut } from '../competitions/takeOut.ts'
import { type Desk, work } from './desk.ts'
import { StaffRefused } from './refused.ts'
import type { Staff } from './staff.ts'

const isReason = (text: string): text is OutReason => (outReasons as readonly string[]).includes(text)
const sentences: Record<NotTakenOut, string> = {
  unknown: 'There is no such competition. List them: competition list.',
  notIn: 'That person does not take part in it.',
  final: 'Its table is final: nothing in it changes any more.',
  already: 'That person was taken out of it before.',
}

/** Takes somebody out of a competition for one of two reasons, which everybody reads in its table; the note stays in the log (product §2.15). */
export async function disqualify(
  desk: Desk,
  staff: Staff,
  asked: { competition: string; person: string; reason: string; note: string },
): Promise<void> {
  const { reason } = asked
  if (!isReason(reason)) throw new StaffRefused('usage', `"${reason}" is no reason. Reasons: ${outReasons.join(', ')}.`)
  const note = asked.note.trim()
  if (note.length < 10 || note.length > 300) throw new StaffRefused('usage', 'The note is 10 to 300 characters.')
  return work(desk, staff, 'competition.disqualify', async ({ sql, afterCommit, log }) => {
    const [person] = await sql.query<{ id: string }>('select id from account where uid = $1 or id::text = $1', [asked.person])
    if (!person) throw new StaffRefused('refused', `There is no person ${asked.person}.`)
    const taken = await takeOut(desk.house, sql, { competitionId: asked.competition, userId: person.id, reason, note }, afterCommit)
    if (typeof taken === 'string') throw new StaffRefused('refused', sentences[taken])
    await log('competition.disqualify', { competition: asked.competition, entry: taken.id, person: person.id, reason, note })
  })
}

export interface ListedCompetition {
  id: string
  name: string
  start: string
  end: string
  entries: string
  out: string
  state: 'to be started' | 'in progress' | 'being closed' | 'final'
}

/** All competitions, newest first. */
export const listCompetitions = (desk: Desk, staff: Staff): Promise<ListedCompetition[]> =>
  work(desk, staff, 'competition.list', async ({ sql }) => {
    const rows = await sql.query<{
      id: string
      name: string
      start_ms: string
      end_ms: string
      final_ms: string | null
      entries: string
      out: string
    }>(
      `select c.id, c.name, c.start_ms, c.end_ms, c.final_ms, count(e.id) as entries, count(e.out_reason) as out
       from competition c left join competition_entry e on e.competition_id = c.id group by c.id order by c.start_ms desc, c.id limit 50`,
    )
    const now = desk.house.clock.now()
    return rows.map(({ id, name, start_ms, end_ms, final_ms, entries, out }) => ({
      id,
      name,
      start: toWire(Number(start_ms)),
      end: toWire(Number(end_ms)),
      entries,
      out,
      state:
        final_ms !== null ? 'final' : now >= Number(end_ms) ? 'being closed' : now >= Number(start_ms) ? 'in progress' : 'to be started',
    }))
  })
