import type { Asked } from '#contract/call.ts'
import type { LanguageCode } from '#contract/calls/account.ts'
import { type Application, idType, kycGraceDays, kycStatus, type verification } from '#contract/calls/verification.ts'
import { asInstant, fromWire, type Instant, wireDay } from '#contract/time.ts'
import { say } from '#server/i18n.ts'
import type { RestKey } from '#server/restKey.ts'
import { fieldsToFix, reasonWords } from './reasons.ts'
import type { ApplicationRow } from './store.ts'

type Basic = Asked<typeof verification.applyBasic>
type Advanced = Asked<typeof verification.applyAdvanced>
/** What somebody wrote, as it lies sealed. */
export type BasicDetails = Pick<Basic, 'surname' | 'firstName' | 'gender' | 'birthday' | 'country' | 'idType' | 'idNumber' | 'idExpire'>
export type AdvancedDetails = Omit<Advanced, 'addressProofImg'>

const dayMs = 86_400_000
const placeOf = (id: string, userId: string): string => `kyc/${id}/${userId}`

export const sealDetails = (key: RestKey, id: string, userId: string, details: BasicDetails | AdvancedDetails): Buffer =>
  key.seal(Buffer.from(JSON.stringify(details)), placeOf(id, userId))

/** What was written in it; throws where another key sealed it. */
export function openDetails(key: RestKey, row: ApplicationRow): BasicDetails | AdvancedDetails {
  return JSON.parse(key.open(row.details, placeOf(row.id, row.user_id)).toString()) as BasicDetails | AdvancedDetails
}

/** Two spellings of one number are one number. */
export const plainNumber = (idNumber: string): string =>
  idNumber
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[ ./-]/g, '')

/** By which a document is found again: nobody can read the number from it without the key. */
export const documentOf = (key: RestKey, { country, idType, idNumber }: BasicDetails): string =>
  key.fingerprint(`${country}/${idType}/${plainNumber(idNumber)}`)

/** The first instant at which a document of that last day is no longer valid. */
const endOf = (day: string): number => fromWire(`${day} 00:00:00`) + dayMs

/** From then on an ended document opens nothing new. */
export const closesMs = (expiresDay: string): number => endOf(expiresDay) + kycGraceDays * dayMs

/** Whether an authorised application asks for a new document. */
const isExpired = (row: ApplicationRow, now: Instant): boolean =>
  row.status === kycStatus.authorised && row.superseded_ms === null && row.expires_day !== null && row.expires_day < wireDay(now)

/** A new document can be handed in a month before the old one ends. */
export const isRenewable = (row: ApplicationRow, now: Instant): boolean =>
  row.status === kycStatus.authorised && row.expires_day !== null && endOf(row.expires_day) - 30 * dayMs <= now

/** `isNewest` of its level: only then it can be handed in again. */
export function toApplication(row: ApplicationRow, isNewest: boolean, lang: LanguageCode, now: Instant): Application {
  const needsUpdate = isExpired(row, now)
  return {
    id: row.id,
    level: row.level,
    status: row.status,
    ...(row.reason && { reasonCode: row.reason, reasonText: say(lang, reasonWords[row.reason].text) }),
    fieldsToFix: row.reason ? fieldsToFix(row.reason, row.level, row.id_type === idType.passport) : [],
    submitTime: asInstant(Number(row.submitted_ms)),
    ...(row.reviewed_ms && { reviewTime: asInstant(Number(row.reviewed_ms)) }),
    reviewBy: asInstant(Number(row.due_ms)),
    canResubmit: isNewest && (row.status === kycStatus.rejected || isRenewable(row, now)),
    country: row.country,
    documentTail: row.document_tail,
    ...(row.expires_day && { expiresDay: row.expires_day }),
    needsUpdate,
    ...(needsUpdate && row.expires_day && { closesTime: asInstant(closesMs(row.expires_day)) }),
  }
}
