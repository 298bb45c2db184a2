import type { UserPersonalDetails } from '#contract/calls/account.ts'
import { Refusal } from '#contract/refusals.ts'
import { type Instant, serverDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { isCountryCode } from '../core/countries.ts'

interface PersonalRow {
  surname: string
  first_name: string
  gender: 1 | 2
  birthday: string
  country: string
  address: string
  phone: string
  area_code: string
}

/** What somebody wrote about themselves; null until they did. */
export async function loadPersonalDetails(sql: Sql, userId: string): Promise<UserPersonalDetails | null> {
  const [row] = await sql.query<PersonalRow>(
    'select surname, first_name, gender, birthday, country, address, phone, area_code from personal_details where account_id = $1',
    [userId],
  )
  if (!row) return null
  const { surname, gender, birthday, country, address, phone } = row
  return { surname, firstName: row.first_name, gender, birthday, country, address, phone, areaCode: row.area_code }
}

/** Writes the details, whoever may: the person by savePersonal, a verification before it is authorised. */
export const upsertPersonalDetails = (sql: Sql, userId: string, details: UserPersonalDetails, now: Instant): Promise<unknown> =>
  sql.query(
    `insert into personal_details (account_id, surname, first_name, gender, birthday, country, address, phone, area_code, updated_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (account_id) do update set surname = excluded.surname, first_name = excluded.first_name, gender = excluded.gender,
       birthday = excluded.birthday, country = excluded.country, address = excluded.address, phone = excluded.phone,
       area_code = excluded.area_code, updated_ms = excluded.updated_ms`,
    [
      userId,
      details.surname,
      details.firstName,
      details.gender,
      details.birthday,
      details.country,
      details.address,
      details.phone,
      details.areaCode,
      now,
    ],
  )

const verified = ['surname', 'firstName', 'gender', 'birthday', 'country'] as const

/** Keeps what somebody says of themselves. Refuses validation for a country that is none, underage, and kycDone for a change of what was verified. */
export async function savePersonalDetails(
  sql: Sql,
  userId: string,
  details: UserPersonalDetails,
  now: Instant,
): Promise<UserPersonalDetails> {
  if (!isCountryCode(details.country)) throw new Refusal('validation', { field: 'country', rule: 'unknown' })
  if (!isAdult(details.birthday, now)) throw new Refusal('underage')
  // An approval of the documents waits for this, or this for it.
  const [account] = await sql.query<{ kyc_level: number }>('select kyc_level from account where id = $1 for share', [userId])
  if (account && account.kyc_level > 0) {
    const before = await loadPersonalDetails(sql, userId)
    const changed = verified.find((field) => before?.[field] !== details[field])
    if (changed) throw new Refusal('kycDone', { field: changed })
  }
  await upsertPersonalDetails(sql, userId, details, now)
  return details
}

/** Whether the 18th birthday has come on the server's day. Who was born on 29 February comes of age on 1 March. */
export function isAdult(birthday: string, now: Instant): boolean {
  const year = Number(birthday.slice(0, 4)) + 18
  return serverDayAt(now) >= `${year}${birthday.slice(4)}`
}
