import type { ValidatedCallInput } from '#contract/call.ts'
import type { LanguageCode } from '#contract/calls/account.ts'
import {
  type KycApplication,
  identityDocumentType,
  expiredDocumentGraceDays,
  kycApplicationStatus,
  type verification,
} from '#contract/calls/verification.ts'
import { asInstant, wireTimeToInstant, type Instant, serverDayAt } from '#contract/time.ts'
import { translate } from '../core/i18n.ts'
import type { DocumentEncryptionKey } from '../core/startup/encryptionKey.ts'
import { kycFieldsToFix, kycRejectionReasonDetails } from './reasons.ts'
import type { KycApplicationRow } from './store.ts'

type Basic = ValidatedCallInput<typeof verification.applyBasic>
type Advanced = ValidatedCallInput<typeof verification.applyAdvanced>
/** What somebody wrote, as it lies sealed. */
export type BasicKycDetails = Pick<Basic, 'surname' | 'firstName' | 'gender' | 'birthday' | 'country' | 'idType' | 'idNumber' | 'idExpire'>
export type AdvancedKycDetails = Omit<Advanced, 'addressProofImg'>

const dayMs = 86_400_000
const placeOf = (id: string, userId: string): string => `kyc/${id}/${userId}`

export const sealKycDetails = (
  key: DocumentEncryptionKey,
  id: string,
  userId: string,
  details: BasicKycDetails | AdvancedKycDetails,
): Buffer => key.seal(Buffer.from(JSON.stringify(details)), placeOf(id, userId))

/** What was written in it; throws where another key sealed it. */
export function openKycDetails(key: DocumentEncryptionKey, row: KycApplicationRow): BasicKycDetails | AdvancedKycDetails {
  return JSON.parse(key.open(row.details, placeOf(row.id, row.user_id)).toString()) as BasicKycDetails | AdvancedKycDetails
}

/** Two spellings of one number are one number. */
export const normalizeIdNumber = (idNumber: string): string =>
  idNumber
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[ ./-]/g, '')

/** By which a document is found again: nobody can read the number from it without the key. */
export const kycDocumentFingerprint = (key: DocumentEncryptionKey, { country, idType, idNumber }: BasicKycDetails): string =>
  key.fingerprint(`${country}/${idType}/${normalizeIdNumber(idNumber)}`)

/** The first instant at which a document of that last day is no longer valid. */
const endOf = (day: string): number => wireTimeToInstant(`${day} 00:00:00`) + dayMs

/** From then on an ended document opens nothing new. */
export const kycDocumentGraceEndMs = (expiresDay: string): number => endOf(expiresDay) + expiredDocumentGraceDays * dayMs

/** Whether an authorised application asks for a new document. */
const isExpired = (row: KycApplicationRow, now: Instant): boolean =>
  row.status === kycApplicationStatus.authorised &&
  row.superseded_ms === null &&
  row.expires_day !== null &&
  row.expires_day < serverDayAt(now)

/** A new document can be handed in a month before the old one ends. */
export const isKycDocumentRenewable = (row: KycApplicationRow, now: Instant): boolean =>
  row.status === kycApplicationStatus.authorised && row.expires_day !== null && endOf(row.expires_day) - 30 * dayMs <= now

/** `isNewest` of its level: only then it can be handed in again. */
export function toKycApplication(row: KycApplicationRow, isNewest: boolean, lang: LanguageCode, now: Instant): KycApplication {
  const needsUpdate = isExpired(row, now)
  return {
    id: row.id,
    level: row.level,
    status: row.status,
    ...(row.reason && { reasonCode: row.reason, reasonText: translate(lang, kycRejectionReasonDetails[row.reason].text) }),
    fieldsToFix: row.reason ? kycFieldsToFix(row.reason, row.level, row.id_type === identityDocumentType.passport) : [],
    submitTime: asInstant(Number(row.submitted_ms)),
    ...(row.reviewed_ms && { reviewTime: asInstant(Number(row.reviewed_ms)) }),
    reviewBy: asInstant(Number(row.due_ms)),
    canResubmit: isNewest && (row.status === kycApplicationStatus.rejected || isKycDocumentRenewable(row, now)),
    country: row.country,
    documentTail: row.document_tail,
    ...(row.expires_day && { expiresDay: row.expires_day }),
    needsUpdate,
    ...(needsUpdate && row.expires_day && { closesTime: asInstant(kycDocumentGraceEndMs(row.expires_day)) }),
  }
}
