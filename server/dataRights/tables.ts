import { accountTypes } from '#contract/constants.ts'
import type { Sql } from '#db/database.ts'

/** A file of rows: each query gives those of person $1 behind cursor $2, in order, $3 at most, each with its own `cursor`. */
interface Table {
  name: string
  queries: readonly string[]
}

const rowsOf = (name: string, table: string, { owner = 'user_id', columns = 't.*', also = '' } = {}): Table => ({
  name,
  queries: [`select ${columns}, t.id as cursor from ${table} t where t.${owner} = $1 ${also} and t.id > $2::bigint order by t.id limit $3`],
})

/** Of orders: book by book, as their indexes are. */
const ordersOf = (name: string, table: string): Table => ({
  name,
  queries: Object.values(accountTypes).flatMap((number) => rowsOf(name, table, { also: `and t.account_type = ${number}` }).queries),
})

/** Everything of a person that is kept as rows, but for the ledger. */
export const exportedTables: readonly Table[] = [
  ordersOf('orders/contracts.json', 'position'),
  {
    name: 'orders/contract-charges.json',
    queries: Object.values(accountTypes).map(
      (number) => `select c.*, c.at_ms || '/' || c.position_id || '/' || c.due_sec as cursor from holding_charge c
        where c.user_id = $1 and c.account_type = ${number} and (c.at_ms, c.position_id, c.due_sec) > (split_part($2, '/', 1)::bigint,
          coalesce(nullif(split_part($2, '/', 2), '')::bigint, 0), coalesce(nullif(split_part($2, '/', 3), '')::bigint, 0))
        order by c.at_ms, c.position_id, c.due_sec limit $3`,
    ),
  },
  ordersOf('orders/second-contracts.json', 'second_order'),
  ordersOf('orders/options.json', 'option_position'),
  ordersOf('orders/spot.json', 'spot_order'),
  ordersOf('orders/swaps.json', 'swap'),
  ordersOf('orders/earn.json', 'product_order'),
  {
    name: 'orders/earn-incomes.json',
    queries: [
      `select i.*, i.order_id || '/' || i.day as cursor from product_income i join product_order o on o.id = i.order_id
       where o.user_id = $1 and (i.order_id, i.day::text) > (split_part($2, '/', 1)::bigint, split_part($2, '/', 2))
       order by i.order_id, i.day::text limit $3`,
    ],
  },
  rowsOf('orders/subscriptions.json', 'ieo_order'),
  rowsOf('orders/loans.json', 'loan'),
  rowsOf('orders/loan-repayments.json', '(select r.*, l.user_id from loan_repayment r join loan l on l.id = r.loan_id)'),
  rowsOf('orders/deposits.json', 'deposit'),
  // Who of our staff entered and agreed stays with us.
  rowsOf('orders/bank-lines.json', 'bank_line', {
    columns: 't.id, t.deposit_id, t.currency, t.amount, t.bank_reference, t.value_day, t.sender, t.entered_ms, t.status, t.decided_ms',
  }),
  rowsOf('orders/withdrawals.json', 'withdrawal'),
  rowsOf('orders/withdrawal-steps.json', '(select s.*, w.user_id from withdrawal_step s join withdrawal w on w.id = s.withdrawal_id)'),
  rowsOf('orders/competitions.json', 'competition_entry'),
  rowsOf('orders/corrections.json', 'adjustment'),
  rowsOf('messages/notices.json', 'inbox_notice'),
  rowsOf('messages/tickets.json', 'support_ticket'),
  rowsOf('messages/ticket-messages.json', '(select m.*, t.user_id from support_message m join support_ticket t on t.id = m.ticket_id)'),
  rowsOf('sessions/sessions.json', 'session', {
    owner: 'account_id',
    columns: 't.id, t.device, t.ip, t.created_ms, t.active_ms, t.expires_ms, t.ended_ms',
  }),
  rowsOf('sessions/sign-ins.json', 'sign_in', {
    owner: 'account_id',
    columns: 't.id, t.session_id, t.way, t.ok, t.device, t.ip, t.at_ms, t.disowned_ms',
  }),
  rowsOf('staff-reads/cases.json', 'staff_access'),
  rowsOf('staff-reads/pictures.json', 'upload_read', {
    owner: 'owner_id',
    // The reader is a role and a number of our staff.
    columns: `t.id, t.upload_id, t.owner_id, t.biz, split_part(t.reader, ' ', 1) as role, t.at_ms`,
  }),
  rowsOf('rewards/level-changes.json', 'level_change'),
  rowsOf('rewards/grants.json', 'welfare_grant'),
  rowsOf('rewards/team-incomes.json', 'team_income', { owner: 'inviter_id' }),
  rowsOf('rewards/vouchers.json', 'voucher'),
]

/** Of our staff, or of the machine, and no word about the person. */
const hidden = new Set([
  'cursor',
  'approved_by',
  'proposed_by',
  'decided_by',
  'taken_by',
  'out_note',
  'staff_id',
  'reviewer',
  'raw_tx',
  'nonce',
  'payer',
  'payer_address',
  'program_due_ms',
  'fingerprint',
  'path_index',
  'seen_to',
])
// Few, so that the prices in between do not wait for them.
const atOnce = 250

/** A row without what is not the person's. Numbers are the exact texts that the database gives. */
export const toExportedRow = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([name, value]) => !hidden.has(name) && !Buffer.isBuffer(value)))

/** The file of a table, some rows at a time. */
export async function* streamExportedTable(sql: Sql, { queries }: Table, userId: string): AsyncGenerator<string> {
  async function* rows(): AsyncGenerator<Record<string, unknown>[]> {
    for (const query of queries) yield* rowsFrom(sql, query, userId)
  }
  yield* streamJsonList(rows())
}

async function* rowsFrom(sql: Sql, query: string, userId: string): AsyncGenerator<Record<string, unknown>[]> {
  for (let cursor = '0'; ; ) {
    const found = await sql.query<Record<string, unknown> & { cursor: string }>(query, [userId, cursor, atOnce])
    yield found.map(toExportedRow)
    const last = found.at(-1)
    if (found.length < atOnce || !last) return
    cursor = last.cursor
  }
}

/** A JSON list, one thing a line. */
export async function* streamJsonList(batches: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const batch of batches) {
    if (batch.length === 0) continue
    yield before + batch.map((row) => JSON.stringify(row)).join(',\n')
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}
