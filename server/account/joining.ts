import type { LanguageCode } from '#contract/calls/account.ts'
import { agreementVersion } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { isCountry, profileOf } from './countries.ts'
import { addPerson, type NewPerson, type Person } from './people.ts'

/** What everybody who opens an account says, whichever way they came. */
export interface Joining {
  agree?: boolean | undefined
  agreementVersion?: string | undefined
  birthYearOk?: boolean | undefined
  country?: string | undefined
  inviteCode?: string | undefined
}

/** Refuses agreementRequired {version}, underage, validation {country} and countryBlocked. */
export function refuseUnlessMayJoin(form: Joining): { country: string } {
  const { country } = form
  if (!form.agree || form.agreementVersion !== agreementVersion) throw new Refusal('agreementRequired', { version: agreementVersion })
  if (!form.birthYearOk) throw new Refusal('underage')
  if (country === undefined || !isCountry(country)) throw new Refusal('validation', { field: 'country', rule: 'unknown' })
  if (profileOf(country) === 'BLOCKED') throw new Refusal('countryBlocked', { country })
  return { country }
}

/** Whose invitation code this is; refuses inviteInvalid. */
export async function inviterOf(sql: Sql, inviteCode: string): Promise<string> {
  const [inviter] = await sql.query<{ id: string }>('select id from account where invite_code = $1', [inviteCode])
  if (!inviter) throw new Refusal('inviteInvalid')
  return inviter.id
}

/** Opens an account without a password, for somebody whom a wallet or another service vouches for. Refuses as above, and accountExists for a known email. */
export async function joinWithout(
  sql: Sql,
  form: Joining & { lang: LanguageCode; email?: NewPerson['email'] },
  now: Instant,
): Promise<Person> {
  const { country } = refuseUnlessMayJoin(form)
  const invitedBy = form.inviteCode === undefined ? undefined : await inviterOf(sql, form.inviteCode)
  const person = await addPerson(sql, { email: form.email, country, lang: form.lang, invitedBy, agreementVersion }, now)
  if (!person) throw new Refusal('accountExists')
  return person
}
