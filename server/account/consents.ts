import type { AgreementConsent } from '#contract/calls/consents.ts'
import { agreementVersions } from '#contract/constants.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'

type Agreement = AgreementConsent['id']
const agreements = Object.keys(agreementVersions) as Agreement[]

/** What of an account's row says which versions it agreed to last. */
interface Agreed {
  is_guest: boolean
  agreement_version: string | null
  risk_version: string | null
}

const agreedOf = ({ agreement_version, risk_version }: Agreed): Record<Agreement, string | null> => ({
  'user-agreement': agreement_version,
  'risk-disclosure': risk_version,
})

/** Whether something that this person agreed to has changed since. Guests agree when they keep their account. */
export const needsNewConsent = (account: Agreed): boolean =>
  !account.is_guest && account.agreement_version !== null && agreements.some((id) => agreedOf(account)[id] !== agreementVersions[id])

/** Writes down that somebody agreed to a version; again nothing changes. */
export async function recordConsent(sql: Sql, userId: string, id: Agreement, now: Instant): Promise<void> {
  const version = agreementVersions[id]
  await sql.query(
    'insert into consent (user_id, agreement, version, agreed_ms) values ($1, $2, $3, $4) on conflict (user_id, agreement, version) do nothing',
    [userId, id, version, now],
  )
  const column = id === 'user-agreement' ? 'agreement_version' : 'risk_version'
  await sql.query(`update account set ${column} = $2 where id = $1 and ${column} is distinct from $2`, [userId, version])
}

/** Whoever opens an account agrees to all at once. */
export async function recordAllConsents(sql: Sql, userId: string, now: Instant): Promise<void> {
  for (const id of agreements) await recordConsent(sql, userId, id, now)
}

/** Each agreement with what somebody agreed to last. */
export async function readConsents(sql: Sql, userId: string): Promise<AgreementConsent[]> {
  const [account] = await sql.query<Agreed>('select is_guest, agreement_version, risk_version from account where id = $1', [userId])
  const rows = await sql.query<{ agreement: Agreement; version: string; agreed_ms: string }>(
    'select agreement, version, agreed_ms from consent where user_id = $1',
    [userId],
  )
  return agreements.map((id) => {
    const version = account && agreedOf(account)[id]
    const row = rows.find((row) => row.agreement === id && row.version === version)
    return {
      id,
      version: agreementVersions[id],
      agreed: row ? { version: row.version, time: asInstant(Number(row.agreed_ms)) } : null,
      due: account !== undefined && needsNewConsent(account) && version !== agreementVersions[id],
    }
  })
}
