import type { Sql } from '#db/database.ts'
import type { AppContext } from '../core/appContext.ts'
import { getOrCreateDocumentEncryptionKey } from '../core/startup/encryptionKey.ts'
import { openKycDetails } from './application.ts'
import { readKycApplications } from './store.ts'

/** What somebody wrote for their identity checks, opened, for themselves; oldest first. */
export const createKycDetailsReader =
  ({ config }: Pick<AppContext, 'config'>) =>
  async (sql: Sql, userId: string): Promise<readonly unknown[]> => {
    const rows = await readKycApplications(sql, userId)
    if (rows.length === 0) return []
    const key = getOrCreateDocumentEncryptionKey(config)
    return rows.toReversed().map((row) => ({
      id: row.id,
      level: row.level,
      status: row.status,
      ...openKycDetails(key, row),
      pictures: row.files,
      submitted_ms: row.submitted_ms,
      reviewed_ms: row.reviewed_ms,
      reason: row.reason,
      replaced_ms: row.superseded_ms,
    }))
  }
