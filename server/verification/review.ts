import * as z from 'zod/mini'
import { isAdult, upsertPersonalDetails, loadPersonalDetails } from '#account/personal.ts'
import { parseLanguageCode } from '../core/i18n.ts'
import {
  KycApplication,
  identityDocumentType,
  type KycRejectionReason,
  kycRejectionReasons,
  kycApplicationStatus,
} from '#contract/calls/verification.ts'
import { Refusal } from '#contract/refusals.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { AppContext } from '../core/appContext.ts'
import { completeRewardTask } from '../notifications/completeTask.ts'
import { writeNotices } from '../notifications/writeNotices.ts'
import type { NoticeKind } from '../notifications/noticeTexts.ts'
import { requestPendingOrderRecheck } from '../orders/orderRechecks.ts'
import { loadVerifiedDocumentEncryptionKey, type DocumentEncryptionKey } from '../core/startup/encryptionKey.ts'
import type { ReviewKindHandler, WaitingReview } from '../core/review.ts'
import { type AdvancedKycDetails, type BasicKycDetails, kycDocumentGraceEndMs, openKycDetails, toKycApplication } from './application.ts'
import { kycRejectionReasonDetails } from './reasons.ts'
import {
  type KycApplicationRow,
  kycApplicationById,
  decideKycApplication,
  releaseKycDocument,
  lockKycLevel,
  supersedeKycApplication,
  waitingKycApplications,
} from './store.ts'
import type { AfterCommit } from '../core/transactions.ts'

/** Applications for staff and for the sandbox's reviewer (docs/rules/{environments,verification}.md). */
export function createVerificationReviewKind(app: AppContext): ReviewKindHandler {
  return {
    kind: 'verification',
    reasons: kycRejectionReasons,
    waiting: async (sql, limit) => {
      const rows = await waitingKycApplications(sql, limit)
      if (rows.length === 0) return []
      const key = await loadVerifiedDocumentEncryptionKey(sql, app.config)
      return rows.map((row) => toWaiting(row, key))
    },
    approve: async (sql, id, by, now, afterCommit) => {
      const { row, level } = await begin(sql, id)
      const details = openKycDetails(await loadVerifiedDocumentEncryptionKey(sql, app.config), row)
      // A basic check that was taken back since leaves nothing to build on.
      if (row.level === 2 && level < 1) throw new Refusal('stateConflict')
      await supersedeKycApplication(sql, row.user_id, row.level, now)
      const decided = await decideKycApplication(sql, id, {
        status: kycApplicationStatus.authorised,
        reason: null,
        reviewer: by.name,
        atMs: now,
      })
      if (!decided) throw new Refusal('stateConflict')
      if (row.level === 1) await takeIdentity(sql, row.user_id, details as BasicKycDetails, level, now)
      else await takeAddress(sql, row.user_id, details as AdvancedKycDetails, now)
      // The country of the document may have stricter rules than the one that was said before.
      if (row.level === 1) await requestPendingOrderRecheck(app, sql, row.user_id)
      await notifyApplicant(app, sql, decided, row.level === 1 ? 'kycAuthorised' : 'kycAdvancedAuthorised', afterCommit)
      await completeRewardTask(app, { sql, visitor: { userId: row.user_id }, afterCommit }, 'basicKyc')
    },
    reject: async (sql, id, reason, by, now, afterCommit) => {
      const { row } = await begin(sql, id)
      const known = reasonOf(reason, row.level)
      const decided = await decideKycApplication(sql, id, {
        status: kycApplicationStatus.rejected,
        reason: known,
        reviewer: by.name,
        atMs: now,
      })
      if (!decided) throw new Refusal('stateConflict')
      if (row.document !== null) await releaseKycDocument(sql, row.document, row.user_id)
      await notifyApplicant(app, sql, decided, row.level === 1 ? 'kycRejected' : 'kycAdvancedRejected', afterCommit)
    },
  }
}

/** The application and its person's level, locked. */
async function begin(sql: Sql, id: string): Promise<{ row: KycApplicationRow; level: 0 | 1 | 2 }> {
  const row = await kycApplicationById(sql, id)
  if (!row) throw new Refusal('notFound')
  const level = await lockKycLevel(sql, row.user_id)
  return { row, level }
}

