import { afterEach, expect, it, vi } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { log } from '#server/core/log.ts'
import { liquidateLoansOnRecord } from '#server/loans/liquidate.ts'
import { updateLoanTriggerPrices } from '#server/loans/overdue.ts'
import { dayMs, loanFixture, refusal } from './loanFixture.ts'
import { createRandom, seed } from '../ledger/random.ts'

// Everything at once about one loan: whoever comes first has it, nobody waits in a circle, nothing moves twice (docs/rules/loans.md).

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const end of ends.splice(0)) await end()
})

const known = new Set(['nothing', 'stateConflict', 'insufficientBalance'])

it(`repay, give back, add, sell, debit and compute at once (MONEY_SEED=${seed})`, async () => {
  const failed = vi.spyOn(log, 'error').mockImplementation(() => {})
  const made = await loanFixture()
  ends.push(made.end)
  const { person, pledge, pledgeAsk, credit, app, db, clock, price, work, repay, giveBack, addCollateral, give } = made
  const chance = createRandom(seed)
  await price({ BTCUSDT: '60000' })
  const people = await Promise.all(Array.from({ length: 5 }, () => person({ coins: { BTC: '1.5' } })))
  for (let round = 0; round < 6; round++) {
    await price({ BTCUSDT: '60000' })
    const lent = []
    for (const who of people) {
      const { id } = await pledge(who, pledgeAsk('15000', '0.5', 7))
      lent.push({ who, id })
      if (round < 2) lent.push({ who, id: (await credit(who, '300', 7)).id })
      await give(who, 'USDT', chance.next() < 0.5 ? '20' : '0.5')
    }
    // Round by round: on the first day, at its end, long after it.
    clock.advance([0, dayMs - 60_000, 7 * dayMs, 8 * dayMs, 9 * dayMs, 12 * dayMs][round] ?? 0)
    if (round > 2) for (let n = 0; n < 3; n++) await work().then(() => clock.advance(dayMs))
    const record = { sec: Math.floor(clock.now() / 1000), prices: new Map([['BTCUSDT', asDecimal(round % 2 === 0 ? '20000' : '39500')]]) }
    const came = await Promise.all([
      liquidateLoansOnRecord(app, record),
      liquidateLoansOnRecord({ ...app }, record),
      ...lent.flatMap(({ who, id }) =>
        [
          () => repay(who, id),
          () => giveBack(who, id),
          () => repay(who, id, '7000'),
          () => addCollateral(who, id, '0.1'),
          () => repay(who, id, '0.00000001'),
        ]
          .filter((_, n) => chance.next() < (n < 2 ? 0.3 : 0.8))
          .map((act) => refusal(act())),
      ),
      work(),
      work({ ...app }),
      updateLoanTriggerPrices(app),
    ])
    expect(new Set(came.filter((outcome) => typeof outcome === 'string' && !known.has(outcome)))).toEqual(new Set())
    expect(await findAllLedgerViolations(db), `round ${round}`).toEqual([])
    // Whatever is still open ends before the next round.
    for (const { who, id } of lent) {
      await give(who, 'USDT', '20000')
      await refusal(repay(who, id))
    }
    for (const who of people) await give(who, 'BTC', '0.5')
  }
  expect(failed.mock.calls).toEqual([])
  // Some were sold, some repaid or given back, none is open.
  expect(await db.query('select distinct status from loan order by status')).toEqual([{ status: -3 }, { status: 4 }])
  expect(await db.query('select amount from loan_pool')).toEqual([{ amount: '2000000.00000000' }])
})
