import { book } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { recordType } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { lockWallets, post } from '#ledger/ledger.ts'
import { tellBalances } from '#ledger/tellBalances.ts'
import { changeWelfare, lockWelfare } from '#ledger/welfare.ts'
import { add, compare, negate, q8, subtract, zero } from '#rules/decimal.ts'
import type { House } from '../house.ts'
import { type NewNotice, writeNotices } from '../notice.ts'
import { grantCurrency as currency } from './promised.ts'
import type { GrantRow } from './rows.ts'

const atOnce = 100

/** Pays what was promised, oldest first, each once; false when WELFARE does not hold the next: nothing is paid then, and it is tried again. */
export async function payGrants(house: House): Promise<boolean> {
  for (;;) {
    const effects: (() => void)[] = []
    const { paid, isShort } = await house.db.transaction((sql) => {
      effects.length = 0
      return payBatch(house, sql, (effect) => effects.push(effect))
    })
    for (const effect of effects) effect()
    if (isShort) return false
    if (paid < atOnce) return true
  }
}

async function payBatch(house: House, sql: Sql, afterCommit: (effect: () => void) => void): Promise<{ paid: number; isShort: boolean }> {
  const due = await sql.query<GrantRow>(
    'select id, user_id, kind, day, level, amount from welfare_grant where paid_ms is null order by id limit $1 for update skip locked',
    [atOnce],
  )
  if (due.length === 0) return { paid: 0, isShort: false }
  await lockWallets(
    sql,
    due.map(({ user_id }) => user_id),
    book.real,
  )
  const payable = within(due, await lockWelfare(sql, currency))
  const total = payable.reduce<Decimal>((sum, { amount }) => add(sum, amount), zero)
  if (payable.length > 0 && !(await changeWelfare(sql, currency, negate(q8(total))))) throw new Error('WELFARE was locked and lost money')
  for (const grant of payable) await pay(house, sql, grant, afterCommit)
  await sql.query('update welfare_grant set paid_ms = $2 where id = any($1::bigint[])', [payable.map(({ id }) => id), house.clock.now()])
  await writeNotices(house, sql, payable.map(noticeOf), afterCommit)
  return { paid: payable.length, isShort: payable.length < due.length }
}

/** The first of them that the money reaches for. */
function within(due: readonly GrantRow[], money: Decimal): GrantRow[] {
  let left: Decimal = money
  const end = due.findIndex(({ amount }) => {
    if (compare(left, amount) < 0) return true
    left = subtract(left, amount)
    return false
  })
  return end === -1 ? [...due] : due.slice(0, end)
}

async function pay(house: House, sql: Sql, grant: GrantRow, afterCommit: (effect: () => void) => void): Promise<void> {
  const { id, user_id: user, kind, day, level, amount } = grant
  const type = kind === 'envelope' ? recordType.envelope : recordType.levelBonus
  await post(sql, {
    book: book.real,
    refType: kind,
    refId: id,
    remark: `${day} VIP ${level}`,
    // Besides all else: nothing is ever paid twice.
    requestId: `welfare ${id}`,
    at: house.clock.now(),
    legs: [
      { user, currency, bucket: 'AVAIL', amount: q8(amount), type },
      { house: 'WELFARE', currency, amount: negate(q8(amount)) },
    ],
  })
  await tellBalances(house, sql, user, book.real, afterCommit)
}

const noticeOf = ({ id, user_id, kind, day, level, amount }: GrantRow): NewNotice => ({
  userId: user_id,
  type: 'task',
  kind,
  params: { amount: add(amount, '0'), level: String(level), day },
  link: kind === 'envelope' ? '/fuliCenter' : '/vipLevel',
  refType: kind,
  refId: id,
})
