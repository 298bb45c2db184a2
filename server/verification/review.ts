import * as z from 'zod/mini'
import { isAdult, keepPersonal, personalOf } from '#account/personal.ts'
import { languageOf } from '#server/i18n.ts'
import { Application, idType, type KycReason, kycReasons, kycStatus } from '#contract/calls/verification.ts'
import { Refusal } from '#contract/refusals.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { House } from '#server/house.ts'
import { noteTask } from '#server/noteTask.ts'
import { writeNotices } from '#server/notice.ts'
import type { NoticeKind } from '#server/noticeWords.ts'
import { requestRecheck } from '#server/orderRechecks.ts'
import { agreedRestKey, type RestKey } from '#server/restKey.ts'
import type { ReviewKind, WaitingReview } from '#server/review.ts'
import { type AdvancedDetails, type BasicDetails, closesMs, openDetails, toApplication } from './application.ts'
import { reasonWords } from './reasons.ts'
import { type ApplicationRow, applicationOf, decideApplication, freeDocument, lockPerson, supersede, waitingApplications } from './store.ts'

type AfterCommit = (effect: () => void) => void

/** Applications for staff and for the sandbox's reviewer (product §3.2). */
export function verificationReview(house: House): ReviewKind {
  return {
    kind: 'verification',
    reasons: kycReasons,
    waiting: async (sql, limit) => {
      const rows = await waitingApplications(sql, limit)
      if (rows.length === 0) return []
      const key = await agreedRestKey(sql, house.config)
      return rows.map((row) => toWaiting(row, key))
    },
    approve: async (sql, id, by, now, afterCommit) => {
      const { row, level } = await begin(sql, id)
      const details = openDetails(await agreedRestKey(sql, house.config), row)
      // A basic check that was taken back since leaves nothing to build on.
      if (row.level === 2 && level < 1) throw new Refusal('stateConflict')
      await supersede(sql, row.user_id, row.level, now)
      const decided = await decideApplication(sql, id, { status: kycStatus.authorised, reason: null, reviewer: by.name, atMs: now })
      if (!decided) throw new Refusal('stateConflict')
      if (row.level === 1) await takeIdentity(sql, row.user_id, details as BasicDetails, level, now)
      else await takeAddress(sql, row.user_id, details as AdvancedDetails, now)
      // The country of the document may have stricter rules than the one that was said before.
      if (row.level === 1) await requestRecheck(house, sql, row.user_id)
      await tell(house, sql, decided, row.level === 1 ? 'kycAuthorised' : 'kycAdvancedAuthorised', afterCommit)
      await noteTask(house, { sql, visitor: { userId: row.user_id }, afterCommit }, 'basicKyc')
    },
    reject: async (sql, id, reason, by, now, afterCommit) => {
      const { row } = await begin(sql, id)
      const known = reasonOf(reason, row.level)
      const decided = await decideApplication(sql, id, { status: kycStatus.rejected, reason: known, reviewer: by.name, atMs: now })
      if (!decided) throw new Refusal('stateConflict')
      if (row.document !== null) await freeDocument(sql, row.document, row.user_id)
      await tell(house, sql, decided, row.level === 1 ? 'kycRejected' : 'kycAdvancedRejected', afterCommit)
    },
  }
}

/** The application and its person's level, locked. */
async function begin(sql: Sql, id: string): Promise<{ row: ApplicationRow; level: 0 | 1 | 2 }> {
  const row = await applicationOf(sql, id)
  if (!row) throw new Refusal('notFound')
  const level = await lockPerson(sql, row.user_id)
  return { row, level }
}

function reasonOf(reason: string, level: 1 | 2): KycReason {
  const known = kycReasons.find((one) => one === reason)
  if (!known || !reasonWords[known].fields[level]) throw new Refusal('validation', { field: 'reason', rule: 'unknown' })
  return known
}

/** The name, the birthday and the country of the document are the person's from now on; what they wrote of their address and phone stays. */
async function takeIdentity(sql: Sql, userId: string, details: BasicDetails, level: 0 | 1 | 2, now: Instant): Promise<void> {
  // Somebody may have come of age never: the day of the check decides, as the day of the application did.
  if (!isAdult(details.birthday, now)) throw new Refusal('underage')
  const before = await personalOf(sql, userId)
  const { surname, firstName, gender, birthday, country } = details
  const { address, phone, areaCode } = before ?? { address: '', phone: '', areaCode: '' }
  // A newer document may say another name: what stays verified is open for this one change.
  if (level > 0) await sql.query('update account set kyc_level = 0 where id = $1', [userId])
  await keepPersonal(sql, userId, { surname, firstName, gender, birthday, country, address, phone, areaCode }, now)
  await sql.query('update account set kyc_level = $2, kyc_country = $3, kyc_closes_ms = $4 where id = $1', [
    userId,
    Math.max(level, 1),
    country,
    details.idExpire === undefined ? null : closesMs(details.idExpire),
  ])
}

async function takeAddress(sql: Sql, userId: string, { address, city, postcode, phone, areaCode }: AdvancedDetails, now: Instant) {
  const before = await personalOf(sql, userId)
  if (before)
    await keepPersonal(sql, userId, { ...before, address: [address, postcode, city].join(', ').slice(0, 200), phone, areaCode }, now)
  await sql.query('update account set kyc_level = 2 where id = $1', [userId])
}

/** In the inbox and on open streams. */
async function tell(house: House, sql: Sql, row: ApplicationRow, kind: NoticeKind, afterCommit: AfterCommit): Promise<void> {
  const notice = { userId: row.user_id, type: 'task', kind, params: {}, link: '/renzhengResult', refType: 'kyc', refId: row.id } as const
  await writeNotices(house, sql, [notice], afterCommit)
  const [person] = await sql.query<{ lang: string }>('select lang from account where id = $1', [row.user_id])
  const shown = toApplication(row, true, languageOf(person?.lang) ?? 'en-us', house.clock.now())
  afterCommit(() => house.events.toUser({ userId: row.user_id, event: { t: 'kyc', d: z.encode(Application, shown) } }))
}

function toWaiting(row: ApplicationRow, key: RestKey): WaitingReview {
  const details = openDetails(key, row)
  return {
    id: row.id,
    userId: row.user_id,
    submittedAt: asInstant(Number(row.submitted_ms)),
    dueAt: asInstant(Number(row.due_ms)),
    facts: { level: String(row.level), ...('emergency' in details ? advancedFacts(details) : basicFacts(details)) },
    files: row.files,
  }
}

const basicFacts = ({ surname, firstName, gender, birthday, country, idType: kind, idNumber, idExpire }: BasicDetails) => ({
  surname,
  firstName,
  gender: gender === 1 ? 'male' : 'female',
  birthday,
  country,
  idType: kind === idType.passport ? 'passport' : 'ID card',
  idNumber,
  idExpire: idExpire ?? 'none',
})

const advancedFacts = ({ address, city, postcode, phone, areaCode, sourceOfFunds, occupation, emergency }: AdvancedDetails) => ({
  address,
  city,
  postcode,
  phone: `+${areaCode} ${phone}`,
  sourceOfFunds,
  occupation,
  emergencyContact: `${emergency.name} ${emergency.surname}, ${emergency.relationship}`,
})
