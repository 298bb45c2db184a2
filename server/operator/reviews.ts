import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import type { ReviewKind, WaitingReview } from '../review.ts'
import { type OpenedFile, readForReview } from '../uploads/files.ts'
import { type Desk, type Work, work } from './desk.ts'
import { StaffRefused } from './refused.ts'
import { roleFor, type Staff } from './staff.ts'

/** A case as a list shows it: nothing of the person but which one it is. */
export interface CaseLine extends Pick<WaitingReview, 'id' | 'userId' | 'submittedAt' | 'dueAt'> {
  kind: ReviewKind['kind']
}

const mostListed = 1_000

/** The kind of that name; refuses any other. */
function kindOf({ kinds }: Desk, name: string): ReviewKind {
  const found = kinds.find(({ kind }) => kind === name)
  if (!found) throw new StaffRefused('usage', `"${name}" is no kind of case. Kinds: ${kinds.map(({ kind }) => kind).join(', ')}.`)
  return found
}

/** Everything that waits, of one kind or all, the one that is due first at the top. Who looked is written down. */
export function listCases(desk: Desk, staff: Staff, kind?: string): Promise<CaseLine[]> {
  const kinds = kind === undefined ? desk.kinds : [kindOf(desk, kind)]
  return work(desk, staff, 'review.list', async ({ sql, log }) => {
    const found: CaseLine[] = []
    for (const one of kinds) {
      for (const { id, userId, submittedAt, dueAt } of await one.waiting(sql, mostListed))
        found.push({ kind: one.kind, id, userId, submittedAt, dueAt })
    }
    await log('review.list', { kind: kind ?? 'all', found: String(found.length) })
    return found.toSorted((a, b) => a.dueAt - b.dueAt)
  })
}

async function waitingCase(sql: Sql, kind: ReviewKind, id: string): Promise<WaitingReview> {
  const found = (await kind.waiting(sql, mostListed)).find((one) => one.id === id)
  if (!found) throw new StaffRefused('refused', `No ${kind.kind} ${id} waits for a decision.`)
  return found
}

/** A case with what the person sent. That it was looked at is written down first, and the person sees it (call 175). `files`: they are opened too. */
export function showCase(
  desk: Desk,
  staff: Staff,
  kindName: string,
  id: string,
  files: boolean,
): Promise<WaitingReview & { opened: OpenedFile[] }> {
  const kind = kindOf(desk, kindName)
  const now = desk.house.clock.now()
  return work(desk, staff, 'review.show', async ({ sql, log }) => {
    const found = await waitingCase(sql, kind, id)
    const role = roleFor(staff, 'review.show')
    const opened: OpenedFile[] = []
    for (const file of files ? found.files : []) {
      const one = await readForReview(desk.house, sql, file, `${role} ${staff.id}`, now)
      if (one) opened.push(one)
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
export const approveCase = (desk: Desk, staff: Staff, kindName: string, id: string, reference?: string): Promise<void> =>
  decide(desk, staff, kindName, id, 'review.approve', reference === undefined ? {} : { reference }, (kind, { sql, afterCommit }) =>
    kind.approve(sql, id, { name: staff.name, isAutomatic: false }, desk.house.clock.now(), afterCommit, reference),
  )

/** Decides against it, for a reason of the kind's closed list. */
export function rejectCase(desk: Desk, staff: Staff, kindName: string, id: string, reason: string): Promise<void> {
  const { reasons } = kindOf(desk, kindName)
  if (!reasons.includes(reason))
    throw new StaffRefused('usage', `"${reason}" is no reason for a ${kindName}. Reasons: ${reasons.join(', ')}.`)
  return decide(desk, staff, kindName, id, 'review.reject', { reason }, (kind, { sql, afterCommit }) =>
    kind.reject(sql, id, reason, { name: staff.name, isAutomatic: false }, desk.house.clock.now(), afterCommit),
  )
}

/** What a room refuses, said to staff. */
export const asStaffRefused =
  (what: string) =>
  (error: unknown): never => {
    if (!(error instanceof Refusal)) throw error
    const { field, rule } = error.detail
    throw new StaffRefused('refused', `${what}: ${error.refusal}${field === undefined ? '' : ` (${String(field)}: ${String(rule)})`}.`)
  }

function decide(
  desk: Desk,
  staff: Staff,
  kindName: string,
  id: string,
  did: 'review.approve' | 'review.reject',
  more: Readonly<Record<string, string>>,
  decision: (kind: ReviewKind, given: Work) => Promise<void>,
): Promise<void> {
  const kind = kindOf(desk, kindName)
  return work(desk, staff, 'review.decide', async (given) => {
    const { userId } = await waitingCase(given.sql, kind, id)
    await decision(kind, given).catch(asStaffRefused(`The ${kindName} ${id} cannot be decided so`))
    await given.log(did, { kind: kind.kind, id, userId, ...more })
  })
}
