import { accountTypes } from '#contract/constants.ts'
import { positionStatus } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import type { SymbolSpec } from '#market/market.ts'
import type { AppContext } from '#server/core/appContext.ts'
import { log, type LogError } from '#server/core/log.ts'
import { startRepeatingJob } from '#server/core/schedule.ts'
import { transactionWithEffects } from '#server/core/transactions.ts'
import { noticeAccountTypeParam, writeNotices } from '#server/notifications/writeNotices.ts'

const pollIntervalMs = 15_000
/** How old the newest price of an open market is before those with positions in it are notified (docs/rules/prices.md, Quotes). */
const notifyAfterMs = 60_000
/** Nobody is notified of one market again within it. */
const repeatAfterMs = 3_600_000

/** What one server remembers between two looks, so that it asks the database for nothing while prices come. */
export interface StaleMarketNoticeState {
  /** Since when it looks: a market without any price is silent from then on. */
  sinceMs: number
  /** By market, when everybody in it was notified. */
  notifiedMs: Map<string, number>
}

/**
 * Notifies whoever has an open position in a market that is open and has had no price for more than a minute, in the inbox, once per market and
 * hour. Each person in a transaction of their own: one who cannot be notified keeps nobody else from it and is tried again.
 */
export async function notifyHoldersOfStaleMarkets(
  app: AppContext,
  state: StaleMarketNoticeState,
  report: LogError = log.error,
): Promise<void> {
  const now = app.clock.now()
  for (const spec of app.market.specs) {
    if (!isSilent(app, spec.symbol, state, now)) state.notifiedMs.delete(spec.symbol)
    else if (now - (state.notifiedMs.get(spec.symbol) ?? -Infinity) >= repeatAfterMs) {
      const failures: unknown[] = []
      for (const holder of await holdersIn(app.db, spec.symbol))
        try {
          await transactionWithEffects(app.db, (sql, afterCommit) => notifyHolder(app, sql, spec, holder, afterCommit))
        } catch (error) {
          failures.push(error)
        }
      // Once for all of them: what keeps one from it may keep every one.
      if (failures.length > 0) report(`${failures.length} people could not be notified of the stale feed of ${spec.symbol}`, failures[0])
      else state.notifiedMs.set(spec.symbol, now)
    }
  }
}

/** Open for all of the last minute, and without a price in it: one that only just opens is not late yet. */
function isSilent({ market }: AppContext, symbol: string, { sinceMs }: StaleMarketNoticeState, now: number): boolean {
  const lastMs = market.quote(symbol)?.atMs ?? sinceMs
  return now - lastMs > notifyAfterMs && market.isOpen(symbol, now) && market.isOpen(symbol, now - notifyAfterMs)
}

interface Holder {
  user_id: string
  account_type: number
}

/** Each person once, by the account that is nearest to real money. By the two indexes of what is open in a market, so that what is closed costs nothing. */
const holdersIn = (sql: Sql, symbol: string): Promise<Holder[]> =>
  sql.query<Holder>(
    `select user_id, min(account_type) as account_type from (
       select user_id, account_type from position where symbol = $1 and status = ${positionStatus.running}
       union all select user_id, account_type from position where symbol = $1 and status = ${positionStatus.settling}) held
     group by user_id order by user_id`,
    [symbol],
  )

async function notifyHolder(
  app: AppContext,
  sql: Sql,
  { symbol, base, quote }: SymbolSpec,
  { user_id: userId, account_type: accountType }: Holder,
  afterCommit: (effect: () => void) => void,
): Promise<void> {
  const now = app.clock.now()
  // Two servers look at the same time: the second finds what the first wrote.
  await sql.query('select from account where id = $1 for no key update', [userId])
  const [known] = await sql.query(
    `select 1 from inbox_notice where user_id = $1 and type = 'transaction' and kind = 'feedStale' and ref_id = $2 and created_ms > $3 limit 1`,
    [userId, symbol, now - repeatAfterMs],
  )
  if (known) return
  const notice = {
    userId,
    type: 'transaction',
    kind: 'feedStale',
    params: {
      pair: `${base}/${quote}`,
      symbol,
      ...noticeAccountTypeParam(accountType === accountTypes.demo ? accountType : accountTypes.real),
    },
    link: `/heyue?symbol=${symbol}&book=positions`,
    refType: 'market',
    refId: symbol,
    push: false,
  } as const
  await writeNotices(app, sql, [notice], afterCommit)
}

/** Looks on any server. Gives back how to stop. */
export function startStaleMarketNotices(app: AppContext): () => Promise<void> {
  const state: StaleMarketNoticeState = { sinceMs: app.clock.now(), notifiedMs: new Map() }
  return startRepeatingJob('notices of stale feeds', pollIntervalMs, () => notifyHoldersOfStaleMarkets(app, state)).stop
}
