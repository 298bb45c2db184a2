import { instantToWireTime } from '#contract/time.ts'
import { type CompetitionDisqualificationReason, competitionDisqualificationReasons } from '../competitions/rows.ts'
import { type CompetitionDisqualifyRefusal, disqualifyCompetitionParticipant } from '../competitions/disqualifyEntry.ts'
import { type OperatorContext, runStaffAction } from './operatorContext.ts'
import { StaffError } from './staffError.ts'
import type { StaffMember } from './staff.ts'

const isReason = (text: string): text is CompetitionDisqualificationReason =>
  (competitionDisqualificationReasons as readonly string[]).includes(text)
const sentences: Record<CompetitionDisqualifyRefusal, string> = {
  unknown: 'There is no such competition. List them: competition list.',
  notIn: 'That person does not take part in it.',
  final: 'Its table is final: nothing in it changes any more.',
  already: 'That person was taken out of it before.',
}

/** Takes somebody out of a competition for one of two reasons, which everybody reads in its table; the note stays in the log (docs/rules/competitions.md). */
export async function disqualifyCompetitionEntryAsStaff(
  context: OperatorContext,
  staff: StaffMember,
  request: { competition: string; person: string; reason: string; note: string },
): Promise<void> {
  const { reason } = request
  if (!isReason(reason))
    throw new StaffError('usage', `"${reason}" is no reason. Reasons: ${competitionDisqualificationReasons.join(', ')}.`)
  const note = request.note.trim()
  if (note.length < 10 || note.length > 300) throw new StaffError('usage', 'The note is 10 to 300 characters.')
  return runStaffAction(context, staff, 'competition.disqualify', async ({ sql, afterCommit, log }) => {
    const [person] = await sql.query<{ id: string }>('select id from account where uid = $1 or id::text = $1', [request.person])
    if (!person) throw new StaffError('refused', `There is no person ${request.person}.`)
    const disqualified = await disqualifyCompetitionParticipant(
      context.app,
      sql,
      { competitionId: request.competition, userId: person.id, reason, note },
      afterCommit,
    )
    if (typeof disqualified === 'string') throw new StaffError('refused', sentences[disqualified])
    await log('competition.disqualify', { competition: request.competition, entry: disqualified.id, person: person.id, reason, note })
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

/** The newest fifty competitions, newest first. */
export const listCompetitionsForStaff = (context: OperatorContext, staff: StaffMember): Promise<ListedCompetition[]> =>
  runStaffAction(context, staff, 'competition.list', async ({ sql }) => {
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
    const now = context.app.clock.now()
    return rows.map(({ id, name, start_ms, end_ms, final_ms, entries, out }) => ({
      id,
      name,
      start: instantToWireTime(Number(start_ms)),
      end: instantToWireTime(Number(end_ms)),
      entries,
      out,
      state:
        final_ms !== null ? 'final' : now >= Number(end_ms) ? 'being closed' : now >= Number(start_ms) ? 'in progress' : 'to be started',
    }))
  })
