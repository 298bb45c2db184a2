import { secondStatus } from '#contract/states.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { q8, subtract } from '#rules/decimal.ts'
import { graceSeconds } from '#rules/secondContract.ts'
import { type Explained, type Explainer, figure, input } from '../explained.ts'
import { isRowId } from '../ids.ts'
import { stakeCurrency } from './ask.ts'
import type { SecondRow } from './order.ts'

/** Why a second contract came out as it did: two seconds fixed at acceptance, two records, nothing else (product §2.6, §3.1). */
export const secondExplainer: Explainer = {
  refType: 'second',
  explain: async (sql, id, userId) => {
    if (!isRowId(id)) return undefined
    const [row] = await sql.query<SecondRow>('select * from second_order where id = $1 and user_id = $2', [id, userId])
    return row && explained(row)
  },
  settled: (sql: Sql, { afterId, fromMs, toMs, limit }) =>
    sql.query<{ id: string; userId: string }>(
      `select id, user_id as "userId" from second_order where id > $1 and status = 3 and settled_ms between $2 and $3 order by id limit $4`,
      [afterId, fromMs, toMs, limit],
    ),
}

function explained(row: SecondRow): Explained {
  const isDone = row.status === secondStatus.settled
  const [openSec, closeSec] = [Number(row.open_sec), Number(row.close_sec)]
  const used = (use: string, sec: number) => ({ use, symbol: row.symbol, sec, ahead: graceSeconds })
  const net = row.payout === null ? undefined : q8(subtract(row.payout, row.money))
  return {
    what: 'second',
    formula: 'second',
    orderNo: row.order_no,
    accountType: row.account_type,
    state: isDone ? 'done' : 'running',
    at: asInstant(Number(row.settled_ms ?? row.accepted_ms)),
    inputs: [
      input('symbol', row.symbol),
      input('type', row.type),
      input('money', row.money),
      input('odds', row.odds),
      input('acceptedMs', row.accepted_ms),
      input('seconds', row.seconds),
    ],
    figures: [
      ...figure('openSec', row.open_sec as never, ''),
      ...figure('closeSec', row.close_sec as never, ''),
      ...figure('openPrice', row.open_price, ''),
      ...figure('closePrice', row.close_price, ''),
      ...figure('outcome', row.result === null ? null : (String(row.result) as never), ''),
      ...figure('payout', row.payout, stakeCurrency),
      ...figure('net', net, stakeCurrency),
    ],
    result: net === undefined ? null : { name: 'net', value: net, unit: stakeCurrency },
    records: [...(row.open_price !== null || isDone ? [used('open', openSec)] : []), ...(isDone ? [used('close', closeSec)] : [])],
  }
}
