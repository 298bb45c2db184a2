import type { Sql } from '#db/database.ts'
import { checkCustody } from './custody.ts'
import { systemAccountsFromCheckpointSql, systemAccountInvariantQueries, productOrderInvariantQueries } from './accountInvariants.ts'
import { chainInvariantQueryWithinRange, legInvariantQueries, chainInvariantQueryOfNewLegs } from './legInvariants.ts'
import {
  depositInvariantQueries,
  postingInvariantQueries,
  prizeInvariantQueries,
  teamIncomeInvariantQueries,
  voucherInvariantQueries,
  welfareGrantInvariantQueries,
  withdrawalInvariantQueries,
} from './postingInvariants.ts'
import { runLedgerCheckQuery, inKeyRangeSql, type KeyRange, type LedgerInvariantQuery, type LedgerViolation } from './invariantQuery.ts'
import { balanceInvariantQuery, walletInvariantQueries } from './walletInvariants.ts'

/** How a piece of a check finds what there is to read, from night to night. */
type PieceReading =
  /** What came since it was read last. */
  | 'new'
  /** What was read before, once more: a part each night, from the first again after the last. */
  | 'again'
  /** Everything there is, so much each night. */
  | 'round'
  /** All at once. */
  | 'whole'

/** One part of a check of the ledger, which stands for itself: another goes on when it fails. */
export interface LedgerCheckPiece {
  name: string
  reading: PieceReading
  /** How many keys are read in one transaction, at first. */
  size: number
  /** SQL for the keys that there are, with gaps and in order; a whole piece has none. */
  keys?(range: KeyRange, limit: number): string
  /** The table whose newest id is the last new key. */
  newestOf?: 'posting' | 'leg'
  /** What of those keys is broken. Runs in one transaction, which also writes down how far it came. */
  check(sql: Sql, range: KeyRange, size: number): Promise<LedgerViolation[]>
}

const mostViolations = 100

async function ask(sql: Sql, invariant: LedgerViolation['invariant'], text: string): Promise<LedgerViolation[]> {
  const rows = await runLedgerCheckQuery<{ detail: string }>(sql, `${text} limit ${mostViolations}`)
  return rows.map(({ detail }) => ({ invariant, detail }))
}

async function askAll(sql: Sql, questions: readonly LedgerInvariantQuery[], range: KeyRange): Promise<LedgerViolation[]> {
  const found: LedgerViolation[] = []
  for (const { invariant, text } of questions) found.push(...(await ask(sql, invariant, text(range))))
  return found
}

const idsOf =
  (table: string, column = 'id') =>
  (range: KeyRange, limit: number): string =>
    `select ${column} as key from ${table} where ${inKeyRangeSql(column, range)} order by ${column} limit ${limit}`

/** Whoever has a balance now, or had one when their legs were read. */
const walletKeys = (range: KeyRange, limit: number): string => {
  const first = (table: string): string =>
    `(select distinct user_id as key from ${table} where ${inKeyRangeSql('user_id', range)} order by user_id limit ${limit})`
  return `select key from (${first('balance')} union ${first('ledger_checked_balance')}) k order by key limit ${limit}`
}

/** Keeps what these legs leave, so that the next ones go on from there. */
async function keepSums(sql: Sql, { after, upTo }: KeyRange): Promise<void> {
  await sql.query(
    `insert into ledger_checked_balance (user_id, book, currency, bucket, amount)
     select distinct on (user_id, book, currency, bucket) user_id, book, currency, bucket, balance_after
     from leg where id > $1 and id <= $2 and user_id is not null order by user_id, book, currency, bucket, id desc
     on conflict (user_id, book, currency, bucket) do update set amount = excluded.amount`,
    [after, upTo],
  )
  await sql.query(
    `insert into ledger_checked_house as h (book, bucket, currency, amount)
     select book, bucket, currency, sum(amount) from leg where id > $1 and id <= $2 and user_id is null group by 1, 2, 3
     on conflict (book, bucket, currency) do update set amount = h.amount + excluded.amount`,
    [after, upTo],
  )
}

const round = (name: string, table: string, size: number, questions: readonly LedgerInvariantQuery[]): LedgerCheckPiece => ({
  name,
  reading: 'round',
  size,
  keys: idsOf(table),
  check: (sql, range) => askAll(sql, questions, range),
})

/** In the order in which they are read: legs before what stands on their sums. */
export const ledgerCheckPieces: readonly LedgerCheckPiece[] = [
  {
    name: 'postings',
    reading: 'new',
    newestOf: 'posting',
    size: 5_000,
    keys: idsOf('posting'),
    check: (sql, range) => askAll(sql, postingInvariantQueries, range),
  },
  {
    name: 'legs',
    reading: 'new',
    newestOf: 'leg',
    size: 10_000,
    keys: idsOf('leg'),
    check: async (sql, range) => {
      const found = await askAll(sql, [...legInvariantQueries, chainInvariantQueryOfNewLegs], range)
      await keepSums(sql, range)
      return found
    },
  },
  {
    name: 'wallets',
    reading: 'round',
    size: 1_000,
    keys: walletKeys,
    check: (sql, range) => askAll(sql, [...walletInvariantQueries, balanceInvariantQuery], range),
  },
  // Everybody's balances, in a snapshot of their own: the size is how many people are added up at once.
  { name: 'custody', reading: 'whole', size: 10_000, check: (sql, _, size) => checkCustody(sql, size) },
  ...systemAccountInvariantQueries.map(
    ({ name, invariant, text }): LedgerCheckPiece => ({
      name,
      reading: 'whole',
      size: 1,
      check: (sql) => ask(sql, invariant, text(systemAccountsFromCheckpointSql)),
    }),
  ),
  round('productOrders', 'product_order', 1_000, productOrderInvariantQueries),
  round('welfareGrants', 'welfare_grant', 2_000, welfareGrantInvariantQueries),
  round('teamIncomes', 'team_income', 2_000, teamIncomeInvariantQueries),
  round('vouchers', 'voucher', 2_000, voucherInvariantQueries),
  round('prizes', 'competition_entry', 2_000, prizeInvariantQueries),
  round('deposits', 'deposit', 2_000, depositInvariantQueries),
  round('withdrawals', 'withdrawal', 2_000, withdrawalInvariantQueries),
  {
    name: 'postingsAgain',
    reading: 'again',
    newestOf: 'posting',
    size: 5_000,
    keys: idsOf('posting'),
    check: (sql, range) => askAll(sql, postingInvariantQueries, range),
  },
  {
    name: 'legsAgain',
    reading: 'again',
    newestOf: 'leg',
    size: 10_000,
    keys: idsOf('leg'),
    check: (sql, range) => askAll(sql, [...legInvariantQueries, chainInvariantQueryWithinRange], range),
  },
]
