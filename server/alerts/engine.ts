import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import type { PriceRecord } from '#market/market.ts'
import { compare } from '#rules/decimal.ts'
import type { House } from '../house.ts'
import { type NewNotice, writeNotices } from '../notice.ts'
import { type AlertRow, alertStatus } from './alert.ts'
import { lockReached, markFired, markWaiting, reachedBy } from './store.ts'

const batch = 200

/** Looks at the alerts that each record reaches. Gives back how to stop. */
export const startAlerts = (house: House): (() => void) => house.market.onRecord((record) => tellReached(house, record))

/**
 * Tells of every alert that this record reaches, and lets repeating ones wait again whose price came back. Notice and alert change in
 * one transaction, and an alert hears each second once: whatever servers look, and whenever one dies, it is told exactly once.
 */
export async function tellReached(house: House, record: PriceRecord): Promise<void> {
  const symbols = [...record.prices.keys()]
  if (symbols.length === 0) return
  const ids = await reachedBy(house.db, symbols, [...record.prices.values()])
  for (let at = 0; at < ids.length; at += batch) {
    const effects: (() => void)[] = []
    try {
      await house.db.transaction(async (sql) => {
        effects.length = 0
        const fired = await hear(house, sql, ids.slice(at, at + batch), record)
        await writeNotices(house, sql, fired, (effect) => effects.push(effect))
      })
    } catch (error) {
      console.error(`alerts of second ${record.sec} could not be told`, error)
      continue
    }
    for (const effect of effects) effect()
  }
}

/** What these alerts make of the record, each looked at again under its lock. */
async function hear(house: House, sql: Sql, ids: readonly string[], record: PriceRecord): Promise<NewNotice[]> {
  const notices: NewNotice[] = []
  for (const row of await lockReached(sql, ids)) {
    const price = record.prices.get(row.symbol)
    if (!price || record.sec <= Number(row.changed_sec)) continue
    if (row.status === alertStatus.waiting && isReached(row, price)) {
      await markFired(sql, row.id, { sec: record.sec, price, atMs: house.clock.now() })
      notices.push(noticeOf(house, row, price))
    } else if (row.status === alertStatus.told && isBack(row, price)) await markWaiting(sql, row.id, record.sec)
  }
  return notices
}

const isReached = ({ op, price }: AlertRow, seen: Decimal): boolean => (op === '>=' ? compare(seen, price) >= 0 : compare(seen, price) <= 0)

const isBack = ({ op, rearm_price }: AlertRow, seen: Decimal): boolean =>
  rearm_price !== null && (op === '>=' ? compare(seen, rearm_price) <= 0 : compare(seen, rearm_price) >= 0)

function noticeOf({ market }: House, row: AlertRow, seen: Decimal): NewNotice {
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
