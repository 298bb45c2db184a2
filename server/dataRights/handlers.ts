import { requireStepUp } from '#account/secondFactor/stepUp.ts'
import { queueMail } from '../notifications/mail/mail.ts'
import type { UserDataExport } from '#contract/calls/dataRights.ts'
import { Refusal } from '#contract/refusals.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { AppContext } from '../core/appContext.ts'
import type { CallHandlers } from '../core/handlers.ts'
import { newRowId } from '../core/ids.ts'
import { requestAccountDeletion, readAccountDeletion, cancelAccountDeletion } from './deletion.ts'
import { createDataExportLink } from './exportFile.ts'
import { type PersonalDataExportRow, readDataExports, insertDataExport, lockUserDataExports } from './exportStore.ts'

const mostShown = 10
/** Between two copies. */
const againMs = 24 * 3_600_000

/** A person's rights over what is kept of them (docs/rules/data-rights.md). */
export const dataRightsHandlers = (app: AppContext): CallHandlers<'dataRights'> => ({
  requestExport: async (proof, { sql, visitor, now }) => {
    const { userId } = visitor
    await requireStepUp(sql, visitor, proof, app, now)
    await lockUserDataExports(sql, userId)
    const [last] = (await readDataExports(sql, userId, mostShown)).filter(({ status }) => status !== -1)
    if (last?.status === 0) throw new Refusal('stateConflict')
    const waitMs = last ? Number(last.created_ms) + againMs - now : 0
    if (waitMs > 0) throw new Refusal('tooMany', { seconds: Math.ceil(waitMs / 1000) })
    const row = await insertDataExport(sql, newRowId(now), userId, now)
    await queueMail(sql, { userId, kind: 'exportAsked', params: {} }, now)
    return toExport(sql, row, visitor.sessionId, now)
  },
  exports: async (_, { sql, visitor, now }) => {
    const rows = await readDataExports(sql, visitor.userId, mostShown)
    return Promise.all(rows.map((row) => toExport(sql, row, visitor.sessionId, now)))
  },
  deletion: (_, { sql, visitor }) => readAccountDeletion(sql, visitor.userId),
  deleteAccount: ({ confirm: _, ...proof }, { visitor, now, afterCommit }) => requestAccountDeletion(app, visitor, proof, now, afterCommit),
  undeleteAccount: (_, { visitor, now, afterCommit }) => cancelAccountDeletion(app, visitor.userId, now, afterCommit),
})

async function toExport(sql: Sql, row: PersonalDataExportRow, sessionId: string, now: number): Promise<UserDataExport> {
  return {
    id: row.id,
    status: row.status,
    createTime: asInstant(Number(row.created_ms)),
    readyTime: row.ready_ms === null ? null : asInstant(Number(row.ready_ms)),
    url: (await createDataExportLink(sql, row, sessionId, now)) ?? null,
    sha256: row.sha256,
    size: row.size === null ? null : Number(row.size),
  }
}
