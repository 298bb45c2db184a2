import { isCountry, profileOf } from '#account/countries.ts'
import { isAdult } from '#account/personal.ts'
import type { Asked, Reply } from '#contract/call.ts'
import { idType, kycConsentVersion, kycReviewHours, kycStatus, kycTriesPerDay, type verification } from '#contract/calls/verification.ts'
import { Refusal } from '#contract/refusals.ts'
import { type Instant, startOfWireDay, wireDay } from '#contract/time.ts'
import type { Asking } from '#server/http/handlers.ts'
import type { House } from '#server/house.ts'
import { newId } from '#server/ids.ts'
import { agreedRestKey } from '#server/restKey.ts'
import { ownFiles } from '#server/uploads/files.ts'
import { documentOf, isRenewable, plainNumber, sealDetails } from './application.ts'
import { type ApplicationRow, applicationsOf, claimDocument, insertApplication, lockPerson } from './store.ts'

type Basic = Asked<typeof verification.applyBasic>
type Advanced = Asked<typeof verification.applyAdvanced>
type Submitted = Reply<typeof verification.applyBasic>

const dueMs = kycReviewHours * 3_600_000

/** Hands in the basic papers (product §1.8 call 140). */
export async function applyBasic(house: House, form: Basic, { sql, visitor, now }: Asking): Promise<Submitted> {
  const files = refuseForm(form, now)
  await lockPerson(sql, visitor.userId)
  refuseRepeat(await applicationsOf(sql, visitor.userId), 1, now)
  await ownFiles(sql, visitor.userId, files, 'kyc', now)
  const key = await agreedRestKey(sql, house.config)
  const { surname, firstName, gender, birthday, country, idType: kind, idNumber, idExpire } = form
  const details = { surname, firstName, gender, birthday, country, idType: kind, idNumber, idExpire }
  const document = documentOf(key, details)
  if (!(await claimDocument(sql, document, visitor.userId))) throw new Refusal('docInUse')
  const id = newId(now)
  await insertApplication(sql, {
    id,
    user_id: visitor.userId,
    level: 1,
    country,
    details: sealDetails(key, id, visitor.userId, details),
    key_id: key.id,
    document,
    id_type: kind,
    document_tail: plainNumber(idNumber).slice(-3),
    expires_day: idExpire ?? null,
    files,
    consent_version: form.consentVersion,
    submitted_ms: now,
    due_ms: now + dueMs,
  })
  return { id, status: kycStatus.waiting }
}

/** Hands in the advanced papers (call 141). */
export async function applyAdvanced(house: House, form: Advanced, { sql, visitor, now }: Asking): Promise<Submitted> {
  const { addressProofImg, ...details } = form
  await lockPerson(sql, visitor.userId)
  const all = await applicationsOf(sql, visitor.userId)
  refuseRepeat(all, 2, now)
  const basic = all.find(({ level, status, superseded_ms }) => level === 1 && status === kycStatus.authorised && superseded_ms === null)
  if (!basic) throw new Refusal('kycRequired', { level: 1 })
  await ownFiles(sql, visitor.userId, [addressProofImg], 'kyc', now)
  const key = await agreedRestKey(sql, house.config)
  const id = newId(now)
  await insertApplication(sql, {
    id,
    user_id: visitor.userId,
    level: 2,
    country: basic.country,
    details: sealDetails(key, id, visitor.userId, details),
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
  return { id, status: kycStatus.waiting }
}

/** The pictures that belong to the form. Refuses what is wrong with the form by itself. */
function refuseForm(form: Basic, now: Instant): string[] {
  if (form.consentVersion !== kycConsentVersion) throw new Refusal('agreementRequired')
  if (!isCountry(form.country)) throw new Refusal('validation', { field: 'country', rule: 'unknown' })
  if (profileOf(form.country) === 'BLOCKED') throw new Refusal('countryBlocked', { country: form.country })
  const today = wireDay(now)
  if (form.birthday < '1900-01-01' || form.birthday > today) throw new Refusal('validation', { field: 'birthday', rule: 'range' })
  if (!isAdult(form.birthday, now)) throw new Refusal('underage')
  if (form.idExpire !== undefined && form.idExpire < today) throw new Refusal('docExpired')
  if (plainNumber(form.idNumber).length < 4) throw new Refusal('validation', { field: 'idNumber', rule: 'too_small' })
  const wanted = form.idType === idType.passport ? (['passportImg'] as const) : (['frontImg', 'backImg'] as const)
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
function refuseRepeat(all: readonly ApplicationRow[], level: 1 | 2, now: Instant): void {
  const ofLevel = all.filter((row) => row.level === level)
  if (ofLevel.some(({ status }) => status === kycStatus.waiting)) throw new Refusal('kycPending')
  const authorised = ofLevel.find(({ status, superseded_ms }) => status === kycStatus.authorised && superseded_ms === null)
  if (authorised && !isRenewable(authorised, now)) throw new Refusal('kycDone')
  const today = ofLevel.filter(({ submitted_ms }) => Number(submitted_ms) >= startOfWireDay(now))
  if (today.length >= kycTriesPerDay) throw new Refusal('tooManyTries', { max: kycTriesPerDay })
}
