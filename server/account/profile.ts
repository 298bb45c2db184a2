import type { ValidatedCallInput } from '#contract/call.ts'
import type { User } from '#contract/calls/account.ts'
import type { contract } from '#contract/contract.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { unreadNoticeCounts, writeNotices } from '../notifications/writeNotices.ts'
import { readLimitsAndBreaks } from '../risk/protection.ts'
import { createUploadLink, attachOwnUploads } from '#server/uploads/files.ts'
import { deleteUpload } from '#server/uploads/store.ts'
import { queueMail } from '../notifications/mail/mail.ts'
import { findUser, maskAntiPhishingPhrase, serializeUser } from './people.ts'
import { loadPersonalDetails } from './personal.ts'
import { verifyStepUpForLaterUse } from './secondFactor/stepUp.ts'

/** The person with everything that `getMyUserInfo` shows. Refuses unauthorized for an account that is gone. */
export async function loadSerializedUser(app: AppContext, sql: Sql, userId: string, now: Instant): Promise<User> {
  const person = await findUser(sql, { id: userId })
  if (!person) throw new Refusal('unauthorized')
  return {
    ...serializeUser(person, app),
    ...(await readLimitsAndBreaks(sql, userId, now)),
    unreadNotice: (await unreadNoticeCounts(sql, userId)).all,
    avatar: person.avatar === null ? '' : await createUploadLink(sql, person.avatar, now),
    personal: await loadPersonalDetails(sql, userId),
  }
}

/** The nickname and the picture, in the place of the one before. Refuses notFound for a picture that is not this person's own. */
export function saveProfile(
  app: AppContext,
  { nickname, avatar }: ValidatedCallInput<typeof contract.profile.saveProfile>,
  { visitor, now }: Pick<RequestContext, 'visitor' | 'now'>,
): Promise<User> {
  const { userId } = visitor
  return app.db.transaction(async (sql) => {
    if (avatar) await attachOwnUploads(sql, userId, [avatar], 'avatar', now)
    const [before] = await sql.query<{ avatar: string | null }>('select avatar from account where id = $1 for update', [userId])
    await sql.query(
      `update account set nickname = coalesce($2, nickname), avatar = case when $3::text is null then avatar else nullif($3, '') end
       where id = $1`,
      [userId, nickname ?? null, avatar ?? null],
    )
    if (before?.avatar && avatar !== undefined && avatar !== before.avatar) await deleteUpload(sql, before.avatar)
    return loadSerializedUser(app, sql, userId, now)
  })
}

/** Keeps the phrase that stands in every mail to this person, after a step-up; '' takes it away. */
export async function saveAntiPhishingPhrase(
  app: AppContext,
  { phrase, ...proof }: ValidatedCallInput<typeof contract.profile.savePhrase>,
  { visitor, now, afterCommit }: Pick<RequestContext, 'visitor' | 'now' | 'afterCommit'>,
): Promise<{ mailPhrase: string }> {
  const { userId } = visitor
  const spend = await verifyStepUpForLaterUse(app, visitor, proof, now)
  await app.db.transaction(async (sql) => {
    await spend(sql)
    await sql.query('update account set mail_phrase = $2 where id = $1', [userId, phrase || null])
    const kind = phrase === '' ? 'phraseRemoved' : 'phraseChanged'
    await queueMail(sql, { userId, kind, params: {} }, now)
    await writeNotices(app, sql, [{ userId, type: 'system', kind, params: {}, link: '', refType: '', refId: '' }], afterCommit)
  })
  return { mailPhrase: maskAntiPhishingPhrase(phrase || null) }
}
