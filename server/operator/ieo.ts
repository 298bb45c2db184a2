import { tryMarkIeoCancelled } from '../ieo/refund.ts'
import { type OperatorContext, runStaffAction } from './operatorContext.ts'
import { StaffError } from './staffError.ts'
import type { StaffMember } from './staff.ts'

/** Calls a token subscription off; what was paid comes back in full within seconds, and everyone reads the reason (docs/rules/token-sales.md). */
export async function cancelIeo(context: OperatorContext, staff: StaffMember, id: string, reason: string): Promise<void> {
  const why = reason.trim()
  if (why.length < 10 || why.length > 300) throw new StaffError('usage', 'The reason is 10 to 300 characters.')
  return runStaffAction(context, staff, 'ieo.callOff', async ({ sql, log }) => {
    if (!(await tryMarkIeoCancelled(sql, id, why)))
      throw new StaffError('refused', `"${id}" is no subscription, or it was called off before.`)
    await log('ieo.callOff', { ieo: id, reason: why })
  })
}
