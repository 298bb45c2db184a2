import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import type { PriceRecordSecond } from '#market/market.ts'
import { compareDecimals } from '#rules/decimal.ts'
import type { AppContext } from '../core/appContext.ts'
import { log } from '../core/log.ts'
import { type NewNotice, writeNotices } from '../notifications/writeNotices.ts'
import { type StoredPriceAlert, priceAlertStatus } from './alert.ts'
import { lockPriceAlertRows, markPriceAlertFired, markPriceAlertWaiting, findPriceAlertIdsToEvaluate } from './store.ts'
import { transactionWithEffects } from '../core/transactions.ts'

const batch = 200

/** Looks at the alerts that each record reaches. Gives back how to stop. */
export const startPriceAlertJobs = (app: AppContext): (() => void) => app.market.onRecord((record) => notifyReachedPriceAlerts(app, record))

/**
 * Tells of every alert that this record reaches, and lets repeating ones wait again whose price came back. Notice and alert change in
 * one transaction, and an alert hears each second once: whatever servers look, and whenever one dies, it is told exactly once.
 */
export async function notifyReachedPriceAlerts(app: AppContext, record: PriceRecordSecond): Promise<void> {
  const symbols = [...record.prices.keys()]
  if (symbols.length === 0) return
  const ids = await findPriceAlertIdsToEvaluate(app.db, symbols, [...record.prices.values()])
  for (let at = 0; at < ids.length; at += batch) {
    try {
      await transactionWithEffects(app.db, async (sql, afterCommit) => {
        const fired = await evaluateAlerts(app, sql, ids.slice(at, at + batch), record)
        await writeNotices(app, sql, fired, afterCommit)
      })
    } catch (error) {
      log.error(`alerts of second ${record.sec} could not be told`, error)
      continue
    }
  }
}

/** What these alerts make of the record, each looked at again under its lock. */
async function evaluateAlerts(app: AppContext, sql: Sql, ids: readonly string[], record: PriceRecordSecond): Promise<NewNotice[]> {
  const notices: NewNotice[] = []
  for (const row of await lockPriceAlertRows(sql, ids)) {
    const price = record.prices.get(row.symbol)
    if (!price || record.sec <= Number(row.changed_sec)) continue
    if (row.status === priceAlertStatus.waiting && isReached(row, price)) {
      await markPriceAlertFired(sql, row.id, { sec: record.sec, price, atMs: app.clock.now() })
      notices.push(noticeOf(app, row, price))
    } else if (row.status === priceAlertStatus.told && isBack(row, price)) await markPriceAlertWaiting(sql, row.id, record.sec)
  }
  return notices
}

const isReached = ({ op, price }: StoredPriceAlert, seen: Decimal): boolean =>
  op === '>=' ? compareDecimals(seen, price) >= 0 : compareDecimals(seen, price) <= 0

const isBack = ({ op, rearm_price }: StoredPriceAlert, seen: Decimal): boolean =>
  rearm_price !== null && (op === '>=' ? compareDecimals(seen, rearm_price) <= 0 : compareDecimals(seen, rearm_price) >= 0)

function noticeOf({ market }: AppContext, row: StoredPriceAlert, seen: Decimal): NewNotice {
  const spec = market.spec(row.symbol)
  return {
    userId: row.user_id,
    type: 'system',
    kind: row.op === '>=' ? 'alertAbove' : 'alertBelow',
    params: { pair: spec ? `${spec.base}/${spec.quote}` : row.symbol, symbol: row.symbol, price: row.price, seen },
    link: `/kline?symbol=${row.symbol}`,
    refType: 'alert',
    refId: row.id,
    push: row.channels.includes('push'),
  }
}
