import type { Position } from '#contract/calls/trading.ts'
import { ledgerScale } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { balanceRecordType } from '#contract/states.ts'
import { type AccountType, post } from '#ledger/ledger.ts'
import { add, negate, decimalPlacesOfStep } from '#rules/decimal.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { contractSettleCurrency } from './legs.ts'
import { openPositionOfRow, toPosition } from './position.ts'
import { lockOwnRunningPosition } from './lockPosition.ts'
import { updateRunningPosition } from './store.ts'
import { notifyStreamsOfPosition } from './notify.ts'
import { positionMarginTriggerLevelsOf, marginWarningLevelAt } from './trigger.ts'

/**
 * Adds to a running position's margin, in USDT, which moves its close-out away (docs/rules/contracts.md). Refuses what
 * `lockOwnRunningPosition` refuses, insufficientBalance, validation.
 */
export async function addPositionMargin(
  app: AppContext,
  { id, money }: { id: string; money: Decimal },
  context: RequestContext,
): Promise<Position> {
  if (decimalPlacesOfStep(money) > ledgerScale) throw new Refusal('validation', { field: 'money', rule: `${ledgerScale} decimals` })
  const { sql, visitor } = context
  const { row, spec } = await lockOwnRunningPosition(app, sql, id, visitor.userId)
  const quote = row.feed === app.market.feed ? app.market.quote(row.symbol) : undefined
  const conversion = app.market.conversion(spec.quote)
  const by = conversion?.by ?? 'multiply'
  const held = { ...openPositionOfRow(row, { rate: row.conversion_rate, by }), addedMargin: add(row.added_margin, money) }
  const warned = quote && conversion ? marginWarningLevelAt({ ...held, conversion }, quote.mid) : row.warned
  const after = await updateRunningPosition(sql, id, {
    added_margin: held.addedMargin,
    ...positionMarginTriggerLevelsOf(held, spec, warned),
  })
  if (!after) throw new Refusal('notRunning')
  const leg = { user: row.wallet_id, currency: contractSettleCurrency, type: balanceRecordType.marginLock }
  await post(sql, {
    book: row.account_type as AccountType,
    refType: 'position',
    refId: id,
    orderNo: row.order_no,
    at: app.clock.now(),
    legs: [
      { ...leg, bucket: 'AVAIL', amount: negate(money) },
      { ...leg, bucket: 'MARGIN', amount: money },
    ],
  })
  await notifyStreamsOfPosition(app, sql, after, context.afterCommit)
  return toPosition(after, app.market)
}
