import { book } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { recordType } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { lockWallets, post } from '#ledger/ledger.ts'
import { tellBalances } from '#ledger/tellBalances.ts'
import { add, compare, negate, q8, zero } from '#rules/decimal.ts'
import type { House } from '../house.ts'
import type { Liabilities } from '../liabilities.ts'
import { writeNotices } from '../notice.ts'
import { linkOf } from './link.ts'
import type { CompetitionRow } from './rows.ts'
import { lockCompetition } from './store.ts'

/** Prizes are paid one competition after the other, so that two cannot spend the same money. */
const prizeLock = [60, 2] as const
export const prizeCurrency = 'USDT'
const currency = prizeCurrency

export const lockPrizes = (sql: Sql) => sql.query('select pg_advisory_xact_lock($1, $2)', [...prizeLock])

/** What lies in the PRIZE account; exact with the prizes locked. */
export async function prizeMoney(sql: Sql): Promise<Decimal> {
  const [row] = await sql.query<{ amount: Decimal }>(
    `select coalesce(sum(amount), 0) as amount from leg where user_id is null and bucket = 'PRIZE' and book = $1 and currency = $2`,
    [book.real, currency],
  )
  return row?.amount ?? zero
}

/** What competitions whose table does not stand yet can come to. */
export async function promisedPrizes(sql: Sql): Promise<Decimal> {
  const rows = await sql.query<{ prizes: Decimal[] }>('select prizes from competition where final_ms is null')
  return sumOf(rows.flatMap(({ prizes }) => prizes))
}

/** What PRIZE must be enough for. */
export const prizeLiabilities: Liabilities = async (sql) => [{ account: 'PRIZE', currency, amount: await promisedPrizes(sql) }]

export const sumOf = (prizes: readonly Decimal[]): Decimal => q8(prizes.reduce<Decimal>((sum, prize) => add(sum, prize), zero))

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
export async function finish(house: House, { id }: CompetitionRow): Promise<boolean> {
  const effects: (() => void)[] = []
  const isDone = await house.db
    .transaction(async (sql) => {
      effects.length = 0
      const row = await lockCompetition(sql, id)
      if (!row) return true
      const winners = await placeAll(sql, row)
      await lockPrizes(sql)
      if (compare(await prizeMoney(sql), sumOf(winners.map(({ prize }) => prize))) < 0) throw new PrizesShort(id)
      await pay(house, sql, row, winners, (effect) => effects.push(effect))
      await sql.query(
        `update competition set final_ms = $2, participants = (select count(*) from competition_entry where competition_id = $1 and rank is not null)
         where id = $1`,
        [id, house.clock.now()],
      )
      return true
    })
    .catch((error: unknown) => {
      if (!(error instanceof PrizesShort)) throw error
      console.error(error.message)
      return false
    })
  for (const effect of effects) effect()
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
  house: House,
  sql: Sql,
  { id: competitionId, name, series }: CompetitionRow,
  winners: readonly Winner[],
  afterCommit: (effect: () => void) => void,
): Promise<void> {
  await lockWallets(
    sql,
    winners.map(({ user_id }) => user_id),
    book.real,
  )
  const at = house.clock.now()
  for (const { id, user_id, prize, rank } of winners) {
    const amount = q8(prize)
    await post(sql, {
      book: book.real,
      // Of its own, so that its receipt is of one book.
      refType: 'competitionPrize',
      refId: id,
      remark: name,
      // Besides all else: no entry is ever paid twice.
      requestId: `competition prize ${id}`,
      at,
      legs: [
        { user: user_id, currency, bucket: 'AVAIL', amount, type: recordType.prize },
        { house: 'PRIZE', currency, amount: negate(amount) },
      ],
    })
    await tellBalances(house, sql, user_id, book.real, afterCommit)
    const params = { name, series, prize: asDecimal(add(prize, '0')), rank: String(rank) }
    await writeNotices(
      house,
      sql,
      [
        {
          userId: user_id,
          type: 'task',
          kind: 'competitionPrize',
          params,
          link: linkOf(competitionId),
          refType: 'competitionPrize',
          refId: id,
        },
      ],
      afterCommit,
    )
  }
}
