import { accountTypes, demoFundUsdt } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import { balanceRecordType } from '#contract/states.ts'
import { asInstant, type Instant, instantToWireTime } from '#contract/time.ts'
import { readLedgerBalances, type Leg, lockWallet, post } from '#ledger/ledger.ts'
import { notifyBalances } from '#ledger/notifyBalances.ts'
import { isZero, negate, q8, subtract, zero } from '#rules/decimal.ts'
import type { DemoOrderResetter } from '../orders/demoAccount.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { newRowId } from '../core/ids.ts'
import { writeNotices } from '../notifications/writeNotices.ts'
import { insertDemoReset, lastDemoResetMs } from './store.ts'

const everyMs = 24 * 3_600_000
const fundCurrency = 'USDT'

export const nextDemoResetAllowedAt = (lastMs: number): Instant => asInstant(lastMs + everyMs)

/**
 * Ends what runs in the demo book, then sets its balances: 100,000 USDT, nothing of any other coin (docs/rules/environments.md).
 * One transaction under the wallet's lock, so whatever comes at the same moment is before it or after it.
 * Refuses demoResetTooSoon {until, hours}.
 */
export async function resetDemoAccount(
  app: AppContext,
  kinds: readonly DemoOrderResetter[],
  { sql, visitor, afterCommit }: RequestContext,
) {
  const { userId } = visitor
  await lockWallet(sql, userId, accountTypes.demo)
  const at = app.clock.now()
  const last = await lastDemoResetMs(sql, userId)
  if (last !== undefined && at < nextDemoResetAllowedAt(last))
    throw new Refusal('demoResetTooSoon', {
      until: instantToWireTime(nextDemoResetAllowedAt(last)),
      hours: Math.ceil((nextDemoResetAllowedAt(last) - at) / 3_600_000),
    })
  let ended = 0
  for (const end of kinds) ended += await end({ sql, userId, at, afterCommit })
  const id = newRowId(at)
  await insertDemoReset(sql, { id, userId, ended, atMs: at })
  const legs = settingLegs(userId, await readLedgerBalances(sql, userId, accountTypes.demo))
  // A balance that is 100,000 already has nothing to be booked.
  if (legs.length > 0) await post(sql, { book: accountTypes.demo, refType: 'demoReset', refId: id, at, legs })
  await writeNotices(
    app,
    sql,
    [{ userId, type: 'system', kind: 'demoReset', params: { ended: String(ended) }, link: '', refType: 'demoReset', refId: id }],
    afterCommit,
  )
  await notifyBalances(app, sql, userId, accountTypes.demo, afterCommit)
  return { ended, available: q8(demoFundUsdt), resetTime: at, nextResetTime: nextDemoResetAllowedAt(at) }
}

/** Issued or taken back by the house, per coin, so that only the fund is left to spend. */
function settingLegs(user: string, balances: Awaited<ReturnType<typeof readLedgerBalances>>): Leg[] {
  const free = new Map([
    [fundCurrency, zero],
    ...balances.filter(({ bucket }) => bucket === 'AVAIL').map(({ currency, amount }) => [currency, amount] as const),
  ])
  return [...free].flatMap(([currency, amount]): Leg[] => {
    const change = q8(subtract(currency === fundCurrency ? demoFundUsdt : zero, amount))
    if (isZero(change)) return []
    return [
      { user, currency, bucket: 'AVAIL', amount: change, type: balanceRecordType.demoReset },
      { house: 'ISSUE', currency, amount: negate(change) },
    ]
  })
}
