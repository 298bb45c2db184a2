import { afterEach, expect, it } from 'vitest'
import { accountTypes } from '#contract/constants.ts'
import { recheckReceipt, unprovedReceiptFigures } from '#rules/recheck/recheckReceipt.ts'
import { termsByTimeOfRelease } from '#server/terms/termsByTime.ts'
import { loanSettlementExplainer } from '#server/loans/explain.ts'
import { loanFixture } from './loanFixture.ts'

// Every number of a loan follows from its terms, its payments and one second of the record (docs/rules/{ledger,loans}.md).

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function world() {
  const made = await loanFixture()
  ends.push(made.end)
  await made.price({ BTCUSDT: '60000' })
  /** The receipt with the prices of the record, and its steps. */
  const proof = async (id: string, userId: string, over: Record<string, string> = {}) => {
    const told = await loanSettlementExplainer(termsByTimeOfRelease()).explain(made.db, id, userId)
    if (!told) throw new Error('nothing is explained')
    const [row] = await made.db.query<{ liq_mid: string | null }>('select liq_mid from loan where id = $1', [id])
    const receipt = {
      ...told,
      inputs: told.inputs.map((input) => ({ ...input, value: over[input.name] ?? input.value })),
      figures: told.figures.map((figure) => ({ ...figure, value: over[`figure ${figure.name}`] ?? figure.value })),
      priceRecords: told.records.map((record) => ({ ...record, price: over['price'] ?? row?.liq_mid ?? null })),
    }
    const steps = recheckReceipt(receipt) ?? []
    return {
      told,
      steps,
      wrong: steps.filter(({ isSame }) => !isSame).map(({ name }) => name),
      unproved: unprovedReceiptFigures(receipt, steps),
    }
  }
  return { ...made, proof }
}

it('a credit repaid in parts, late and debited', async () => {
  const { person, credit, give, at, repay, spend, proof, order, db } = await world()
  const ann = await person()
  await give(ann, 'USDT', '5')
  const { id } = await credit(ann, '1000')
  await repay(ann, id, '100')
  await at('2026-12-10 09:00:00')
  await repay(ann, id, '250.12345678')
  await spend(ann, 'USDT', '600')
  for (const day of ['21 10', '22 10', '23 10', '25 10', '27 10']) await at(`2026-12-${day}:00:00`)
  await give(ann, 'USDT', '2000')
  await at('2026-12-29 10:00:00')
  const over = await order(ann, id)
  expect(over.status).toBe(4)
  expect(over.repayments.map(({ how }) => how)).toEqual(['own', 'own', 'debited', 'debited'])
  const { told, steps, wrong, unproved: open } = await proof(id, ann.userId)
  expect(steps.length).toBe(2 + 3 * 4)
  expect([wrong, open]).toEqual([[], []])
  const cost = over.repayments.reduce((sum, { interest, lateInterest }) => sum + Number(interest) + Number(lateInterest), 0)
  expect(Number(told.result?.value)).toBeCloseTo(-cost, 8)
  expect(await loanSettlementExplainer(termsByTimeOfRelease()).settled(db, { afterId: '0', fromMs: 0, toMs: 2e12, limit: 5 })).toEqual([
    { id, userId: ann.userId },
  ])
  // One number changed is found.
  expect((await proof(id, ann.userId, { dailyRate: '0.0004' })).wrong).not.toEqual([])
  expect(await loanSettlementExplainer(termsByTimeOfRelease()).explain(db, id, (await person()).userId)).toBeUndefined()
})

it('a payout that was given back, one that runs and one that never was', async () => {
  const { person, credit, give, repay, giveBack, applyCredit, creditAsk, cancel, proof } = await world()
  const [ann, bob] = [await person(), await person()]
  await give(ann, 'USDT', '5')
  const { id } = await credit(ann, '1000')
  await repay(ann, id, '10')
  await giveBack(ann, id)
  expect(await proof(id, ann.userId)).toMatchObject({ wrong: [], unproved: [], told: { result: { value: '0.00000000' }, state: 'done' } })
  const again = await credit(ann, '1000')
  expect(await proof(again.id, ann.userId)).toMatchObject({ wrong: [], unproved: [], told: { result: null, state: 'running' } })
  const waiting = await applyCredit(bob, creditAsk('100'))
  expect(await proof(waiting.id, bob.userId)).toMatchObject({ wrong: [], unproved: [], told: { state: 'pending' } })
  await cancel(bob, waiting.id)
  expect(await proof(waiting.id, bob.userId)).toMatchObject({ wrong: [], told: { state: 'cancelled', accountType: accountTypes.real } })
})

it('a sale by the record, with and without a gap, and one of an overdue loan', async () => {
  const { person, pledge, pledgeAsk, repay, price, at, spend, proof, order } = await world()
  const people = await Promise.all(Array.from({ length: 3 }, () => person({ coins: { BTC: '1' } })))
  const [ann, bob, eve] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]]
  const outcome = await pledge(ann, pledgeAsk('15000', '0.5'))
  const second = await pledge(bob, pledgeAsk('8000', '0.5', 60))
  const three = await pledge(eve, pledgeAsk('300', '0.5', 7))
  await repay(ann, outcome.id, '1000')
  await price({ BTCUSDT: '33000' })
  await price({ BTCUSDT: '15000' })
  await spend(eve, 'USDT', '300')
  for (const day of ['11-28 12', '11-29 12', '11-30 12']) await at(`2026-${day}:00:00`)
  await at('2026-12-02 11:59:58')
  await price({ BTCUSDT: '15000' })
  await at('2026-12-02 12:00:00')
  for (const [who, loan] of [
    [ann, outcome],
    [bob, second],
  ] as const) {
    expect((await order(who, loan.id)).status).toBe(-3)
    const { wrong, unproved: open, steps } = await proof(loan.id, who.userId)
    expect([wrong, open]).toEqual([[], []])
    expect(steps.map(({ name }) => name)).toContain('sold')
    for (const mid of ['14999.99999999', '15000.00000001', '32999.99999999', '33000.00000001'])
      expect((await proof(loan.id, who.userId, { 'figure mid': mid })).wrong).toEqual(['mid'])
    // At a price at which nothing is sold, nothing follows.
    expect((await proof(loan.id, who.userId, { price: '59000' })).wrong).toContain('price')
  }
  expect((await order(eve, three.id)).status).toBe(-3)
  expect(await proof(three.id, eve.userId)).toMatchObject({ wrong: [], unproved: [] })
})
