import * as z from 'zod/mini'
import type { LanguageCode } from '#contract/calls/account.ts'
import { Position } from '#contract/calls/trading.ts'
import { CurrencyBalance } from '#contract/calls/wallet.ts'
import type { MarginWarning } from '#contract/priceStream.ts'
import { closeReason, positionStatus } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { readLedgerBalances, type AccountType } from '#ledger/ledger.ts'
import { currencyBalancesFromBuckets } from '#rules/balance.ts'
import { q8 } from '#rules/decimal.ts'
import { localizedCompetitionName } from '../core/competitionNames.ts'
import type { AppContext } from '../core/appContext.ts'
import { parseLanguageCode } from '../core/i18n.ts'
import { englishCurrencyName } from '../core/names.ts'
import { noticeAccountTypeParam, type NewNotice, writeNotices } from '../notifications/writeNotices.ts'
import { orderCancelNoticeKindByReason } from '../risk/pendingOrders.ts'
import { type PositionRow, toPosition } from './position.ts'

/** Tells the person, in the inbox and on open streams, that a position's margin became thin, or was charged (docs/rules/contracts.md). */
export async function notifyMarginWarning(
  app: AppContext,
  sql: Sql,
  row: PositionRow,
  kind: MarginWarning['kind'],
  afterCommit: (effect: () => void) => void,
): Promise<void> {
  const { id, symbol, marginRatio } = toPosition(row, app.market)
  const competition = row.comp && localizedCompetitionName(await languageFor(sql, row.user_id), row.comp)
  const d: MarginWarning = { id, symbol, kind, marginRatio, ...(competition !== null && { competition }) }
  await writeNotices(app, sql, [noticeOf(app, row, kind, { ratio: marginRatio ?? '—' })], afterCommit)
  afterCommit(() => app.events.toUser({ userId: row.user_id, event: { t: 'warning', d } }))
}

/** The language that a person reads notices in. */
async function languageFor(sql: Sql, userId: string): Promise<LanguageCode> {
  const [row] = await sql.query<{ lang: string | null }>('select lang from account where id = $1', [userId])
  return parseLanguageCode(row?.lang) ?? 'en-us'
}

/** Puts into the inbox what became of an order or a position at a moment at which it was not its person who did it. */
export async function writePositionOutcomeNotice(
  app: AppContext,
  sql: Sql,
  row: PositionRow,
  afterCommit: (effect: () => void) => void,
): Promise<void> {
  const { kind, params } = endOf(row)
  await writeNotices(app, sql, [noticeOf(app, row, kind, params)], afterCommit)
}

const closedAs: Partial<Record<number, NewNotice['kind']>> = {
  [closeReason.takeProfit]: 'profitTaken',
  [closeReason.stopLoss]: 'lossStopped',
  [closeReason.marginInsufficient]: 'closedOut',
  [closeReason.delisting]: 'closedWithMarket',
}

function endOf(row: PositionRow): Pick<NewNotice, 'kind' | 'params'> {
  if (row.status === positionStatus.running) return { kind: 'limitFilled', params: { price: row.open_price, fee: row.open_fee } }
  if (row.status === positionStatus.cancelled) {
    const kind = orderCancelNoticeKindByReason[row.close_reason ?? closeReason.user] ?? 'limitNotFilled'
    return { kind, params: { price: row.limit_price ?? row.open_price } }
  }
  // What is left was asked for while there was no price.
  const kind = closedAs[row.close_reason ?? closeReason.user] ?? 'positionClosed'
  return { kind, params: { price: row.close_price ?? '—', returned: q8(row.returned ?? '0') } }
}

function noticeOf({ market }: AppContext, row: PositionRow, kind: NewNotice['kind'], params: Record<string, string>): NewNotice {
  const spec = market.spec(row.symbol)
  const list = row.status >= positionStatus.closed ? 'history' : 'positions'
  return {
    userId: row.user_id,
    type: 'transaction',
    kind,
    params: {
      pair: spec ? `${spec.base}/${spec.quote}` : row.symbol,
      symbol: row.symbol,
      ...noticeAccountTypeParam(row.account_type),
      ...(row.comp && { series: row.comp.series, name: row.comp.name }),
      ...params,
    },
    link: `/heyue?${row.comp === null ? '' : `comp=${row.comp.id}&`}symbol=${row.symbol}&book=${list}`,
    refType: 'position',
    refId: row.id,
  }
}

const Balances = z.array(CurrencyBalance)

/** Tells the person's open streams, once the transaction is safe: the position, and all balances of its book, in a competition the entry's, as their REST replies are in English. */
export async function notifyStreamsOfPosition(
  app: AppContext,
  sql: Sql,
  row: PositionRow,
  afterCommit: (effect: () => void) => void,
): Promise<void> {
  const position = z.encode(Position, toPosition(row, app.market))
  const buckets = await readLedgerBalances(sql, row.wallet_id, row.account_type as AccountType)
  const balances = z.encode(Balances, currencyBalancesFromBuckets(buckets, position, app.clock.now(), englishCurrencyName))
  afterCommit(() => {
    app.events.toUser({ userId: row.user_id, event: { t: 'position', d: position } })
    app.events.toUser({ userId: row.user_id, event: { t: 'balance', d: balances } })
  })
}
