import * as z from 'zod/mini'
import { defineGetCall } from '../call.ts'
import { pageOfRecordsSchema, pagingParams } from '../page.ts'
import { wireTimeSchema } from '../timeSchema.ts'

/** A look of our staff at somebody's personal data: who by role and number, what, and how many of its files were opened. */
const StaffDataAccessRecord = z.object({
  id: z.string(),
  time: wireTimeSchema,
  role: z.enum(['reviewer', 'auditor']),
  /** Tells two people apart without naming them. */
  staffNo: z.string(),
  /** What kind of case it was: deposit, withdrawal, verification, loan, support. */
  kind: z.string(),
  refId: z.string(),
  files: z.int(),
})
export type StaffDataAccessRecord = z.output<typeof StaffDataAccessRecord>

/** Who looked at my data (docs/rules/{data-rights,fair-dealing}.md). */
export const access = {
  list: defineGetCall('/api/user/access/list', {
    access: 'signedIn',
    params: z.object(pagingParams),
    reply: pageOfRecordsSchema(StaffDataAccessRecord),
    kept: 'page',
  }),
}
