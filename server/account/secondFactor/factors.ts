import type { Sql } from '#db/database.ts'

/** What somebody can prove themselves with, beside the way they signed in. */
export interface SecondFactors {
  hasAuthenticator: boolean
  passkeys: number
  /** The person wants a passkey to be asked for at the sign-in. */
  hasPasskeyStep: boolean
}

/** The second factors that this person has. */
export async function readSecondFactors(sql: Sql, userId: string): Promise<SecondFactors> {
  const [row] = await sql.query<{ bound: boolean; passkeys: string; step: boolean }>(
    `select exists (select from authenticator where account_id = $1) as bound,
       (select count(*) from passkey where account_id = $1) as passkeys,
       exists (select from account where id = $1 and passkey_step_ms is not null) as step`,
    [userId],
  )
  return { hasAuthenticator: row?.bound ?? false, passkeys: Number(row?.passkeys ?? 0), hasPasskeyStep: row?.step ?? false }
}

/** Whether signing in asks for a second step. A passkey alone may also be there for convenience, so its person says whether it does. */
export const needsSecondSignInStep = ({ hasAuthenticator, passkeys, hasPasskeyStep }: SecondFactors): boolean =>
  hasAuthenticator || (hasPasskeyStep && passkeys > 0)

/** The names of those factors on the wire. */
export const secondFactorMethods = ({
  hasAuthenticator,
  passkeys,
}: Pick<SecondFactors, 'hasAuthenticator' | 'passkeys'>): ('totp' | 'passkey')[] => [
  ...(hasAuthenticator ? (['totp'] as const) : []),
  ...(passkeys > 0 ? (['passkey'] as const) : []),
]
