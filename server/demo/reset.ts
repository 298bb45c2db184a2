import { book, demoFundUsdt } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import { recordType } from '#contract/states.ts'
import { asInstant, type Instant, toWire } from '#contract/time.ts'
import { balancesOf, type Leg, lockWallet, post } from '#ledger/ledger.ts'
import { tellBalances } from '#ledger/tellBalances.ts'
import { isZero, negate, q8, subtract, zero } from '#rules/decimal.ts'
import type { DemoReset } from '../demoBook.ts'
import type { House } from '../house.ts'
import type { Asking } from '../http/handlers.ts'
import { newId } from '../ids.ts'
import { writeNotices } from '../notice.ts'
import { insertReset, lastReset } from './store.ts'

const everyMs = 24 * 3_600_000
const fundCurrency = 'USDT'

export const nextReset = (lastMs: number): Instant => asInstant(lastMs + everyMs)

/**
 * Ends what runs in the demo book, then sets its balances: 100,000 USDT, nothing of any other coin (product §1.3 call 50).
 * One transaction under the wallet's lock, so whatever comes at the same moment is before it or after it.
 * Refuses demoResetTooSoon {until, hours}.
 */
export async function reset(house: House, kinds: readonly DemoReset[], { sql, visitor, afterCommit }: Asking) {
  const { userId } = visitor
  await lockWallet(sql, userId, book.demo)
  const at = house.clock.now()
  const last = await lastReset(sql, userId)
  if (last !== undefined && at < nextReset(last))
    throw new Refusal('demoResetTooSoon', { until: toWire(nextReset(last)), hours: Math.ceil((nextReset(last) - at) / 3_600_000) })
  let ended = 0
  for (const end of kinds) ended += await end({ sql, userId, at, afterCommit })
  const id = newId(at)
  await insertReset(sql, { id, userId, ended, atMs: at })
  const legs = settingLegs(userId, await balancesOf(sql, userId, book.demo))
  // A balance that is 100,000 already has nothing to be booked.
  if (legs.length > 0) await post(sql, { book: book.demo, refType: 'demoReset', refId: id, at, legs })
  await writeNotices(
    house,
    sql,
    [{ userId, type: 'system', kind: 'demoReset', params: { ended: String(ended) }, link: '', refType: 'demoReset', refId: id }],
    afterCommit,
  )
  await tellBalances(house, sql, userId, book.demo, afterCommit)
  return { ended, available: q8(demoFundUsdt), resetTime: at, nextResetTime: nextReset(at) }
}

/** Issued or taken back by the house, per coin, so that only the fund is left to spend. */
function settingLegs(user: string, balances: Awaited<ReturnType<typeof balancesOf>>): Leg[] {
  const free = new Map([
    [fundCurrency, zero],
    ...balances.filter(({ bucket }) => bucket === 'AVAIL').map(({ currency, amount }) => [currency, amount] as const),
  ])
  return [...free].flatMap(([currency, amount]): Leg[] => {
    const change = q8(subtract(currency === fundCurrency ? demoFundUsdt : zero, amount))
    if (isZero(change)) return []
    return [
      { user, currency, bucket: 'AVAIL', amount: change, type: recordType.demoReset },
      { house: 'ISSUE', currency, amount: negate(change) },
    ]
  })
}
