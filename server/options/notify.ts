import { closeReason } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import type { AccountType } from '#ledger/ledger.ts'
import { notifyBalances } from '#ledger/notifyBalances.ts'
import { isPositive } from '#rules/decimal.ts'
import type { AppContext } from '../core/appContext.ts'
import { noticeAccountTypeParam, type NewNotice, writeNotices } from '../notifications/writeNotices.ts'
import { encodeOptionOrder, type OptionPositionRow } from './position.ts'
import { readOptionSurfacesNow } from './surface.ts'

/** Puts into the inbox what became of options at a moment at which it was not their person who did it. */
export const writeOptionOutcomeNotices = (
  app: AppContext,
  sql: Sql,
  rows: readonly OptionPositionRow[],
  afterCommit: (effect: () => void) => void,
): Promise<void> =>
  writeNotices(
    app,
    sql,
    rows.map((row) => noticeOf(app, row)),
    afterCommit,
  )

function noticeOf({ market }: AppContext, row: OptionPositionRow): NewNotice {
  const { id, user_id, account_type, symbol, strike, settle_price, close_price, returned } = row
  return {
    userId: user_id,
    type: 'transaction',
    kind: endOf(row),
    params: {
      base: market.spec(symbol)?.base ?? symbol,
      strike,
      price: settle_price ?? close_price ?? '—',
      returned: returned ?? '—',
      ...noticeAccountTypeParam(account_type),
    },
    link: `/heyue?mode=option&symbol=${symbol}&book=history`,
    refType: 'option',
    refId: id,
  }
}

function endOf({ close_reason, settle_price, returned }: OptionPositionRow): NewNotice['kind'] {
  if (close_reason === closeReason.delisting) return 'optionEndedWithMarket'
  if (close_reason !== closeReason.expiry) return 'optionSold'
  if (settle_price === null) return 'optionVoid'
  return returned !== null && isPositive(returned) ? 'optionPaid' : 'optionWorthless'
}

/** Tells the person's open streams, once it is safe, what became of options of one person and book, and the balances. */
export async function notifyStreamsOfOptions(
  app: AppContext,
  sql: Sql,
  rows: readonly OptionPositionRow[],
  afterCommit: (effect: () => void) => void,
): Promise<void> {
  const [first] = rows
  if (!first) return
  const surfaces = await readOptionSurfacesNow(app, sql)
  for (const row of rows) {
    const d = encodeOptionOrder(app, row, surfaces)
    afterCommit(() => app.events.toUser({ userId: row.user_id, event: { t: 'position', d } }))
  }
  await notifyBalances(app, sql, first.user_id, first.account_type as AccountType, afterCommit)
}
