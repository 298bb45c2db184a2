import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { signingKey } from './fairness/keys.ts'

/** ES256 of the text, r‖s in base64, by the key that anybody can fetch (product §1.10 call 160). */
export async function signPublicly(sql: Sql, text: string, now: Instant): Promise<{ kid: string; sig: string }> {
  const key = await signingKey(sql, now)
  return { kid: key.kid, sig: key.sign(text) }
}
