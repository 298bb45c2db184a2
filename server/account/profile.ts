import type { Asked } from '#contract/call.ts'
import type { User } from '#contract/calls/account.ts'
import type { contract } from '#contract/contract.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { House } from '#server/house.ts'
import type { Asking } from '#server/http/handlers.ts'
import { unreadOf, writeNotices } from '#server/notice.ts'
import { protectionOf } from '#server/protection.ts'
import { linkTo, ownFiles } from '#server/uploads/files.ts'
import { dropUpload } from '#server/uploads/store.ts'
import { tellByMail } from './mail.ts'
import { findPerson, maskPhrase, toUser } from './people.ts'
import { personalOf } from './personal.ts'
import { stepUpTried } from './stepUp.ts'

/** The person with everything that call 12 shows. Refuses unauthorized for an account that is gone. */
export async function wholeUser(house: House, sql: Sql, userId: string, now: Instant): Promise<User> {
  const person = await findPerson(sql, { id: userId })
  if (!person) throw new Refusal('unauthorized')
  return {
    ...toUser(person, house.config.env),
    ...(await protectionOf(sql, userId, now)),
    unreadNotice: (await unreadOf(sql, userId)).all,
    avatar: person.avatar === null ? '' : await linkTo(sql, person.avatar, now),
    personal: await personalOf(sql, userId),
  }
}

/** The nickname and the picture, in the place of the one before. Refuses notFound for a picture that is not this person's own. */
export function saveProfile(
  house: House,
  { nickname, avatar }: Asked<typeof contract.profile.saveProfile>,
  { visitor, now }: Pick<Asking, 'visitor' | 'now'>,
): Promise<User> {
  const { userId } = visitor
  return house.db.transaction(async (sql) => {
    if (avatar) await ownFiles(sql, userId, [avatar], 'avatar', now)
    const [before] = await sql.query<{ avatar: string | null }>('select avatar from account where id = $1 for update', [userId])
    await sql.query(
      `update account set nickname = coalesce($2, nickname), avatar = case when $3::text is null then avatar else nullif($3, '') end
       where id = $1`,
      [userId, nickname ?? null, avatar ?? null],
    )
    if (before?.avatar && avatar !== undefined && avatar !== before.avatar) await dropUpload(sql, before.avatar)
    return wholeUser(house, sql, userId, now)
  })
}

/** Keeps the phrase that stands in every mail to this person, after a step-up; '' takes it away. */
export async function savePhrase(
  house: House,
  { phrase, ...proof }: Asked<typeof contract.profile.savePhrase>,
  { visitor, now, afterCommit }: Pick<Asking, 'visitor' | 'now' | 'afterCommit'>,
): Promise<{ mailPhrase: string }> {
  const { userId } = visitor
  const spend = await stepUpTried(house, visitor, proof, now)
  await house.db.transaction(async (sql) => {
    await spend(sql)
    await sql.query('update account set mail_phrase = $2 where id = $1', [userId, phrase || null])
    const kind = phrase === '' ? 'phraseRemoved' : 'phraseChanged'
    await tellByMail(sql, { userId, kind, params: {} }, now)
    await writeNotices(house, sql, [{ userId, type: 'system', kind, params: {}, link: '', refType: '', refId: '' }], afterCommit)
  })
  return { mailPhrase: maskPhrase(phrase || null) }
}
