import type { Handlers } from '#server/http/handlers.ts'
import type { House } from '#server/house.ts'
import { toApplication } from './application.ts'
import { applyAdvanced, applyBasic } from './apply.ts'
import { applicationsOf } from './store.ts'

/** Who somebody is by their papers (product §1.8 calls 140–144). */
export function verificationHandlers(house: House): Handlers<'verification'> {
  return {
    applyBasic: (form, asking) => applyBasic(house, form, asking),
    applyAdvanced: (form, asking) => applyAdvanced(house, form, asking),
    isBegun: async (_, { sql, visitor }) => {
      const newest = (await applicationsOf(sql, visitor.userId)).find(({ level }) => level === 1)
      return { level: 1, have: newest ? 1 : 0, status: newest?.status ?? null }
    },
    isDone: (_, { visitor }) => ({ basic: visitor.kycLevel >= 1 ? 1 : 0, advanced: visitor.kycLevel >= 2 ? 1 : 0 }),
    applications: async (_, { sql, visitor, lang, now }) => {
      const rows = await applicationsOf(sql, visitor.userId)
      return rows.map((row) => toApplication(row, rows.find(({ level }) => level === row.level) === row, lang, now))
    },
  }
}
