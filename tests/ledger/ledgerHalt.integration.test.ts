import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ContractOrderRequest } from '#contract/calls/trading.ts'
import { asDecimal } from '#contract/decimal.ts'
import { closeReason } from '#contract/states.ts'
import { Refusal } from '#contract/refusals.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { tryLiftLedgerHalt } from '#ledger/checks/checkStore.ts'
import { checkLedgerNow } from '#ledger/checks/nightlyCheck.ts'
import { readPublishedLedgerCheck } from '#ledger/checks/published.ts'
import type { SignedInUser } from '#server/core/visitor.ts'
import { createSignedReservesReader } from '#server/fairness/reserves.ts'
import { startContractEngine } from '#server/trading/engine.ts'
import { second } from '../secondContracts/secondContractFixture.ts'
import { withdrawalFixture } from '../withdrawals/withdrawalFixture.ts'

const d = asDecimal
let world: Awaited<ReturnType<typeof withdrawalFixture>>
let stop: () => Promise<void>
beforeAll(async () => {
  world = await withdrawalFixture()
  stop = startContractEngine(world.app)
})
afterAll(async () => {
  await stop()
  await world.end()
})

/** A second later, at that price. */
const next = async (price: string): Promise<void> => {
  world.feed.put({ BTCUSDT: price })
  await world.pass(1)
}

const order = (over: Partial<ContractOrderRequest> = {}): ContractOrderRequest => ({
  accountType: 1,
  posType: 2,
  symbol: 'BTCUSDT',
  direction: 1,
  orderType: 1,
  quantity: d('0.01'),
  lever: 2,
  slippageBps: 50,
  ...over,
})
const bet = second({ accountType: 1, money: d('10') })
const swapped = { fromCurrency: 'USDT', toCurrency: 'BTC', fromAmount: d('50'), accountType: 1 } as const
const spot = { accountType: 1, posType: 1, symbol: 'BTCUSDT', orderType: 1, slippageBps: 50 } as const
const refused = async (asked: Promise<unknown>): Promise<string> => {
  const error = await asked.then(
    () => undefined,
    (error: unknown) => error,
  )
  return error instanceof Refusal ? error.refusal : String(error)
}

/** One unit more than any leg says for somebody who does nothing meanwhile, past all checks of the database; and back. */
const unbalance = ({ userId }: SignedInUser, by: '1' | '-1') =>
  world.db.transaction(async (sql) => {
    await sql.query('set local session_replication_role = replica')
    await sql.query('update balance set amount = amount + $2::numeric where user_id = $1 and book = 1', [userId, by])
  })

it('a broken ledger stops what opens and what is paid out, never what closes, stops, settles and cancels, until a check holds', async () => {
  const [ann, bob] = [await world.person(), await world.person()]
  const accountId = await world.known(ann)
  const [running, stopped, waiting] = [
    await world.open(ann, order()),
    await world.open(ann, order({ stopLoss: d('89000.00') })),
    await world.open(ann, order({ orderType: 2, price: d('89500.00') })),
  ]
  await world.realSecond(ann, bet)
  const [sending, cancelled] = [await world.withdraw(ann, { accountId }), await world.withdraw(ann, { accountId, money: '300' })]
  const shown = await world.preview(ann, order({ quantity: d('0.02') }))
  const agreed = await world.look(ann, { accountId, money: '200' })
  const quoted = await world.quote(ann, swapped)
  expect(await findAllLedgerViolations(world.db)).toEqual([])

  expect(await checkLedgerNow(world)).toMatchObject({ holds: true })
  const published = await createSignedReservesReader([])(world.db, world.clock.now())
  const [{ owned } = { owned: undefined }] = await world.db.query<{ owned: string }>(
    `select sum(amount) as owned from balance where book = 1 and currency = 'USDT'`,
  )
  expect(published.reserves.find(({ account, currency }) => account === 'CUSTODY' && currency === 'USDT')).toMatchObject({ covers: owned })

  await unbalance(bob, '1')
  expect(await checkLedgerNow(world)).toMatchObject({ holds: false })
  expect(await readPublishedLedgerCheck(world.db)).toMatchObject({ holds: false, broken: ['I4', 'I5'], haltedMs: world.clock.now() })

  const opening: [string, () => Promise<unknown>][] = [
    ['a preview', () => world.preview(ann, order())],
    ['a position', () => world.place(ann, order({ quantity: d('0.02') }), shown.confirmToken)],
    ['coins', () => world.preview(ann, { ...spot, direction: 1, money: d('20') })],
    ['a timed contract', () => world.realSecond(ann, bet)],
    ['a swap', () => world.exchange(ann, quoted.quoteId)],
    ['the preview of a withdrawal', () => world.look(ann, { accountId })],
    ['a withdrawal', () => world.apply(ann, { accountId, money: '200' }, agreed.confirmToken)],
    ['staff who would send one', () => world.take(sending.id)],
  ]
  for (const [what, ask] of opening) expect([what, await refused(ask())]).toEqual([what, 'ledgerHalted'])

  // What was approved keeps its place, and can be taken back.
  await world.move()
  expect(await world.one(ann, sending.id)).toMatchObject({ status: 0, phase: 'approved', canCancel: true })
  expect(await world.cancel(ann, cancelled.id)).toMatchObject({ status: -3 })

  expect(await world.close(ann, running.id)).toMatchObject({ status: 3 })
  await next('88900')
  const records = async () =>
    (await world.ask(ann, (context) => world.trading.positions({ pageNo: 1, pageSize: 10, accountType: 1 }, context))).records
  const one = async (id: string) => (await records()).find((position) => position.id === id)
  await expect.poll(() => one(stopped.id)).toMatchObject({ status: 3, closeReason: closeReason.stopLoss })
  await expect.poll(() => one(waiting.id)).toMatchObject({ status: 4, closeReason: closeReason.halt })
  await world.pass(300)
  await world.work()
  expect(await world.db.query('select from second_order where status <> 3')).toEqual([])

  expect(await tryLiftLedgerHalt(world.db)).toBe(false)
  await unbalance(bob, '-1')
  expect(await tryLiftLedgerHalt(world.db)).toBe(false)
  expect(await checkLedgerNow(world)).toMatchObject({ holds: true })
  expect(await tryLiftLedgerHalt(world.db)).toBe(true)
  await world.move()
  expect(await world.one(ann, sending.id)).toMatchObject({ phase: 'signed' })
  await world.preview(ann, order())
  expect(await findAllLedgerViolations(world.db)).toEqual([])
})
