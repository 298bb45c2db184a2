import type { User } from '#contract/calls/account.ts'
import { Refusal } from '#contract/refusals.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { requestPendingOrderRecheck } from '../orders/orderRechecks.ts'
import { requireRegistrationCountry } from './registration.ts'
import { loadSerializedUser } from './profile.ts'

/**
 * Keeps the country that somebody without one says they live in; from then on its rules hold (docs/rules/countries.md). Once: later an identity check
 * alone adds to it. Refuses stateConflict, validation {country} and countryBlocked.
 */
export function declareCountry(
  app: AppContext,
  input: { country: string },
  { visitor, now }: Pick<RequestContext, 'visitor' | 'now'>,
): Promise<User> {
  const country = requireRegistrationCountry(input.country)
  const { userId } = visitor
  return app.db.transaction(async (sql) => {
    const rows = await sql.query("update account set country = $2 where id = $1 and country = '' returning id", [userId, country])
    if (rows.length === 0) throw new Refusal('stateConflict')
    await requestPendingOrderRecheck(app, sql, userId)
    return loadSerializedUser(app, sql, userId, now)
  })
}
