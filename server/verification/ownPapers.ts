import type { Sql } from '#db/database.ts'
import type { House } from '#server/house.ts'
import { restKey } from '#server/restKey.ts'
import { openDetails } from './application.ts'
import { applicationsOf } from './store.ts'

/** What somebody wrote for their identity checks, opened, for themselves; oldest first. */
export const ownPapers =
  ({ config }: Pick<House, 'config'>) =>
  async (sql: Sql, userId: string): Promise<readonly unknown[]> => {
    const rows = await applicationsOf(sql, userId)
    if (rows.length === 0) return []
    const key = restKey(config)
    return rows.toReversed().map((row) => ({
      id: row.id,
      level: row.level,
      status: row.status,
      ...openDetails(key, row),
      pictures: row.files,
      submitted_ms: row.submitted_ms,
      reviewed_ms: row.reviewed_ms,
      reason: row.reason,
      replaced_ms: row.superseded_ms,
    }))
  }
