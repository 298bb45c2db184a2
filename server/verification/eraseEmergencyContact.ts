import type { Sql } from '#db/database.ts'
import type { AppContext } from '../core/appContext.ts'
import { getOrCreateDocumentEncryptionKey } from '../core/startup/encryptionKey.ts'
import { type AdvancedKycDetails, openKycDetails, sealKycDetails } from './application.ts'
import { readKycApplications } from './store.ts'

/**
 * Takes the emergency contact out of what a deleted account's person wrote: it is somebody else, and was given for the account alone
 * (docs/rules/verification.md). The database lets it happen once the account is deleted, and to nothing else of a decided application.
 */
export const createEmergencyContactEraser =
  ({ config }: Pick<AppContext, 'config'>) =>
  async (sql: Sql, userId: string): Promise<void> => {
    const rows = (await readKycApplications(sql, userId)).filter(({ level }) => level === 2)
    if (rows.length === 0) return
    const key = getOrCreateDocumentEncryptionKey(config)
    for (const row of rows) {
      // Sealed by a key that is no longer here, nobody can read it.
      if (row.key_id !== key.id) continue
      const { emergency: _, ...details } = openKycDetails(key, row) as AdvancedKycDetails
      await sql.query('update kyc_application set details = $2 where id = $1', [
        row.id,
        sealKycDetails(key, row.id, userId, details as AdvancedKycDetails),
      ])
    }
  }
