import type { Config } from '../core/startup/config.ts'
import { StaffError } from './staffError.ts'
import type { StaffMember } from './staff.ts'

/** In production a new account cannot approve at once: whoever adds a second name for themselves waits in plain sight. */
const approvesAfterMs = 24 * 3_600_000

/** What one of the staff proposed and another must approve. */
interface Proposed {
  proposed_by: string
  proposed_ms: string
}

/** Refuses the proposer, an account that is younger than the proposal, and in production one of less than a day. */
export function assertFourEyes(
  { proposed_by, proposed_ms }: Proposed,
  staff: StaffMember,
  { env }: Pick<Config, 'env'>,
  now: number,
): void {
  const refused = (sentence: string) => new StaffError('refused', sentence)
  if (proposed_by === staff.id) throw refused('You proposed this. Somebody else on staff must approve it.')
  if (staff.addedAt > Number(proposed_ms))
    throw refused('You joined after this was proposed. Somebody who was on staff then must approve it.')
  if (env === 'production' && staff.addedAt > now - approvesAfterMs) throw refused('An account approves from 24 hours after it was added.')
}
