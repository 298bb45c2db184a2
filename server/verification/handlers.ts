import type { CallHandlers } from '../core/handlers.ts'
import type { AppContext } from '../core/appContext.ts'
import { toKycApplication } from './application.ts'
import { submitAdvancedVerification, submitBasicVerification } from './apply.ts'
import { readKycApplications } from './store.ts'

/** Who somebody is by their papers (docs/rules/verification.md). */
export function verificationHandlers(app: AppContext): CallHandlers<'verification'> {
  return {
    applyBasic: (form, context) => submitBasicVerification(app, form, context),
    applyAdvanced: (form, context) => submitAdvancedVerification(app, form, context),
    isBegun: async (_, { sql, visitor }) => {
      const newest = (await readKycApplications(sql, visitor.userId)).find(({ level }) => level === 1)
      return { level: 1, have: newest ? 1 : 0, status: newest?.status ?? null }
    },
    isDone: (_, { visitor }) => ({ basic: visitor.kycLevel >= 1 ? 1 : 0, advanced: visitor.kycLevel >= 2 ? 1 : 0 }),
    applications: async (_, { sql, visitor, lang, now }) => {
      const rows = await readKycApplications(sql, visitor.userId)
      return rows.map((row) => toKycApplication(row, rows.find(({ level }) => level === row.level) === row, lang, now))
    },
  }
}
