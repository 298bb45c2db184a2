import { isCountryCode, countryRuleProfileOf } from '../core/countries.ts'
import { isAdult } from '#account/personal.ts'
import type { ValidatedCallInput, CallReply } from '#contract/call.ts'
import {
  identityDocumentType,
  kycConsentVersion,
  kycReviewHours,
  kycApplicationStatus,
  maxKycTriesPerDay,
  type verification,
} from '#contract/calls/verification.ts'
import { Refusal } from '#contract/refusals.ts'
import { type Instant, startOfServerDayAt, serverDayAt } from '#contract/time.ts'
import type { RequestContext } from '../core/handlers.ts'
import type { AppContext } from '../core/appContext.ts'
import { newRowId } from '../core/ids.ts'
import { loadVerifiedDocumentEncryptionKey } from '../core/startup/encryptionKey.ts'
import { attachOwnUploads } from '#server/uploads/files.ts'
import { kycDocumentFingerprint, isKycDocumentRenewable, normalizeIdNumber, sealKycDetails } from './application.ts'
import { type KycApplicationRow, readKycApplications, tryClaimKycDocument, insertKycApplication, lockKycLevel } from './store.ts'

type Basic = ValidatedCallInput<typeof verification.applyBasic>
type Advanced = ValidatedCallInput<typeof verification.applyAdvanced>
type Submitted = CallReply<typeof verification.applyBasic>

const dueMs = kycReviewHours * 3_600_000

/** Hands in the basic papers (docs/rules/verification.md). */
export async function submitBasicVerification(app: AppContext, form: Basic, { sql, visitor, now }: RequestContext): Promise<Submitted> {
  const files = refuseForm(form, now)
  await lockKycLevel(sql, visitor.userId)
  refuseRepeat(await readKycApplications(sql, visitor.userId), 1, now)
  await attachOwnUploads(sql, visitor.userId, files, 'kyc', now)
  const key = await loadVerifiedDocumentEncryptionKey(sql, app.config)
  const { surname, firstName, gender, birthday, country, idType: kind, idNumber, idExpire } = form
  const details = { surname, firstName, gender, birthday, country, idType: kind, idNumber, idExpire }
  const document = kycDocumentFingerprint(key, details)
  if (!(await tryClaimKycDocument(sql, document, visitor.userId))) throw new Refusal('docInUse')
  const id = newRowId(now)
  await insertKycApplication(sql, {
    id,
    user_id: visitor.userId,
    level: 1,
    country,
    details: sealKycDetails(key, id, visitor.userId, details),
    key_id: key.id,
    document,
    id_type: kind,
    document_tail: normalizeIdNumber(idNumber).slice(-3),
    expires_day: idExpire ?? null,
    files,
    consent_version: form.consentVersion,
    submitted_ms: now,
    due_ms: now + dueMs,
  })
  return { id, status: kycApplicationStatus.waiting }
}

/** Hands in the advanced papers. */
export async function submitAdvancedVerification(
  app: AppContext,
  form: Advanced,
  { sql, visitor, now }: RequestContext,
): Promise<Submitted> {
  const { addressProofImg, ...details } = form
  await lockKycLevel(sql, visitor.userId)
  const all = await readKycApplications(sql, visitor.userId)
  refuseRepeat(all, 2, now)
  const basic = all.find(
    ({ level, status, superseded_ms }) => level === 1 && status === kycApplicationStatus.authorised && superseded_ms === null,
  )
  if (!basic) throw new Refusal('kycRequired', { level: 1 })
  await attachOwnUploads(sql, visitor.userId, [addressProofImg], 'kyc', now)
  const key = await loadVerifiedDocumentEncryptionKey(sql, app.config)
  const id = newRowId(now)
  await insertKycApplication(sql, {
    id,
    user_id: visitor.userId,
    level: 2,
    country: basic.country,
    details: sealKycDetails(key, id, visitor.userId, details),
    key_id: key.id,
    document: null,
    id_type: null,
    document_tail: '',
    expires_day: null,
    files: [addressProofImg],
    consent_version: kycConsentVersion,
    submitted_ms: now,
    due_ms: now + dueMs,
  })
  return { id, status: kycApplicationStatus.waiting }
}

/** The pictures that belong to the form. Refuses what is wrong with the form by itself. */
function refuseForm(form: Basic, now: Instant): string[] {
  if (form.consentVersion !== kycConsentVersion) throw new Refusal('agreementRequired')
  if (!isCountryCode(form.country)) throw new Refusal('validation', { field: 'country', rule: 'unknown' })
  if (countryRuleProfileOf(form.country) === 'BLOCKED') throw new Refusal('countryBlocked', { country: form.country })
  const today = serverDayAt(now)
  if (form.birthday < '1900-01-01' || form.birthday > today) throw new Refusal('validation', { field: 'birthday', rule: 'range' })
  if (!isAdult(form.birthday, now)) throw new Refusal('underage')
  if (form.idExpire !== undefined && form.idExpire < today) throw new Refusal('docExpired')
  if (normalizeIdNumber(form.idNumber).length < 4) throw new Refusal('validation', { field: 'idNumber', rule: 'too_small' })
  const wanted = form.idType === identityDocumentType.passport ? (['passportImg'] as const) : (['frontImg', 'backImg'] as const)
  const files = wanted.map((field) => {
    const file = form[field]
    if (file === undefined) throw new Refusal('validation', { field, rule: 'required' })
    return file
  })
  const all = form.selfieImg === undefined ? files : [...files, form.selfieImg]
  if (new Set(all).size < all.length) throw new Refusal('validation', { field: wanted.at(-1), rule: 'same' })
  return all
}

/** Refuses kycPending, kycDone and tooManyTries. */
function refuseRepeat(all: readonly KycApplicationRow[], level: 1 | 2, now: Instant): void {
  const ofLevel = all.filter((row) => row.level === level)
  if (ofLevel.some(({ status }) => status === kycApplicationStatus.waiting)) throw new Refusal('kycPending')
  const authorised = ofLevel.find(({ status, superseded_ms }) => status === kycApplicationStatus.authorised && superseded_ms === null)
  if (authorised && !isKycDocumentRenewable(authorised, now)) throw new Refusal('kycDone')
  const today = ofLevel.filter(({ submitted_ms }) => Number(submitted_ms) >= startOfServerDayAt(now))
  if (today.length >= maxKycTriesPerDay) throw new Refusal('tooManyTries', { max: maxKycTriesPerDay })
}
