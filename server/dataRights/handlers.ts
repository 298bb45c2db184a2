import { requireStepUp } from '#account/stepUp.ts'
import { tellByMail } from '#account/mail.ts'
import type { Export } from '#contract/calls/dataRights.ts'
import { Refusal } from '#contract/refusals.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { House } from '../house.ts'
import type { Handlers } from '../http/handlers.ts'
import { newId } from '../ids.ts'
import { askDeletion, deletionOf, undoDeletion } from './deletion.ts'
import { exportLink } from './exportFile.ts'
import { type ExportRow, exportsOf, insertExport, lockExports } from './exportStore.ts'

const mostShown = 10
/** Between two copies. */
const againMs = 24 * 3_600_000

/** A person's rights over what is kept of them (product §3.10, calls 173 and 174). */
export const dataRightsHandlers = (house: House): Handlers<'dataRights'> => ({
  requestExport: async (proof, { sql, visitor, now }) => {
    const { userId } = visitor
    await requireStepUp(sql, visitor, proof, house, now)
    await lockExports(sql, userId)
    const [last] = (await exportsOf(sql, userId, mostShown)).filter(({ status }) => status !== -1)
    if (last?.status === 0) throw new Refusal('stateConflict')
    const waitMs = last ? Number(last.created_ms) + againMs - now : 0
    if (waitMs > 0) throw new Refusal('tooMany', { seconds: Math.ceil(waitMs / 1000) })
    const row = await insertExport(sql, newId(now), userId, now)
    await tellByMail(sql, { userId, kind: 'exportAsked', params: {} }, now)
    return toExport(sql, row, visitor.sessionId, now)
  },
  exports: async (_, { sql, visitor, now }) => {
    const rows = await exportsOf(sql, visitor.userId, mostShown)
    return Promise.all(rows.map((row) => toExport(sql, row, visitor.sessionId, now)))
  },
  deletion: (_, { sql, visitor }) => deletionOf(sql, visitor.userId),
  deleteAccount: ({ confirm: _, ...proof }, { visitor, now, afterCommit }) => askDeletion(house, visitor, proof, now, afterCommit),
  undeleteAccount: (_, { visitor, now, afterCommit }) => undoDeletion(house, visitor.userId, now, afterCommit),
})

async function toExport(sql: Sql, row: ExportRow, sessionId: string, now: number): Promise<Export> {
  return {
    id: row.id,
    status: row.status,
    createTime: asInstant(Number(row.created_ms)),
    readyTime: row.ready_ms === null ? null : asInstant(Number(row.ready_ms)),
    url: (await exportLink(sql, row, sessionId, now)) ?? null,
    sha256: row.sha256,
    size: row.size === null ? null : Number(row.size),
  }
}
