import type { ValidatedCallInput } from '#contract/call.ts'
import type { contract } from '#contract/contract.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { lockUserById } from './ownPassword.ts'
import { requireSafePassword } from './secondFactor/stepUp.ts'

type Ask = ValidatedCallInput<typeof contract.factors.askOnPurchases>

/** Turned on by anybody with a withdrawal password, turned off by that password alone. Refuses safePasswordNotSet and what the proof refuses. */
export async function setPurchasePasswordRequired(
  app: AppContext,
  { on, safePassword }: Ask,
  { sql, visitor, now }: RequestContext<'full'>,
) {
  const person = await lockUserById(sql, visitor.userId)
  if (on && !person.has_safe_password) throw new Refusal('safePasswordNotSet')
  if (!on && person.asks_on_purchases) await requireSafePassword(sql, person.id, safePassword, app, now)
  await sql.query('update account set asks_on_purchases = $2 where id = $1', [person.id, on])
  return { asksOnPurchases: on ? (1 as const) : (0 as const) }
}

/**
 * The withdrawal password of those who want to be asked for it on purchases (docs/rules/earn.md); of all others nothing. For `once` calls,
 * as requireStepUp. Refuses stepUpRequired where it was not given, safePasswordWrong {left} and proofLocked {minutes}.
 */
export async function requirePurchasePasswordIfEnabled(
  sql: Sql,
  userId: string,
  password: string | undefined,
  app: Pick<AppContext, 'db'>,
  now: Instant,
): Promise<void> {
  const [row] = await sql.query<{ asks: boolean }>('select asks_on_purchases as asks from account where id = $1', [userId])
  if (row?.asks) await requireSafePassword(sql, userId, password, app, now)
}
