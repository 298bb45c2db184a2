import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { getOrCreatePublishedSigningKey } from './signingKeys.ts'

/** ES256 of the text, r‖s in base64, by the key that anybody can fetch (docs/rules/prices.md). */
export async function signWithPublishedKey(sql: Sql, text: string, now: Instant): Promise<{ kid: string; sig: string }> {
  const key = await getOrCreatePublishedSigningKey(sql, now)
  return { kid: key.kid, sig: key.sign(text) }
}
