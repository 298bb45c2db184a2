import { accountTypes } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { balanceRecordType } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { lockWallets, post } from '#ledger/ledger.ts'
import { notifyBalances } from '#ledger/notifyBalances.ts'
import { add, compareDecimals, negate, q8, zero } from '#rules/decimal.ts'
import type { AppContext } from '../core/appContext.ts'
import { log } from '../core/log.ts'
import type { PlatformLiabilitiesReader } from '../risk/liabilities.ts'
import { writeNotices } from '../notifications/writeNotices.ts'
import { competitionLinkOf } from './link.ts'
import type { CompetitionRow } from './rows.ts'
import { lockUnfinalizedCompetition } from './store.ts'
import { transactionWithEffects } from '../core/transactions.ts'

/** Prizes are paid one competition after the other, so that two cannot spend the same money. */
const prizeLock = [60, 2] as const
export const competitionPrizeCurrency = 'USDT'
const currency = competitionPrizeCurrency

export const lockCompetitionPrizes = (sql: Sql) => sql.query('select pg_advisory_xact_lock($1, $2)', [...prizeLock])

/** What lies in the PRIZE account; exact with the prizes locked. */
export async function competitionPrizeFundBalance(sql: Sql): Promise<Decimal> {
  const [row] = await sql.query<{ amount: Decimal }>(
    `select coalesce(sum(amount), 0) as amount from leg where user_id is null and bucket = 'PRIZE' and book = $1 and currency = $2`,
    [accountTypes.real, currency],
  )
  return row?.amount ?? zero
}

/** What competitions whose table does not stand yet can come to. */
export async function committedPrizeTotal(sql: Sql): Promise<Decimal> {
  const rows = await sql.query<{ prizes: Decimal[] }>('select prizes from competition where final_ms is null')
  return sumCompetitionPrizes(rows.flatMap(({ prizes }) => prizes))
}

/** What PRIZE must be enough for. */
export const readCompetitionPrizeLiabilities: PlatformLiabilitiesReader = async (sql) => [
  { account: 'PRIZE', currency, amount: await committedPrizeTotal(sql) },
]

export const sumCompetitionPrizes = (prizes: readonly Decimal[]): Decimal =>
  q8(prizes.reduce<Decimal>((sum, prize) => add(sum, prize), zero))

interface Winner {
  id: string
  user_id: string
  rank: number
  prize: Decimal
}

/**
 * Puts the table down for good and pays its prizes, in one transaction: by equity, then the lower drawdown, then the earlier join; prizes go
 * to the first of those with enough closed trades. Gives false while the prize account does not hold them.
 */
export async function tryFinalizeCompetition(app: AppContext, { id }: CompetitionRow): Promise<boolean> {
  const isDone = await transactionWithEffects(app.db, async (sql, afterCommit) => {
    const row = await lockUnfinalizedCompetition(sql, id)
    if (!row) return true
    const winners = await placeAll(sql, row)
    await lockCompetitionPrizes(sql)
    if (compareDecimals(await competitionPrizeFundBalance(sql), sumCompetitionPrizes(winners.map(({ prize }) => prize))) < 0)
      throw new PrizesShort(id)
    await pay(app, sql, row, winners, afterCommit)
    await sql.query(
      `update competition set final_ms = $2, participants = (select count(*) from competition_entry where competition_id = $1 and rank is not null)
         where id = $1`,
      [id, app.clock.now()],
    )
    return true
  }).catch((error: unknown) => {
    if (!(error instanceof PrizesShort)) throw error
    log.error(error.message)
    return false
  })
  return isDone
}

class PrizesShort extends Error {
  constructor(id: string) {
    super(`the PRIZE account does not hold the prizes of ${id}: they are paid once it does`)
  }
}

async function placeAll(sql: Sql, { id, min_trades, prizes }: CompetitionRow): Promise<Winner[]> {
  const rows = await sql.query<Winner>(
    `with placed as (
       select id, closed_trades, row_number() over (order by equity desc, max_drawdown, joined_ms, id)::int as rank
       from competition_entry where competition_id = $1 and status = -2 and out_reason is null),
     best as (select id, row_number() over (order by rank) as place from placed where closed_trades >= $2),
     ranked as (
       update competition_entry e set rank = placed.rank, prize = ($3::numeric[])[best.place]
       from placed left join best using (id) where e.id = placed.id returning e.id, e.user_id, e.rank, e.prize)
     select * from ranked where prize is not null order by rank`,
    [id, min_trades, prizes],
  )
  return rows
}

async function pay(
  app: AppContext,
  sql: Sql,
  { id: competitionId, name, series }: CompetitionRow,
  winners: readonly Winner[],
  afterCommit: (effect: () => void) => void,
): Promise<void> {
  await lockWallets(
    sql,
    winners.map(({ user_id }) => user_id),
    accountTypes.real,
  )
  const at = app.clock.now()
  for (const { id, user_id, prize, rank } of winners) {
    const amount = q8(prize)
    await post(sql, {
      book: accountTypes.real,
      // Of its own, so that its receipt is of one book.
      refType: 'competitionPrize',
      refId: id,
      remark: name,
      // Besides all else: no entry is ever paid twice.
      requestId: `competition prize ${id}`,
      at,
      legs: [
        { user: user_id, currency, bucket: 'AVAIL', amount, type: balanceRecordType.prize },
        { house: 'PRIZE', currency, amount: negate(amount) },
      ],
    })
    await notifyBalances(app, sql, user_id, accountTypes.real, afterCommit)
    const params = { name, series, prize: asDecimal(add(prize, '0')), rank: String(rank) }
    await writeNotices(
      app,
      sql,
      [
        {
          userId: user_id,
          type: 'task',
          kind: 'competitionPrize',
          params,
          link: competitionLinkOf(competitionId),
          refType: 'competitionPrize',
          refId: id,
        },
      ],
      afterCommit,
    )
  }
}
