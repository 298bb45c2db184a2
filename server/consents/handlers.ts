import { agreeTo, consentsOf } from '#account/consents.ts'
import { agreementVersions } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Handlers } from '../http/handlers.ts'
import { changesOf } from './changes.ts'

/** What people agreed to and what changed since (product §3.10, §5.6). */
export const consentsHandlers = (): Handlers<'consents'> => ({
  mine: (_, { sql, visitor }) => consentsOf(sql, visitor.userId),
  agree: async ({ id, version }, { sql, visitor, now }) => {
    if (version !== agreementVersions[id]) throw new Refusal('agreementRequired', { version: agreementVersions[id] })
    await agreeTo(sql, visitor.userId, id, now)
    return consentsOf(sql, visitor.userId)
  },
  changes: (asked, { sql, lang }) => changesOf(sql, { ...asked, lang: asked.lang ?? lang }),
})
