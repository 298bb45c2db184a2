import * as z from 'zod/mini'
import { defineGetCall, definePostCall } from '../call.ts'
import { stepUpProofFields } from '../stepUp.ts'
import { wireTimeSchema } from '../timeSchema.ts'

/** 0 being made, 1 ready, -1 failed. `url` is signed and opens for 24 hours; null before and after. */
const UserDataExport = z.object({
  id: z.string(),
  status: z.int(),
  createTime: wireTimeSchema,
  readyTime: z.nullable(wireTimeSchema),
  url: z.nullable(z.string()),
  sha256: z.nullable(z.string()),
  size: z.nullable(z.int()),
})
export type UserDataExport = z.output<typeof UserDataExport>

/** What stands in the way of deleting, each with where it is looked after. */
const obstacle = z.object({
  kind: z.enum(['balance', 'position', 'order', 'product', 'loan', 'deposit', 'withdrawal', 'competition']),
  link: z.string(),
})

/** `at`: when it is carried out, null where it was not asked for; papers and the ledger stay for `keptYears` years, under a number. */
const AccountDeletionStatus = z.object({ at: z.nullable(wireTimeSchema), obstacles: z.array(obstacle), keptYears: z.int() })
export type AccountDeletionStatus = z.output<typeof AccountDeletionStatus>

const exportsPath = '/api/user/data/exports'
const deletionPath = '/api/user/account/deletion'

/** A person's rights over what is kept of them (docs/rules/data-rights.md). */
export const dataRights = {
  /** Refuses what a proof refuses, stateConflict while one is being made and tooMany {seconds} within 24 hours of the last. */
  requestExport: definePostCall('/api/user/data/export', {
    access: 'full',
    once: true,
    body: z.object(stepUpProofFields),
    reply: UserDataExport,
    touches: [exportsPath],
  }),
  exports: defineGetCall(exportsPath, { access: 'signedIn', params: z.object({}), reply: z.array(UserDataExport), kept: 'nowhere' }),
  deletion: defineGetCall(deletionPath, { access: 'signedIn', params: z.object({}), reply: AccountDeletionStatus, kept: 'nowhere' }),
  /** Ends the account in 14 days. A guest needs no proof. Refuses what a proof refuses, and stateConflict {obstacles}. Asked for again nothing changes. */
  deleteAccount: definePostCall('/api/user/account/delete', {
    access: 'signedIn',
    body: z.extend(z.object(stepUpProofFields), { confirm: z.literal('DELETE') }),
    reply: AccountDeletionStatus,
    touches: [deletionPath],
  }),
  /** Until it is carried out. Where nothing was asked for, nothing changes. */
  undeleteAccount: definePostCall('/api/user/account/undelete', {
    access: 'signedIn',
    body: z.object({}),
    reply: AccountDeletionStatus,
    touches: [deletionPath],
  }),
}
