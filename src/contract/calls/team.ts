import * as z from 'zod/mini'
import { read } from '../call.ts'
import { decimal } from '../decimalSchema.ts'
import { page, paging } from '../page.ts'
import { time } from '../timeSchema.ts'

const count = z.int()

/** Who came by this person's code, and what their fees brought: a share of the fees that direct invitees really paid, for twelve months (product §2.14). */
export const Team = z.object({
  inviteCode: z.string(),
  /** Absolute, short: opens the registration with the code filled in. */
  link: z.string(),
  qrText: z.string(),
  teamSize: count,
  /** USDT, credited so far. */
  teamIncome: decimal,
  level1Count: count,
  level2Count: count,
  level3Count: count,
  /** Of all three levels. */
  newToday: count,
  /** Direct invitees who deposited at least once; it brings nothing. */
  rechargedCount: count,
  /** Of the fees that direct invitees paid, a fraction. */
  rebateRate: decimal,
  /** Rebates are given in this person's country; where not, income is not shown. */
  incentiveAllowed: z.boolean(),
  /** The help article with the rules. */
  rule: z.string(),
})
export type Team = z.output<typeof Team>

/** A direct invitee, masked; `income` is what their fees brought in all, USDT. */
const TeamMember = z.object({ id: z.string(), account: z.string(), joinTime: time, untilTime: time, income: decimal })
export type TeamMember = z.output<typeof TeamMember>

export const team = {
  /** Call 112. */
  myTeam: read('/api/marketing/myTeam', { access: 'full', params: z.object({}), reply: Team, kept: 'page' }),
  /** Call 117: direct invitees, newest first. */
  teamMembers: read('/api/marketing/members', { access: 'full', params: z.object(paging), reply: page(TeamMember), kept: 'page' }),
}
