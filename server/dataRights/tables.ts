import type { Sql } from '#db/database.ts'

/** A file of rows: the query gives those of person $1 behind cursor $2, in order, $3 at most, each with its own `cursor`. */
interface Table {
  name: string
  query: string
}

const rowsOf = (name: string, table: string, { owner = 'user_id', columns = 't.*', from = '' } = {}): Table => ({
  name,
  query: `select ${columns}, t.id as cursor from ${table} t ${from} where t.${owner} = $1 and t.id > $2::bigint order by t.id limit $3`,
})

/** Everything of a person that is kept as rows, but for the ledger. */
export const tables: readonly Table[] = [
  rowsOf('orders/contracts.json', 'position'),
  rowsOf('orders/second-contracts.json', 'second_order'),
  rowsOf('orders/options.json', 'option_position'),
  rowsOf('orders/spot.json', 'spot_order'),
  rowsOf('orders/swaps.json', 'swap'),
  rowsOf('orders/earn.json', 'product_order'),
  {
    name: 'orders/earn-incomes.json',
    query: `select i.*, i.order_id || '/' || i.day as cursor from product_income i join product_order o on o.id = i.order_id
      where o.user_id = $1 and (i.order_id, i.day::text) > (split_part($2, '/', 1)::bigint, split_part($2, '/', 2))
      order by i.order_id, i.day::text limit $3`,
  },
  rowsOf('orders/subscriptions.json', 'ieo_order'),
  rowsOf('orders/loans.json', 'loan'),
  rowsOf('orders/loan-repayments.json', '(select r.*, l.user_id from loan_repayment r join loan l on l.id = r.loan_id)'),
  rowsOf('orders/deposits.json', 'deposit'),
  rowsOf('orders/withdrawals.json', 'withdrawal'),
  rowsOf('orders/withdrawal-steps.json', '(select s.*, w.user_id from withdrawal_step s join withdrawal w on w.id = s.withdrawal_id)'),
  rowsOf('orders/competitions.json', 'competition_entry'),
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
  rowsOf('staff-reads/pictures.json', 'upload_read', { owner: 'owner_id' }),
]

/** Of our staff, or of the machine, and no word about the person. */
const hidden = new Set([
  'cursor',
  'approved_by',
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
  'seen_to',
])
const atOnce = 500

/** A row without what is not the person's. Numbers are the exact texts that the database gives. */
export const told = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([name, value]) => !hidden.has(name) && !Buffer.isBuffer(value)))

/** The file of a table, some rows at a time. */
export async function* tableFile(sql: Sql, { query }: Table, userId: string): AsyncGenerator<string> {
  async function* rows(): AsyncGenerator<Record<string, unknown>[]> {
    for (let cursor = '0'; ; ) {
      const found = await sql.query<Record<string, unknown> & { cursor: string }>(query, [userId, cursor, atOnce])
      yield found.map(told)
      const last = found.at(-1)
      if (found.length < atOnce || !last) return
      cursor = last.cursor
    }
  }
  yield* jsonList(rows())
}

/** A JSON list, one thing a line. */
export async function* jsonList(batches: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const batch of batches) {
    if (batch.length === 0) continue
    yield before + batch.map((one) => JSON.stringify(one)).join(',\n')
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}