function reasonOf(reason: string, level: 1 | 2): KycRejectionReason {
  const known = kycRejectionReasons.find((rejectionReason) => rejectionReason === reason)
  if (!known || !kycRejectionReasonDetails[known].fields[level]) throw new Refusal('validation', { field: 'reason', rule: 'unknown' })
  return known
}

/** The name, the birthday and the country of the document are the person's from now on; what they wrote of their address and phone stays. */
async function takeIdentity(sql: Sql, userId: string, details: BasicKycDetails, level: 0 | 1 | 2, now: Instant): Promise<void> {
  // Somebody may have come of age never: the day of the check decides, as the day of the application did.
  if (!isAdult(details.birthday, now)) throw new Refusal('underage')
  const before = await loadPersonalDetails(sql, userId)
  const { surname, firstName, gender, birthday, country } = details
  const { address, phone, areaCode } = before ?? { address: '', phone: '', areaCode: '' }
  // A newer document may say another name: what stays verified is open for this one change.
  if (level > 0) await sql.query('update account set kyc_level = 0 where id = $1', [userId])
  await upsertPersonalDetails(sql, userId, { surname, firstName, gender, birthday, country, address, phone, areaCode }, now)
  await sql.query('update account set kyc_level = $2, kyc_country = $3, kyc_closes_ms = $4 where id = $1', [
    userId,
    Math.max(level, 1),
    country,
    details.idExpire === undefined ? null : kycDocumentGraceEndMs(details.idExpire),
  ])
}

async function takeAddress(sql: Sql, userId: string, { address, city, postcode, phone, areaCode }: AdvancedKycDetails, now: Instant) {
  const before = await loadPersonalDetails(sql, userId)
  if (before)
    await upsertPersonalDetails(
      sql,
      userId,
      { ...before, address: [address, postcode, city].join(', ').slice(0, 200), phone, areaCode },
      now,
    )
  await sql.query('update account set kyc_level = 2 where id = $1', [userId])
}

/** In the inbox and on open streams. */
async function notifyApplicant(
  app: AppContext,
  sql: Sql,
  row: KycApplicationRow,
  kind: NoticeKind,
  afterCommit: AfterCommit,
): Promise<void> {
  const notice = { userId: row.user_id, type: 'task', kind, params: {}, link: '/renzhengResult', refType: 'kyc', refId: row.id } as const
  await writeNotices(app, sql, [notice], afterCommit)
  const [person] = await sql.query<{ lang: string }>('select lang from account where id = $1', [row.user_id])
  const application = toKycApplication(row, true, parseLanguageCode(person?.lang) ?? 'en-us', app.clock.now())
  afterCommit(() => app.events.toUser({ userId: row.user_id, event: { t: 'kyc', d: z.encode(KycApplication, application) } }))
}

function toWaiting(row: KycApplicationRow, key: DocumentEncryptionKey): WaitingReview {
  const details = openKycDetails(key, row)
  return {
    id: row.id,
    userId: row.user_id,
    submittedAt: asInstant(Number(row.submitted_ms)),
    dueAt: asInstant(Number(row.due_ms)),
    facts: { level: String(row.level), ...('emergency' in details ? advancedFacts(details) : basicFacts(details)) },
    files: row.files,
  }
}

const basicFacts = ({ surname, firstName, gender, birthday, country, idType: kind, idNumber, idExpire }: BasicKycDetails) => ({
  surname,
  firstName,
  gender: gender === 1 ? 'male' : 'female',
  birthday,
  country,
  idType: kind === identityDocumentType.passport ? 'passport' : 'ID card',
  idNumber,
  idExpire: idExpire ?? 'none',
})

const advancedFacts = ({ address, city, postcode, phone, areaCode, sourceOfFunds, occupation, emergency }: AdvancedKycDetails) => ({
  address,
  city,
  postcode,
  phone: `+${areaCode} ${phone}`,
  sourceOfFunds,
  occupation,
  emergencyContact: `${emergency.name} ${emergency.surname}, ${emergency.relationship}`,
})
