import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import type { ReviewKindHandler, WaitingReview } from '../core/review.ts'
import { type OpenedUpload, readUploadForReview } from '../uploads/files.ts'
import { type OperatorContext, type StaffTransactionContext, runStaffAction } from './operatorContext.ts'
import { StaffError } from './staffError.ts'
import { staffRoleForAction, type StaffMember } from './staff.ts'

/** A case as a list shows it: nothing of the person but which one it is. */
export interface ReviewCaseSummary extends Pick<WaitingReview, 'id' | 'userId' | 'submittedAt' | 'dueAt'> {
  kind: ReviewKindHandler['kind']
}

const mostListed = 1_000

/** The kind of that name; refuses any other. */
function kindOf({ kinds }: OperatorContext, name: string): ReviewKindHandler {
  const found = kinds.find(({ kind }) => kind === name)
  if (!found) throw new StaffError('usage', `"${name}" is no kind of case. Kinds: ${kinds.map(({ kind }) => kind).join(', ')}.`)
  return found
}

/** Everything that waits, of one kind or all, the one that is due first at the top. Who looked is written down. */
export function listReviewCases(context: OperatorContext, staff: StaffMember, kind?: string): Promise<ReviewCaseSummary[]> {
  const kinds = kind === undefined ? context.kinds : [kindOf(context, kind)]
  return runStaffAction(context, staff, 'review.list', async ({ sql, log }) => {
    const found: ReviewCaseSummary[] = []
    for (const kind of kinds) {
      for (const { id, userId, submittedAt, dueAt } of await kind.waiting(sql, mostListed))
        found.push({ kind: kind.kind, id, userId, submittedAt, dueAt })
    }
    await log('review.list', { kind: kind ?? 'all', found: String(found.length) })
    return found.toSorted((a, b) => a.dueAt - b.dueAt)
  })
}

async function waitingCase(sql: Sql, kind: ReviewKindHandler, id: string): Promise<WaitingReview> {
  const found = (await kind.waiting(sql, mostListed)).find((reviewCase) => reviewCase.id === id)
  if (!found) throw new StaffError('refused', `No ${kind.kind} ${id} waits for a decision.`)
  return found
}

/** A case with what the person sent. That it was looked at is written down first, and the person sees it. `files`: they are opened too. */
export function readReviewCase(
  context: OperatorContext,
  staff: StaffMember,
  kindName: string,
  id: string,
  files: boolean,
): Promise<WaitingReview & { opened: OpenedUpload[] }> {
  const kind = kindOf(context, kindName)
  const now = context.app.clock.now()
  return runStaffAction(context, staff, 'review.show', async ({ sql, log }) => {
    const found = await waitingCase(sql, kind, id)
    const role = staffRoleForAction(staff, 'review.show')
    const opened: OpenedUpload[] = []
    for (const file of files ? found.files : []) {
      const upload = await readUploadForReview(context.app, sql, file, `${role} ${staff.id}`, now)
      if (upload) opened.push(upload)
    }
    await sql.query('insert into staff_access (user_id, staff_id, role, kind, ref_id, files, at_ms) values ($1, $2, $3, $4, $5, $6, $7)', [
      found.userId,
      staff.id,
      role,
      kind.kind,
      id,
      opened.length,
      now,
    ])
    await log('review.show', { kind: kind.kind, id, userId: found.userId, files: String(opened.length) })
    return { ...found, opened }
  })
}

/** Decides in the person's favour. `reference`: of the bank or the chain, where staff sent the money themselves. */
export const approveReviewCase = (
  context: OperatorContext,
  staff: StaffMember,
  kindName: string,
  id: string,
  reference?: string,
): Promise<void> =>
  decide(context, staff, kindName, id, 'review.approve', reference === undefined ? {} : { reference }, (kind, { sql, afterCommit }) =>
    kind.approve(sql, id, { name: staff.name, isAutomatic: false }, context.app.clock.now(), afterCommit, reference),
  )

/** Decides against it, for a reason of the kind's closed list. */
export function rejectReviewCase(
  context: OperatorContext,
  staff: StaffMember,
  kindName: string,
  id: string,
  reason: string,
): Promise<void> {
  const { reasons } = kindOf(context, kindName)
  if (!reasons.includes(reason))
    throw new StaffError('usage', `"${reason}" is no reason for a ${kindName}. Reasons: ${reasons.join(', ')}.`)
  return decide(context, staff, kindName, id, 'review.reject', { reason }, (kind, { sql, afterCommit }) =>
    kind.reject(sql, id, reason, { name: staff.name, isAutomatic: false }, context.app.clock.now(), afterCommit),
  )
}

/** What a module refuses, said to staff. */
export const createRefusalAsStaffErrorThrower =
  (what: string) =>
  (error: unknown): never => {
    if (!(error instanceof Refusal)) throw error
    const { field, rule } = error.detail
    throw new StaffError('refused', `${what}: ${error.refusal}${field === undefined ? '' : ` (${String(field)}: ${String(rule)})`}.`)
  }

function decide(
  context: OperatorContext,
  staff: StaffMember,
  kindName: string,
  id: string,
  did: 'review.approve' | 'review.reject',
  more: Readonly<Record<string, string>>,
  decision: (kind: ReviewKindHandler, action: StaffTransactionContext) => Promise<void>,
): Promise<void> {
  const kind = kindOf(context, kindName)
  return runStaffAction(context, staff, 'review.decide', async (action) => {
    const { userId } = await waitingCase(action.sql, kind, id)
    await decision(kind, action).catch(createRefusalAsStaffErrorThrower(`The ${kindName} ${id} cannot be decided so`))
    await action.log(did, { kind: kind.kind, id, userId, ...more })
  })
}
