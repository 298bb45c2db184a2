import { afterEach, expect, it } from 'vitest'
import { refusal } from './loanFixture.ts'
import { withdrawalFixture } from '../withdrawals/withdrawalFixture.ts'

// What leaves while a loan is open (docs/rules/loans.md, docs/rules/deposits-and-withdrawals.md): everything but what is overdue.

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

it('keeps what is overdue and not a cent more, at the preview and when it is asked for', async () => {
  const world = await withdrawalFixture()
  ends.push(world.end)
  const { person, known, look, apply, withdraw, clock, db } = world
  const ann = await person({ kyc: 2 })
  const accountId = await known(ann)
  // A credit of 1,000 for seven days that ends in a second: 1.40 of interest.
  await db.query(
    `insert into loan (id, order_no, user_id, set_id, kind, currency, amount, days, daily_rate, late_factor, grace_days, purpose, income,
       review_by_ms, created_ms, status, principal_left, start_ms, end_ms, start_day, end_day, interest_from)
     values (1, 'LN1', $1, 'credit-usdt', 1, 'USDT', 1000, 7, 0.0002, 1.5, 3, 'living', 'from500', 1, 1, 3, 1000, 1, $2, '2026-11-14', '2026-11-21',
       '2026-11-14')`,
    [ann.userId, clock.now() + 1000],
  )
  expect(await refusal(look(ann, { accountId, money: '9900' }))).toBe('nothing')
  const { confirmToken } = await look(ann, { accountId, money: '9000' })
  // Though nobody has looked at it yet.
  clock.advance(1000)
  expect(await refusal(apply(ann, { accountId, money: '9000' }, confirmToken))).toBe('overdueHeld')
  await expect(look(ann, { accountId, money: '8998.61' })).rejects.toMatchObject({
    detail: { held: '1001.4', left: '8998.6', currency: 'USDT' },
  })
  // As far as loans go it may leave.
  expect(await refusal(look(ann, { accountId, money: '8998.6' }))).toBe('nothing')
  expect(await refusal(withdraw(ann, { accountId, money: '900' }))).toBe('nothing')
})
