import { closeReason } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import type { Book } from '#ledger/ledger.ts'
import { tellBalances } from '#ledger/tellBalances.ts'
import { isPositive } from '#rules/decimal.ts'
import type { House } from '../house.ts'
import { bookParam, type NewNotice, writeNotices } from '../notice.ts'
import { onWire, type OptionRow } from './position.ts'
import { surfacesNow } from './surface.ts'

/** Puts into the inbox what became of options at a moment at which it was not their person who did it. */
export const note = (house: House, sql: Sql, rows: readonly OptionRow[], afterCommit: (effect: () => void) => void): Promise<void> =>
  writeNotices(
    house,
    sql,
    rows.map((row) => noticeOf(house, row)),
    afterCommit,
  )

function noticeOf({ market }: House, row: OptionRow): NewNotice {
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
      ...bookParam(account_type),
    },
    link: `/heyue?mode=option&symbol=${symbol}&book=history`,
    refType: 'option',
    refId: id,
  }
}

function endOf({ close_reason, settle_price, returned }: OptionRow): NewNotice['kind'] {
  if (close_reason !== closeReason.expiry) return 'optionSold'
  if (settle_price === null) return 'optionVoid'
  return returned !== null && isPositive(returned) ? 'optionPaid' : 'optionWorthless'
}

/** Tells the person's open streams, once it is safe, what became of options of one person and book, and the balances. */
export async function tell(house: House, sql: Sql, rows: readonly OptionRow[], afterCommit: (effect: () => void) => void): Promise<void> {
  const [first] = rows
  if (!first) return
  const surfaces = await surfacesNow(house, sql)
  for (const row of rows) {
    const d = onWire(house, row, surfaces)
    afterCommit(() => house.events.toUser({ userId: row.user_id, event: { t: 'position', d } }))
  }
  await tellBalances(house, sql, first.user_id, first.account_type as Book, afterCommit)
}
