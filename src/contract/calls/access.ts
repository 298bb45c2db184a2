import * as z from 'zod/mini'
import { read } from '../call.ts'
import { page, paging } from '../page.ts'
import { time } from '../timeSchema.ts'

/** A look of our staff at somebody's personal data: who by role and number, what, and how many of its files were opened. */
const StaffAccess = z.object({
  id: z.string(),
  time,
  role: z.enum(['reviewer', 'auditor']),
  /** Tells two people apart without naming them. */
  staffNo: z.string(),
  /** What kind of case it was: deposit, withdrawal, verification, loan, support. */
  kind: z.string(),
  refId: z.string(),
  files: z.int(),
})
export type StaffAccess = z.output<typeof StaffAccess>

/** Who looked at my data (product §1.10 call 175, §3.2). */
export const access = {
  list: read('/api/user/access/list', {
    access: 'signedIn',
    params: z.object(paging),
    reply: page(StaffAccess),
    kept: 'page',
  }),
}
