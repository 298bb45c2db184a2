import * as z from 'zod/mini'
import { read, write } from '../call.ts'
import { stepUpProof } from '../stepUp.ts'
import { time } from '../timeSchema.ts'

/** 0 being made, 1 ready, -1 failed. `url` is signed and opens for 24 hours; null before and after. */
const Export = z.object({
  id: z.string(),
  status: z.int(),
  createTime: time,
  readyTime: z.nullable(time),
  url: z.nullable(z.string()),
  sha256: z.nullable(z.string()),
  size: z.nullable(z.int()),
})
export type Export = z.output<typeof Export>

/** What stands in the way of deleting, each with where it is looked after. */
const obstacle = z.object({
  kind: z.enum(['balance', 'position', 'order', 'product', 'loan', 'deposit', 'withdrawal', 'competition']),
  link: z.string(),
})

/** `at`: when it is carried out, null where it was not asked for; papers and the ledger stay for `keptYears`, under a number. */
const Deletion = z.object({ at: z.nullable(time), obstacles: z.array(obstacle), keptYears: z.int() })
export type Deletion = z.output<typeof Deletion>

const exportsPath = '/api/user/data/exports'
const deletionPath = '/api/user/account/deletion'

/** A person's rights over what is kept of them (product §3.10). */
export const dataRights = {
  /** Call 173. Refuses what a proof refuses, stateConflict while one is being made and tooMany {seconds} within 24 hours of the last. */
  requestExport: write('/api/user/data/export', {
    access: 'full',
    once: true,
    body: z.object(stepUpProof),
    reply: Export,
    touches: [exportsPath],
  }),
  exports: read(exportsPath, { access: 'signedIn', params: z.object({}), reply: z.array(Export), kept: 'nowhere' }),
  deletion: read(deletionPath, { access: 'signedIn', params: z.object({}), reply: Deletion, kept: 'nowhere' }),
  /** Call 174: in 14 days. A guest needs no proof. Refuses what a proof refuses, and stateConflict {obstacles}. Asked for again nothing changes. */
  deleteAccount: write('/api/user/account/delete', {
    access: 'signedIn',
    body: z.extend(z.object(stepUpProof), { confirm: z.literal('DELETE') }),
    reply: Deletion,
    touches: [deletionPath],
  }),
  /** Until it is carried out. Where nothing was asked for, nothing changes. */
  undeleteAccount: write('/api/user/account/undelete', {
    access: 'signedIn',
    body: z.object({}),
    reply: Deletion,
    touches: [deletionPath],
  }),
}
