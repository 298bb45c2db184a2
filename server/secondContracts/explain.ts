import { asDecimal } from '#contract/decimal.ts'
import { secondContractStatus } from '#contract/states.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { q8, subtract } from '#rules/decimal.ts'
import { missingRecordGraceSeconds } from '#rules/second/secondContract.ts'
import { type ExplainedSettlement, type SettlementExplainer, zeroOrOneSettlementFigure, settlementInput } from '../orders/explainer.ts'
import { isRowId } from '../core/ids.ts'
import { secondContractStakeCurrency } from './request.ts'
import type { SecondContractOrderRow } from './order.ts'

/** Why a second contract came out as it did: two seconds fixed at acceptance, two records, nothing else (docs/rules/{timed-contracts,fair-dealing}.md). */
export const secondContractSettlementExplainer: SettlementExplainer = {
  refType: 'second',
  explain: async (sql, id, userId) => {
    if (!isRowId(id)) return undefined
    const [row] = await sql.query<SecondContractOrderRow>('select * from second_order where id = $1 and user_id = $2', [id, userId])
    return row && explained(row)
  },
  settled: (sql: Sql, { afterId, fromMs, toMs, limit }) =>
    sql.query<{ id: string; userId: string }>(
      `select id, user_id as "userId" from second_order where id > $1 and status = 3 and settled_ms between $2 and $3 order by id limit $4`,
      [afterId, fromMs, toMs, limit],
    ),
}

function explained(row: SecondContractOrderRow): ExplainedSettlement {
  const isDone = row.status === secondContractStatus.settled
  const [openSec, closeSec] = [Number(row.open_sec), Number(row.close_sec)]
  const used = (use: string, sec: number) => ({ use, symbol: row.symbol, sec, ahead: missingRecordGraceSeconds })
  const net = row.payout === null ? undefined : q8(subtract(row.payout, row.money))
  return {
    what: 'second',
    formula: 'second',
    orderNo: row.order_no,
    accountType: row.account_type,
    state: isDone ? 'done' : 'running',
    at: asInstant(Number(row.settled_ms ?? row.accepted_ms)),
    inputs: [
      settlementInput('symbol', row.symbol),
      settlementInput('type', row.type),
      settlementInput('money', row.money),
      settlementInput('odds', row.odds),
      settlementInput('acceptedMs', row.accepted_ms),
      settlementInput('seconds', row.seconds),
    ],
    figures: [
      ...zeroOrOneSettlementFigure('openSec', asDecimal(row.open_sec), ''),
      ...zeroOrOneSettlementFigure('closeSec', asDecimal(row.close_sec), ''),
      ...zeroOrOneSettlementFigure('openPrice', row.open_price, ''),
      ...zeroOrOneSettlementFigure('closePrice', row.close_price, ''),
      ...zeroOrOneSettlementFigure('outcome', row.result === null ? null : asDecimal(String(row.result)), ''),
      ...zeroOrOneSettlementFigure('payout', row.payout, secondContractStakeCurrency),
      ...zeroOrOneSettlementFigure('net', net, secondContractStakeCurrency),
    ],
    result: net === undefined ? null : { name: 'net', value: net, unit: secondContractStakeCurrency },
    records: [...(row.open_price !== null || isDone ? [used('open', openSec)] : []), ...(isDone ? [used('close', closeSec)] : [])],
  }
}
