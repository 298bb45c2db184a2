import { callOff } from '../ieo/refund.ts'
import { type Desk, work } from './desk.ts'
import { StaffRefused } from './refused.ts'
import type { Staff } from './staff.ts'

/** Calls a token subscription off; what was paid comes back in full within seconds, and everyone reads the reason (product §2.11). */
export async function callOffIeo(desk: Desk, staff: Staff, id: string, reason: string): Promise<void> {
  const why = reason.trim()
  if (why.length < 10 || why.length > 300) throw new StaffRefused('usage', 'The reason is 10 to 300 characters.')
  return work(desk, staff, 'ieo.callOff', async ({ sql, log }) => {
    if (!(await callOff(sql, id, why))) throw new StaffRefused('refused', `"${id}" is no subscription, or it was called off before.`)
    await log('ieo.callOff', { ieo: id, reason: why })
  })
}
