import { recordConsent, readConsents } from '#account/consents.ts'
import { agreementVersions } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import type { CallHandlers } from '../core/handlers.ts'
import { readAgreementChanges } from './changes.ts'

/** What people agreed to and what changed since (docs/rules/content.md). */
export const consentsHandlers = (): CallHandlers<'consents'> => ({
  mine: (_, { sql, visitor }) => readConsents(sql, visitor.userId),
  agree: async ({ id, version }, { sql, visitor, now }) => {
    if (version !== agreementVersions[id]) throw new Refusal('agreementRequired', { version: agreementVersions[id] })
    await recordConsent(sql, visitor.userId, id, now)
    return readConsents(sql, visitor.userId)
  },
  changes: (input, { sql, lang }) => readAgreementChanges(sql, { ...input, lang: input.lang ?? lang }),
})
