import type { Sql } from '#db/database.ts'
import { Refusal } from '#contract/refusals.ts'
import type { AppContext } from '../core/appContext.ts'
import { offeredSignInMethods } from './methods.ts'

interface Row {
  has_password: boolean
  has_email: boolean
  has_phone: boolean
  wallets: number
  passkeys: number
  providers: string[]
}

/**
 * Refuses lastSignInMethod where this person could not sign in any more with so many fewer. The person's row is held until the transaction
 * ends, so that two removals at once cannot each be the last but one. A way counts only while this server offers it.
 */
export async function assertNotLastSignInMethod(
  sql: Sql,
  { config }: Pick<AppContext, 'config'>,
  userId: string,
  fewer: { passkeys?: number; wallets?: number; provider?: string },
): Promise<void> {
  await sql.query('select 1 from account where id = $1 for update', [userId])
  const [row] = await sql.query<Row>(
    `select password_hash is not null as has_password, email is not null as has_email, phone is not null as has_phone,
       (select count(*) from wallet_identity w where w.account_id = a.id)::int as wallets,
       (select count(*) from passkey p where p.account_id = a.id)::int as passkeys,
       array(select provider from third_party_identity t where t.account_id = a.id) as providers
     from account a where id = $1`,
    [userId],
  )
  if (!row) throw new Refusal('unauthorized')
  const offered = new Set<string>(offeredSignInMethods(config))
  const removed = row.providers.indexOf(fewer.provider ?? '')
  const remaining = row.providers.filter((_, at) => at !== removed)
  const ways = [
    row.has_password,
    row.has_email && offered.has('email'),
    row.has_phone && offered.has('phone'),
    row.wallets > (fewer.wallets ?? 0) && offered.has('wallet'),
    row.passkeys > (fewer.passkeys ?? 0),
    remaining.some((provider) => offered.has(provider)),
  ]
  if (!ways.includes(true)) throw new Refusal('lastSignInMethod')
}
