import type { LanguageCode } from '#contract/calls/account.ts'
import type { Sql } from '#db/database.ts'
import { residenceCountriesOf } from './countries.ts'
import type { SignedInUser } from './visitor.ts'

interface Row {
  is_guest: boolean
  country: string
  kyc_country: string | null
  kyc_level: 0 | 1 | 2
  lang: LanguageCode
  created_ms: string
}

/**
 * A person as the rules see them while they are not there: no session, and nothing to agree to first. Somebody without an account is a full
 * account without a country.
 */
export async function loadUserWithoutSession(sql: Sql, userId: string): Promise<SignedInUser> {
  const [row] = await sql.query<Row>('select is_guest, country, kyc_country, kyc_level, lang, created_ms from account where id = $1', [
    userId,
  ])
  return {
    userId,
    sessionId: '',
    isGuest: row?.is_guest ?? false,
    ...residenceCountriesOf(row?.country ?? '', row?.kyc_country ?? null),
    kycLevel: row?.kyc_level ?? 0,
    lang: row?.lang ?? 'en-us',
    createdAtMs: Number(row?.created_ms ?? 0),
  }
}
