import * as z from 'zod/mini'
import { defineGetCall, definePostCall } from '../call.ts'
import { agreementVersions } from '../constants.ts'
import { wireTimeSchema } from '../timeSchema.ts'
import { languageCodeSchema } from './account.ts'
import { limits } from './limits.ts'

/** What has to be agreed to, and again when it changes; the others are there to be read. */
const agreement = z.enum(Object.keys(agreementVersions) as (keyof typeof agreementVersions)[])

/** One of them, and how this person stands to it. `due`: nothing new can be opened or bought before the newest version is agreed to. */
const AgreementConsent = z.object({
  id: agreement,
  version: z.string(),
  agreed: z.nullable(z.object({ version: z.string(), time: wireTimeSchema })),
  due: z.boolean(),
})
export type AgreementConsent = z.output<typeof AgreementConsent>

const version = z.object({ version: z.string(), time: wireTimeSchema })
const versionParam = z.optional(z.string().check(z.maxLength(20)))

/** How one version of an agreement differs from another, passage by passage in reading order. `from` is null where none came before. */
const AgreementVersionDiff = z.object({
  id: z.string(),
  title: z.string(),
  lang: languageCodeSchema,
  from: z.nullable(version),
  to: version,
  lines: z.array(z.object({ change: z.enum(['same', 'added', 'removed']), text: z.string() })),
  /** Every version that is known in this language, newest first. */
  versions: z.array(version),
})
export type AgreementVersionDiff = z.output<typeof AgreementVersionDiff>

const minePath = '/api/user/agreements'

/** What a person agreed to, in which version, and what changed since (docs/rules/content.md, refusal 4110). All ours. */
export const consents = {
  mine: defineGetCall(minePath, { access: 'signedIn', params: z.object({}), reply: z.array(AgreementConsent), kept: 'page' }),
  /** Refuses agreementRequired {version} for another version than the newest. Agreed to again nothing changes. */
  agree: definePostCall('/api/user/agreements/agree', {
    access: 'full',
    body: z.object({ id: agreement, version: z.string().check(z.maxLength(20)) }),
    reply: z.array(AgreementConsent),
    touches: [minePath, limits.mine.path],
  }),
  /** From one version to another; without them, from the last to the newest. In English where the language lacks either. */
  changes: defineGetCall('/api/content/agreement/changes', {
    access: 'open',
    params: z.object({ id: z.string().check(z.maxLength(60)), from: versionParam, to: versionParam, lang: z.optional(languageCodeSchema) }),
    reply: AgreementVersionDiff,
    kept: 'worker',
  }),
}
