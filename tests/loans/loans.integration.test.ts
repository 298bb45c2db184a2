import { afterEach, describe, expect, it } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { post } from '#ledger/ledger.ts'
import { tryAdjustLoanPoolRow } from '#ledger/loanPool.ts'
import { startSandboxReviewer } from '#server/operator/sandboxReviewer.ts'
import { assertWithdrawalLeavesOverdueDebt } from '#server/withdrawals/overdue.ts'
import { dayMs, loanFixture, refusal } from './loanFixture.ts'
import { second } from '../secondContracts/secondContractFixture.ts'

// Credits (docs/rules/loans.md; vector L1). The clock starts at 2026-11-21 00:00:00 on the wire.

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function world(over: Parameters<typeof loanFixture>[0] = {}) {
  const made = await loanFixture(over)
  ends.push(made.end)
  return made
}

describe('a credit', () => {
  it('is shown with its APR first, applied for, looked at, granted, paid out and repaid (L1)', async () => {
    const { person, lookCredit, creditAsk, applyCredit, work, approve, order, give, at, repay, held, pool, db, records, notices } =
      await world()
    const ann = await person()
    const shown = await lookCredit(ann, creditAsk('1000'))
    expect(shown.lines.map(({ key, value }) => `${key} ${value}`)).toEqual([
      'apr 0.1095',
      'dailyRate 0.0003',
      'totalInterest 9.00000000',
      'lateRate 0.00045',
      'toRepay 1009.00000000',
      'graceDays 3',
    ])
    expect(shown).toMatchObject({ fees: [], youGet: '1000.00000000', youPay: '0.00000000', worstLoss: { amount: '1000.00000000' } })
    const asked = await applyCredit(ann, creditAsk('1000'))
    expect(asked).toMatchObject({ status: 0, kind: 1, amount: '1000.00000000', outstanding: '0.00000000', startTime: null, endTime: null })
    expect(asked.orderNo).toMatch(/^LN/)
    expect(asked.reviewBy).toBe(asked.createTime + dayMs)
    await work()
    expect((await order(ann, asked.id)).status).toBe(1)
    expect(await held(ann)).toBe('0')
    await approve(asked.id)
    const paid = await order(ann, asked.id)
    expect(paid).toMatchObject({ status: 3, principalLeft: '1000.00000000', accruedInterest: '0.30000000', totalInterest: '9.00000000' })
    expect(paid.endTime).toBe((paid.startTime ?? 0) + 30 * dayMs)
    expect(await held(ann)).toBe('1000.00000000')
    expect(await pool()).toEqual(['1999000.00000000'])
    expect(await notices(ann)).toEqual(['loanPaidOut'])

    await at('2026-12-03 00:00:00')
    expect(await order(ann, asked.id)).toMatchObject({ status: 3, accruedInterest: '3.60000000', outstanding: '1003.60000000' })
    expect(await refusal(repay(ann, asked.id))).toBe('insufficientBalance')
    await give(ann, 'USDT', '50')
    const over = await repay(ann, asked.id)
    expect(over).toMatchObject({ status: 4, outstanding: '0.00000000', principalLeft: '0.00000000' })
    expect(over.repayments).toMatchObject([{ principal: '1000.00000000', interest: '3.60000000', lateInterest: '0.00000000', how: 'own' }])
    expect(await held(ann)).toBe('46.40000000')
    expect(await pool()).toEqual(['2000000.00000000'])
    expect((await records(ann)).slice(-2)).toEqual(['26 -1000.00000000 USDT → 50.00000000', '27 -3.60000000 USDT → 46.40000000'])
    expect(await refusal(repay(ann, asked.id))).toBe('stateConflict')
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('is repaid in parts: interest first, and what is left runs on', async () => {
    const { person, credit, give, at, repay, order, held, db } = await world()
    const ann = await person()
    await give(ann, 'USDT', '100')
    const { id } = await credit(ann, '1000')
    expect(await repay(ann, id, '500.3')).toMatchObject({ status: 3, principalLeft: '500.00000000', accruedInterest: '0.00000000' })
    await at('2026-11-22 00:00:00')
    expect((await order(ann, id)).accruedInterest).toBe('0.00000000')
    await at('2026-12-21 00:00:00')
    // 29 days on 500: the first was paid for whole.
    expect((await order(ann, id)).accruedInterest).toBe('4.35000000')
    const over = await repay(ann, id, '99999')
    expect(over).toMatchObject({ status: 4 })
    expect(over.repayments).toHaveLength(2)
    expect(await held(ann)).toBe('95.35000000')
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('is given back within 24 hours without interest, and not a second later', async () => {
    const { person, credit, at, giveBack, held, pool, repay, db, give } = await world()
    const [ann, bob] = [await person(), await person()]
    const [first, second] = [await credit(ann, '1000'), await credit(bob, '1000')]
    await give(ann, 'USDT', '1')
    await repay(ann, first.id, '100.3')
    await at('2026-11-21 23:59:59')
    const back = await giveBack(ann, first.id)
    expect(back).toMatchObject({ status: 4, returnUntil: null })
    expect(back.repayments.at(-1)).toMatchObject({ principal: '900.00000000', interest: '-0.30000000', how: 'returned' })
    expect(await held(ann)).toBe('1.00000000')
    expect(await pool()).toEqual(['1999000.00000000'])
    await at('2026-11-22 00:00:00')
    expect(await refusal(giveBack(bob, second.id))).toBe('stateConflict')
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('is cancelled until it is paid out, and rejected only for what holds', async () => {
    const { person, applyCredit, creditAsk, cancel, reject, credit, order, work, notices } = await world()
    const ann = await person()
    const { id } = await applyCredit(ann, creditAsk('300'))
    expect(await cancel(ann, id)).toMatchObject({ status: -2 })
    expect(await refusal(cancel(ann, id))).toBe('notCancellable')
    const again = await applyCredit(ann, creditAsk('300'))
    await work()
    expect(await refusal(reject(again.id, 'limit_exceeded'))).toBe('validation')
    expect(await refusal(reject(again.id, 'overdue_before'))).toBe('validation')
    expect(await refusal(reject(again.id, 'pay_first'))).toBe('validation')
    await reject(again.id, 'income_not_enough')
    expect(await order(ann, again.id)).toMatchObject({ status: -1, reason: 'income_not_enough', reviewBy: null })
    expect(await notices(ann)).toEqual(['loanRejected'])
    expect(await refusal(reject(again.id, 'income_not_enough'))).toBe('stateConflict')
    expect(await refusal(cancel(ann, (await credit(ann, '300')).id))).toBe('notCancellable')
  })

  it('is turned down by itself when papers ended or the limit shrank since', async () => {
    const { person, applyCredit, creditAsk, db, work, order } = await world()
    const [ann, bob] = [await person(), await person()]
    const [first, second] = [await applyCredit(ann, creditAsk('300')), await applyCredit(bob, creditAsk('3000'))]
    await db.query('update account set kyc_closes_ms = 1 where id = $1', [ann.userId])
    await db.query('update account set kyc_level = 1 where id = $1', [bob.userId])
    await work()
    expect((await order(ann, first.id)).reason).toBe('documents_expired')
    expect((await order(bob, second.id)).reason).toBe('limit_exceeded')
  })

  it('waits as passed while the pool is short, and is paid out once it is not', async () => {
    const { person, applyCredit, creditAsk, approve, order, work, cancel, give, db, held } = await world()
    const [ann, bob] = [await person(), await person()]
    const [first, second] = [await applyCredit(ann, creditAsk('300')), await applyCredit(bob, creditAsk('300'))]
    await setPool(db, '100')
    await approve(first.id)
    await approve(second.id)
    await work()
    expect((await order(ann, first.id)).status).toBe(2)
    expect(await cancel(bob, second.id)).toMatchObject({ status: -2 })
    await setPool(db, '300')
    await Promise.all([work(), work()])
    expect((await order(ann, first.id)).status).toBe(3)
    expect(await held(ann)).toBe('300.00000000')
    await give(ann, 'USDT', '1')
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('is decided by the sandbox within seconds, and an amount ending in 404 shows a rejection', async () => {
    const { person, applyCredit, creditAsk, order, app, review, clock } = await world()
    const [ann, bob] = [await person(), await person()]
    const [first, second] = [await applyCredit(ann, creditAsk('300')), await applyCredit(bob, creditAsk('300.404'))]
    const reviewer = startSandboxReviewer(app, [review])
    ends.push(reviewer.stop)
    clock.advance(8_000)
    await reviewer.step()
    expect((await order(ann, first.id)).status).toBe(3)
    expect(await order(bob, second.id)).toMatchObject({ status: -1, reason: 'income_not_enough' })
  })
})

/** What the house can lend from now on. */
async function setPool(db: Awaited<ReturnType<typeof loanFixture>>['db'], amount: string): Promise<void> {
  await db.transaction(async (sql) => {
    const [row] = await sql.query<{ by: string }>('select $1::numeric - amount as by from loan_pool', [amount])
    const by = asDecimal(row?.by ?? '0')
    const against = asDecimal(by.startsWith('-') ? by.slice(1) : `-${by}`)
    const legs = [
      { house: 'LOAN_POOL', currency: 'USDT', amount: by },
      { house: 'CAPITAL', currency: 'USDT', amount: against },
    ] as const
    await post(sql, { book: 1, refType: 'capital', refId: 'test', at: 1 as never, legs })
    await tryAdjustLoanPoolRow(sql, 'USDT', by)
  })
}

describe('what is overdue', () => {
  it('costs nothing for three days, then 0.45 a day (L1); three notices come before the balance is asked', async () => {
    const { person, credit, at, order, spend, give, held, notices, account, db, repay } = await world()
    const ann = await person()
    const { id } = await credit(ann, '1000')
    await spend(ann, 'USDT', '1000')
    await at('2026-12-18 00:00:00')
    await at('2026-12-20 12:00:00')
    expect(await notices(ann)).toEqual(['loanPaidOut', 'loanDueSoon', 'loanDueSoon'])
    await at('2026-12-21 00:00:00')
    expect(await order(ann, id)).toMatchObject({ status: 5, overdueDays: 0, outstanding: '1009.00000000' })
    await give(ann, 'USDT', '500')
    for (const day of [22, 23, 24]) {
      await at(`2026-12-${day} 00:00:00`)
      await at(`2026-12-${day} 00:01:00`)
      expect((await order(ann, id)).outstanding).toBe('1009.00000000')
      expect(await held(ann)).toBe('500.00000000')
    }
    expect((await notices(ann)).filter((kind) => kind === 'loanOverdue')).toHaveLength(3)
    await at('2026-12-25 00:00:00')
    expect(await held(ann)).toBe('0.00000000')
    const part = await order(ann, id)
    // 0.45 late and 9.00 interest, then principal.
    expect(part.repayments).toMatchObject([
      { lateInterest: '0.45000000', interest: '9.00000000', principal: '490.55000000', how: 'debited' },
    ])
    expect(part).toMatchObject({ status: 5, principalLeft: '509.45000000', overdueDays: 4 })
    expect(await account(ann)).toMatchObject({ canApply: false, why: 'overdue', overdue: '509.45000000', outstanding: '509.45000000' })
    await give(ann, 'USDT', '10000')
    await at('2026-12-25 00:02:00')
    expect(await held(ann)).toBe('10000.00000000')
    await at('2026-12-26 00:00:00')
    expect(await order(ann, id)).toMatchObject({ status: 4 })
    // One more late day on 509.45.
    expect(await held(ann)).toBe('9490.32074750')
    expect(await refusal(repay(ann, id))).toBe('stateConflict')
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('is 2.25000000 after five late days (L1)', async () => {
    const { person, credit, at, order, spend } = await world()
    const ann = await person()
    const { id } = await credit(ann, '1000')
    await spend(ann, 'USDT', '1000')
    await at('2026-12-29 00:00:00')
    expect(await order(ann, id)).toMatchObject({ lateInterest: '2.25000000', accruedInterest: '9.00000000', outstanding: '1011.25000000' })
  })

  it('is notified three times on three days even when nobody was there for three days', async () => {
    const { person, credit, at, held, notices, order } = await world()
    const ann = await person()
    const { id } = await credit(ann, '1000')
    await at('2026-12-20 00:00:00')
    // Silence over the end, the grace and the first late days.
    await at('2026-12-26 09:00:00')
    await at('2026-12-26 09:00:05')
    expect(await order(ann, id)).toMatchObject({ status: 5, overdueDays: 5, lateInterest: '0.90000000' })
    expect((await notices(ann)).filter((kind) => kind === 'loanOverdue')).toHaveLength(1)
    await at('2026-12-27 00:00:00')
    await at('2026-12-28 00:00:00')
    expect(await held(ann)).toBe('1000.00000000')
    expect((await notices(ann)).filter((kind) => kind === 'loanOverdue')).toHaveLength(3)
    await at('2026-12-29 00:00:00')
    expect(await held(ann)).toBe('0.00000000')
    expect((await order(ann, id)).principalLeft).toBe('11.25000000')
  })

  it('counts a leap day and the turn of a year', async () => {
    const { person, credit, at, order, clock } = await world()
    clock.set(Date.parse('2027-12-30T02:00:00Z'))
    const ann = await person()
    const { id } = await credit(ann, '1000', 90)
    await at('2028-03-01 09:59:59')
    // 31 January, 29 February and two days of December.
    expect((await order(ann, id)).accruedInterest).toBe('24.80000000')
    expect((await order(ann, id)).endTime).toBe(Date.parse('2028-03-29T02:00:00Z'))
  })

  it('holds back what is overdue from withdrawals, and nothing else', async () => {
    const { person, credit, at, give, app, db, assets } = await world()
    const ann = await person({ coins: { BTC: '0.01' } })
    await credit(ann, '1000')
    await give(ann, 'USDT', '500')
    const leave = (currency: string, money: string) => assertWithdrawalLeavesOverdueDebt(app, db, ann.userId, currency, asDecimal(money))
    expect(await refusal(leave('USDT', '1500'))).toBe('nothing')
    await at('2026-12-21 00:00:00')
    // 1,500 USDT and 0.01 BTC at 90,000 are 2,400; 1,009 of it stay.
    expect(await refusal(leave('USDT', '1391'))).toBe('nothing')
    expect(await refusal(leave('USDT', '1391.1'))).toBe('overdueHeld')
    expect(await refusal(leave('BTC', '0.01'))).toBe('nothing')
    expect(await assets(ann)).toMatchObject({ totalDebt: '1009.00000000', net: '1391.00000000' })
  })
})

describe('limits', () => {
  it('grow with verification and level, and one application waits at a time', async () => {
    const { person, account, lookCredit, creditAsk, applyCredit, approve, db } = await world()
    const [none, basic, advanced] = [await person({ kyc: 0 }), await person({ kyc: 1 }), await person()]
    expect(await account(none)).toMatchObject({ creditLimit: '0.00000000', why: 'kyc', nextLimitBy: 'kyc1', nextLimit: '500.00000000' })
    expect(await account(basic)).toMatchObject({ creditLimit: '500.00000000', canApply: true, why: null, nextLimitBy: 'kyc2' })
    await db.query('update account set level = 2 where id = $1', [advanced.userId])
    expect(await account(advanced)).toMatchObject({ creditLimit: '5500.00000000', nextLimitBy: null, nextLimit: null })
    expect(await refusal(lookCredit(none, creditAsk('100')))).toBe('kycRequired')
    expect(await refusal(lookCredit(basic, creditAsk('500.01')))).toBe('loanLimit')
    const { id } = await applyCredit(basic, creditAsk('450'))
    expect(await account(basic)).toMatchObject({ creditUsed: '450.00000000', canApply: false, why: 'pending' })
    expect(await refusal(lookCredit(basic, creditAsk('100')))).toBe('alreadyApplied')
    await approve(id)
    expect(await account(basic)).toMatchObject({
      creditLeft: '50.00000000',
      why: 'limitUsed',
      nextDue: { amount: '454.05000000', orderId: id },
    })
    expect(await refusal(lookCredit(basic, creditAsk('100')))).toBe('loanLimit')
  })

  it('refuse what is not offered, and what was not shown', async () => {
    const { person, lookCredit, creditAsk, applyCredit, ask, calls, clock, at, credit } = await world()
    const [ann, bob] = [await person(), await person()]
    expect(await refusal(lookCredit(ann, creditAsk('99')))).toBe('belowMin')
    expect(await refusal(lookCredit(ann, creditAsk('5001')))).toBe('aboveMax')
    expect(await refusal(lookCredit(ann, creditAsk('100.000000001')))).toBe('validation')
    expect(await refusal(lookCredit(ann, creditAsk('100', 8)))).toBe('termInvalid')
    expect(await refusal(lookCredit(ann, { ...creditAsk('100'), setId: 'pledge-usdt' }))).toBe('notFound')
    const apply = (who: typeof ann, amount: string, confirmToken?: string) =>
      refusal(ask(who, (context) => calls.applyForCredit({ ...creditAsk(amount), confirmToken }, context)))
    const { confirmToken } = await lookCredit(ann, creditAsk('100'))
    expect(await apply(ann, '100')).toBe('confirmRequired')
    expect(await apply(ann, '101', confirmToken)).toBe('confirmRequired')
    expect(await apply(bob, '100', confirmToken)).toBe('confirmRequired')
    clock.advance(600_000)
    expect(await apply(ann, '100', confirmToken)).toBe('confirmRequired')
    await applyCredit(ann, creditAsk('100'))
    await credit(bob, '100', 7)
    await at('2026-11-29 00:00:00')
    expect(await refusal(lookCredit(bob, creditAsk('100')))).toBe('hasOverdue')
  })

  it('does not lend where loans are off, nor to who takes a break', async () => {
    const { person, lookCredit, creditAsk, account, db, clock } = await world()
    const far = await loanFixture({ env: 'production' })
    ends.push(far.end)
    const eve = await far.person({ country: 'DE' })
    expect(await refusal(far.lookCredit(eve, far.creditAsk('100')))).toBe('region')
    expect(await far.account(eve)).toMatchObject({ canApply: false, why: 'region' })
    const ann = await person()
    await db.query(`insert into trading_break (user_id, kind, scope, from_ms, until_ms) values ($1, 'timeout', 'all', $2, $3)`, [
      ann.userId,
      clock.now(),
      clock.now() + dayMs,
    ])
    expect(await refusal(lookCredit(ann, creditAsk('100')))).toBe('selfExcluded')
    expect((await account(ann)).why).toBe('selfExcluded')
  })

  it('keeps leverage at two and second contracts out of REAL while a credit is open, and only then', async () => {
    const { person, credit, preview, previewSecond, repay, give, price } = await world()
    await price({ BTCUSDT: '60000' })
    const ann = await person({ real: '10000' })
    const contract = (lever: number, accountType = 1) =>
      preview(ann, {
        accountType,
        posType: 2,
        symbol: 'BTCUSDT',
        direction: 1,
        orderType: 1,
        slippageBps: 50,
        money: asDecimal('100'),
        lever,
      })
    expect(await refusal(contract(5))).toBe('nothing')
    const { id } = await credit(ann, '1000')
    await price({})
    expect(await refusal(contract(3))).toBe('leverageCap')
    expect(await refusal(contract(2))).toBe('nothing')
    expect(await refusal(contract(5, 2))).toBe('nothing')
    expect(await refusal(previewSecond(ann, second({ accountType: 1 })))).toBe('creditOpen')
    expect(await refusal(previewSecond(ann, second({ accountType: 2 })))).toBe('nothing')
    await give(ann, 'USDT', '10')
    await repay(ann, id)
    expect(await refusal(contract(5))).toBe('nothing')
    expect(await refusal(previewSecond(ann, second({ accountType: 1 })))).toBe('nothing')
  })
})

it('keeps B away from what is A’s', async () => {
  const { person, credit, order, repay, addCollateral, giveBack, cancel, orders } = await world()
  const [ann, bob] = [await person(), await person()]
  const { id } = await credit(ann, '100')
  const tried = [order(bob, id), repay(bob, id), addCollateral(bob, id, '1'), giveBack(bob, id), cancel(bob, id), order(bob, '1')]
  for (const outcome of await Promise.all(tried.map(refusal))) expect(outcome).toBe('notFound')
  expect((await orders(bob)).total).toBe(0)
  expect(await orders(ann, { kind: 1, status: ['3', '5'] })).toMatchObject({ total: 1 })
  expect(await orders(ann, { kind: 2 })).toMatchObject({ total: 0 })
  expect(await refusal(orders(ann, { status: ['9'] }))).toBe('validation')
})
