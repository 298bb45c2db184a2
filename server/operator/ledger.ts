import {
  type EndedLedgerCheck,
  type LedgerHalt,
  tryLiftLedgerHalt,
  readNewestEndedLedgerCheck,
  readLedgerHalt,
  readLedgerViolations,
} from '#ledger/checks/checkStore.ts'
import { checkLedgerNow } from '#ledger/checks/nightlyCheck.ts'
import type { LedgerViolation } from '#ledger/checks/invariantQuery.ts'
import { type OperatorContext, runStaffAction } from './operatorContext.ts'
import { assertStaffPermitted, type StaffMember } from './staff.ts'
import { StaffError } from './staffError.ts'

/** What the newest check of the ledger came to. */
export interface LedgerCheckReport {
  ended: EndedLedgerCheck | undefined
  halt: LedgerHalt | undefined
  /** Of the check that stopped everything, or else of the newest. */
  found: LedgerViolation[]
}

/** What was checked, what is broken, and whether it stops what opens and what is paid out. Who looked is written down. */
export function readLedgerCheckReport(context: OperatorContext, staff: StaffMember): Promise<LedgerCheckReport> {
  return runStaffAction(context, staff, 'ledger.show', async ({ sql, log }) => {
    const ended = await readNewestEndedLedgerCheck(sql)
    const halt = await readLedgerHalt(sql)
    const of = halt?.checkId ?? ended?.id
    const found = of === undefined ? [] : await readLedgerViolations(sql, of)
    await log('ledger.show', { found: String(found.length) })
    return { ended, halt, found }
  })
}

/** Reads the whole ledger now, in pieces, and gives what came out. */
export async function checkLedgerAsStaff(context: OperatorContext, staff: StaffMember): Promise<EndedLedgerCheck> {
  assertStaffPermitted(staff, 'ledger.check')
  const ended = await checkLedgerNow(context.app)
  await runStaffAction(context, staff, 'ledger.check', ({ log }) => log('ledger.check', { holds: ended.holds ? 'yes' : 'no' }))
  return ended
}

/** Lets what opens and what is paid out go on. Refuses without a halt, and before a check that holds began after the one that found something. */
export function resumeLedger(context: OperatorContext, staff: StaffMember): Promise<void> {
  return runStaffAction(context, staff, 'ledger.check', async ({ sql, log }) => {
    const halt = await readLedgerHalt(sql)
    if (!halt) throw new StaffError('refused', 'The ledger is not halted.')
    if (!(await tryLiftLedgerHalt(sql)))
      throw new StaffError('refused', 'No check since then holds. Mend what is broken, then run "ledger check".')
    await log('ledger.resume', { check: halt.checkId })
  })
}
