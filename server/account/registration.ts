import type { LanguageCode } from '#contract/calls/account.ts'
import { userAgreementVersion } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { isCountryCode, countryRuleProfileOf } from '../core/countries.ts'
import { tryCreateUser, type NewUser, type UserRow } from './people.ts'

/** What everybody who opens an account says, whichever way they came. */
export interface CommonRegistrationFields {
  agree?: boolean | undefined
  agreementVersion?: string | undefined
  birthYearOk?: boolean | undefined
  country?: string | undefined
  inviteCode?: string | undefined
}

/** Refuses agreementRequired {version}, underage, validation {country} and countryBlocked. */
export function assertRegistrationFields(form: CommonRegistrationFields): { country: string } {
  const { country } = form
  if (!form.agree || form.agreementVersion !== userAgreementVersion)
    throw new Refusal('agreementRequired', { version: userAgreementVersion })
  if (!form.birthYearOk) throw new Refusal('underage')
  return { country: requireRegistrationCountry(country) }
}

/** The country, where accounts can be opened. Refuses validation {country} and countryBlocked. */
export function requireRegistrationCountry(country: string | undefined): string {
  if (country === undefined || !isCountryCode(country)) throw new Refusal('validation', { field: 'country', rule: 'unknown' })
  if (countryRuleProfileOf(country) === 'BLOCKED') throw new Refusal('countryBlocked', { country })
  return country
}

/** Whose invitation code this is; refuses inviteInvalid. */
export async function requireInviterIdByCode(sql: Sql, inviteCode: string): Promise<string> {
  const [inviter] = await sql.query<{ id: string }>('select id from account where invite_code = $1', [inviteCode])
  if (!inviter) throw new Refusal('inviteInvalid')
  return inviter.id
}

/**
 * Opens an account without a password, for somebody whom a wallet or another service vouches for; it begins no session. Refuses what
 * `assertRegistrationFields` refuses, inviteInvalid, and accountExists for a known email.
 */
export async function registerWithoutPassword(
  sql: Sql,
  form: CommonRegistrationFields & { lang: LanguageCode; email?: NewUser['email'] },
  now: Instant,
): Promise<UserRow> {
  const { country } = assertRegistrationFields(form)
  const invitedBy = form.inviteCode === undefined ? undefined : await requireInviterIdByCode(sql, form.inviteCode)
  const person = await tryCreateUser(
    sql,
    { email: form.email, country, lang: form.lang, invitedBy, agreementVersion: userAgreementVersion },
    now,
  )
  if (!person) throw new Refusal('accountExists')
  return person
}
