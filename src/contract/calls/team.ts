import * as z from 'zod/mini'
import { defineGetCall } from '../call.ts'
import { decimalSchema } from '../decimalSchema.ts'
import { pageOfRecordsSchema, pagingParams } from '../page.ts'
import { wireTimeSchema } from '../timeSchema.ts'

const count = z.int()

/** Who came by this person's code, and what their fees brought: a share of the fees that direct invitees really paid, for twelve months (docs/rules/levels-and-team.md). */
export const InvitationTeam = z.object({
  inviteCode: z.string(),
  /** Absolute, short: opens the registration with the code filled in. */
  link: z.string(),
  qrText: z.string(),
  teamSize: count,
  /** USDT, credited so far. */
  teamIncome: decimalSchema,
  level1Count: count,
  level2Count: count,
  level3Count: count,
  /** Of all three levels. */
  newToday: count,
  /** Direct invitees who deposited at least once; it brings nothing. */
  rechargedCount: count,
  /** Of the fees that direct invitees paid, a fraction. */
  rebateRate: decimalSchema,
  /** Rebates are given in this person's country; where not, income is not shown. */
  incentiveAllowed: z.boolean(),
  /** The help article with the rules. */
  rule: z.string(),
})
export type InvitationTeam = z.output<typeof InvitationTeam>

/** A direct invitee, masked; `income` is what their fees brought in all, USDT. */
const InvitationTeamMember = z.object({
  id: z.string(),
  account: z.string(),
  joinTime: wireTimeSchema,
  untilTime: wireTimeSchema,
  income: decimalSchema,
})
export type InvitationTeamMember = z.output<typeof InvitationTeamMember>

export const team = {
  myTeam: defineGetCall('/api/marketing/myTeam', { access: 'full', params: z.object({}), reply: InvitationTeam, kept: 'page' }),
  /** Direct invitees, newest first. */
  teamMembers: defineGetCall('/api/marketing/members', {
    access: 'full',
    params: z.object(pagingParams),
    reply: pageOfRecordsSchema(InvitationTeamMember),
    kept: 'page',
  }),
}
