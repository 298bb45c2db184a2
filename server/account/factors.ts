import type { Sql } from '#db/database.ts'

/** What somebody can prove themselves with, beside the way they signed in. */
export interface Factors {
  hasAuthenticator: boolean
  passkeys: number
}

/** The second factors that this person has. */
export async function factorsOf(sql: Sql, userId: string): Promise<Factors> {
  const [row] = await sql.query<{ bound: boolean; passkeys: string }>(
    `select exists (select from authenticator where account_id = $1) as bound,
       (select count(*) from passkey where account_id = $1) as passkeys`,
    [userId],
  )
  return { hasAuthenticator: row?.bound ?? false, passkeys: Number(row?.passkeys ?? 0) }
}

/** The names of those factors on the wire. */
export const secondMethods = ({ hasAuthenticator, passkeys }: Factors): ('totp' | 'passkey')[] => [
  ...(hasAuthenticator ? (['totp'] as const) : []),
  ...(passkeys > 0 ? (['passkey'] as const) : []),
]
