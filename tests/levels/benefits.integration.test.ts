import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { SignedInUser } from '#server/core/visitor.ts'
import type { RewardTask } from '#contract/calls/benefits.ts'
import { asDecimal } from '#contract/decimal.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { tryAdjustWelfareFundRow } from '#ledger/welfare.ts'
import { subtract } from '#rules/decimal.ts'
import { benefitsHandlers } from '#server/benefits/handlers.ts'
import { payDueLevelGrants } from '#server/levels/pay.ts'
import { contentHandlers } from '#server/content/handlers.ts'
import { seedContent } from '#server/content/seedContent.ts'
import { positionSettlementExplainer } from '#server/trading/explain.ts'
import { settlementHandlers } from '#server/fairness/settlement.ts'
import { runDueTeamRebateJobs as reckonTeam } from '#server/team/engine.ts'
import { processContractsOnRecord } from '#server/trading/engine.ts'
import { path } from '#sitemap'
import { log } from '#server/core/log.ts'
import { loanFixture, refusal } from '../loans/loanFixture.ts'
import { failingFor } from '../ledger/badBatch.ts'

const d = asDecimal

async function benefitWorld(over: { env?: 'sandbox' | 'production' } = {}) {
  const world = await loanFixture(over)
  const { app, db, ask } = world
  await seedContent(db)
  const calls = benefitsHandlers(app)
  const content = contentHandlers(app)
  const receipts = settlementHandlers({ ...app, config: { ...app.config, marketFeed: { kind: 'sim' } } }, [
    positionSettlementExplainer(app.market),
  ])
  return {
    ...world,
    all: (who: SignedInUser) => ask(who, async (context) => calls.benefits({}, context)),
    claim: (who: SignedInUser, taskId: RewardTask['id']) => ask(who, async (context) => calls.claimBenefit({ taskId }, context)),
    state: async (who: SignedInUser, taskId: RewardTask['id']) =>
      (await ask(who, async (context) => calls.benefits({}, context))).tasks.find(({ id }) => id === taskId)?.state,
    read: (who: SignedInUser, id: string) => ask(who, async (context) => content.article({ id }, context)),
    look: (who: SignedInUser, refType: string, refId: string) => ask(who, async (context) => receipts.info({ refType, refId }, context)),
    verified: (who: SignedInUser, refType: string, refId: string) =>
      ask(who, async (context) => receipts.verified({ refType, refId }, context)),
    lines: async (who: SignedInUser, book: 1 | 2) =>
      (
        await db.query<{ type: number; amount: string }>(
          'select type, amount from leg where user_id = $1 and book = $2 and type in (5, 34) order by id',
          [who.userId, book],
        )
      ).map(({ type, amount }) => `${type} ${amount}`),
  }
}

let world: Awaited<ReturnType<typeof benefitWorld>>
beforeAll(async () => {
  world = await benefitWorld()
  await world.price({ BTCUSDT: '60000' })
})
afterAll(() => world.db.close())

const order = (over: Record<string, unknown> = {}) => ({
  accountType: 1 as const,
  posType: 2 as const,
  symbol: 'BTCUSDT',
  direction: 1 as const,
  orderType: 1 as const,
  slippageBps: 200,
  lever: 10,
  quantity: d('0.01'),
  ...over,
})

describe('tasks', () => {
  it('are to do for whoever did nothing, and bring nothing then', async () => {
    const ann = await world.person({ kyc: 0, passed: false })
    const { tasks, vouchers, envelopes, demoGrants, incentiveAllowed } = await world.all(ann)
    expect(tasks.map(({ id, state, reward }) => `${id} ${state} ${reward.kind} ${reward.amount}`)).toEqual([
      'readPrices todo voucher 1',
      'riskQuiz todo demo 10000',
      'secondFactor todo voucher 2',
      'verifySettlement todo voucher 1',
      'setLimit todo voucher 1',
      'demoStop todo demo 5000',
      'basicKyc todo voucher 3',
    ])
    expect([vouchers, envelopes, demoGrants, incentiveAllowed]).toEqual([[], [], [], true])
    for (const { id } of tasks) expect(await refusal(world.claim(ann, id))).toBe('taskNotDone')
  })

  it('notice by themselves what was done', async () => {
    const ann = await world.person({ kyc: 0, passed: false })
    await world.read(ann, 'second-contracts-the-odds')
    expect(await world.state(ann, 'readPrices')).toBe('todo')
    await world.read(ann, 'how-prices-are-made')
    await world.read(ann, 'how-prices-are-made')
    expect(await world.state(ann, 'readPrices')).toBe('done')
    const told = await world.db.query(`select link from inbox_notice where user_id = $1 and kind = 'taskDone'`, [ann.userId])
    expect(told).toEqual([{ link: path.benefits }])
    await world.set(ann, { loss: { day: d('100') } })
    expect(await world.state(ann, 'setLimit')).toBe('done')
    await world.db.query('update account set kyc_level = 1 where id = $1', [ann.userId])
    expect(await world.state(ann, 'basicKyc')).toBe('done')
    await world.db.query('insert into suitability_try (user_id, right_answers, passed, at_ms) values ($1, 10, true, 1)', [ann.userId])
    expect(await world.state(ann, 'riskQuiz')).toBe('done')
    await world.db.query('update account set passkey_step_ms = 1 where id = $1', [ann.userId])
    expect(await world.state(ann, 'secondFactor')).toBe('done')
  })

  it('a limit that was only asked to be looser is none that was set; one that counts is', async () => {
    const [ann, bob] = [await world.person(), await world.person()]
    const rows = (who: SignedInUser) =>
      world.db.query('select kind, value, asked_value from own_limit where user_id = $1 order by kind', [who.userId])
    const minutes = async (who: SignedInUser) => (await world.mine(who)).limits.find(({ kind }) => kind === 'sessionMinutes')
    // 60 minutes count for whoever has said nothing; that or no limit changes nothing.
    await world.set(ann, { sessionMinutes: 60, stakeSecond: null, loss: { day: null } })
    expect(await rows(ann)).toEqual([])
    await world.set(ann, { sessionMinutes: 120 })
    expect(await minutes(ann)).toMatchObject({ value: '60.00', asked: { value: '120.00' } })
    expect(await world.state(ann, 'setLimit')).toBe('todo')
    expect(await refusal(world.claim(ann, 'setLimit'))).toBe('taskNotDone')
    await world.set(ann, { sessionMinutes: 60 })
    expect(await minutes(ann)).toMatchObject({ value: '60.00', asked: null })
    expect(await world.state(ann, 'setLimit')).toBe('todo')
    await world.set(ann, { sessionMinutes: 30 })
    expect(await world.state(ann, 'setLimit')).toBe('done')
    // Of two at once the second sees the first's: 100 counts, and 300 beside it is only asked for.
    await Promise.all([world.set(bob, { loss: { day: d('100') } }), world.set(bob, { loss: { day: d('300') } })])
    expect((await world.mine(bob)).limits.find(({ kind }) => kind === 'lossDay')).toMatchObject({ value: '100.00' })
  })

  it('are noted at the moment they happen, and notified at once', async () => {
    const noted = (who: SignedInUser) =>
      world.db.query<{ task: string; done_ms: string }>('select task, done_ms from benefit_task where user_id = $1 order by done_ms', [
        who.userId,
      ])
    const told = async (who: SignedInUser) =>
      (
        await world.db.query<{ ref_id: string }>(`select ref_id from inbox_notice where user_id = $1 and kind = 'taskDone' order by id`, [
          who.userId,
        ])
      ).map(({ ref_id }) => ref_id)
    const ann = await world.person({ passed: false })
    await world.set(ann, { loss: { day: null } })
    expect(await noted(ann)).toEqual([])
    await world.set(ann, { loss: { day: d('100') } })
    await world.set(ann, { loss: { week: d('300') } })
    const limitMs = `${world.clock.now()}`
    world.clock.advance(1000)
    await world.submit(ann, 9)
    const quizMs = `${world.clock.now()}`
    await world.price({ BTCUSDT: '60000' })
    await world.open(ann, order({ accountType: 2, stopLoss: d('59000') }))
    const stop = world.market.onRecord((record) => processContractsOnRecord(world.app, record))
    await world.price({ BTCUSDT: '58900' })
    stop()
    const stopMs = `${world.clock.now()}`
    world.clock.advance(60_000)
    expect(await noted(ann)).toEqual([
      { task: 'setLimit', done_ms: limitMs },
      { task: 'riskQuiz', done_ms: quizMs },
      { task: 'demoStop', done_ms: stopMs },
    ])
    expect(await told(ann)).toEqual(['setLimit', 'riskQuiz', 'demoStop'])
    expect((await world.all(ann)).tasks.find(({ id }) => id === 'riskQuiz')).toMatchObject({ state: 'done', doneTime: Number(quizMs) })
    await world.price({ BTCUSDT: '60000' })
  })

  it('know a result that was checked, not one that was opened, and a demo order that its stop closed', async () => {
    const [ben, other] = [await world.person(), await world.person()]
    const opened = await world.open(ben, order({ accountType: 2 }))
    expect(await refusal(world.verified(ben, 'position', opened.id))).toBe('taskNotDone')
    await world.close(ben, opened.id)
    await world.look(ben, 'position', opened.id)
    expect(await world.state(ben, 'verifySettlement')).toBe('todo')
    // Another's result is nothing, and checks nothing.
    expect(await refusal(world.verified(other, 'position', opened.id))).toBe('notFound')
    expect(await world.state(other, 'verifySettlement')).toBe('todo')
    await world.verified(ben, 'position', opened.id)
    await world.verified(ben, 'position', opened.id)
    expect(await world.state(ben, 'verifySettlement')).toBe('done')
    const told = await world.db.query(`select from inbox_notice where user_id = $1 and kind = 'taskDone'`, [ben.userId])
    expect(told).toHaveLength(1)
    expect(await world.state(ben, 'demoStop')).toBe('todo')
    const stopped = await world.open(ben, order({ accountType: 2 }))
    await world.db.query(
      `update position set status = 3, close_reason = 3, close_price = 1, profit = 0, returned = 0, covered = 0, close_sec = 1, closed_ms = 1 where id = $1`,
      [stopped.id],
    )
    expect(await world.state(ben, 'demoStop')).toBe('done')
  })

  it('are claimed once, however many ask at once', async () => {
    const cy = await world.person({ kyc: 1 })
    const answers = await Promise.all(Array.from({ length: 8 }, () => refusal(world.claim(cy, 'basicKyc'))))
    expect(answers.toSorted()).toEqual([...Array<string>(7).fill('alreadyClaimed'), 'nothing'])
    expect(await world.state(cy, 'basicKyc')).toBe('claimed')
    expect((await world.all(cy)).vouchers).toMatchObject([{ task: 'basicKyc', amount: '3.00000000', left: '3.00000000', usedTime: null }])
    await expect(world.db.query('update benefit_task set claimed_ms = null where user_id = $1', [cy.userId])).rejects.toThrow(
      /claimed once/,
    )
  })

  it('give demo money in the demo book alone', async () => {
    const dan = await world.person()
    await world.claim(dan, 'riskQuiz')
    expect(await world.has(dan, 2)).toBe('110000.00000000')
    expect(await world.held(dan)).toBe('0')
    expect((await world.all(dan)).demoGrants).toMatchObject([{ id: 'riskQuiz', amount: '10000.00000000' }])
  })
})

it('an envelope that WELFARE does not hold yet is on its way', async () => {
  const ann = await world.person()
  await world.db.query(
    `insert into welfare_grant (user_id, kind, day, level, amount, created_ms) values ($1, 'envelope', '2026-12-07', 2, 0.5, 1000)`,
    [ann.userId],
  )
  const waiting = { sunday: '2026-12-06', level: 2, amount: '0.50000000' }
  expect((await world.all(ann)).envelopes).toMatchObject([{ ...waiting, waits: true, createTime: 1000 }])
  await payDueLevelGrants(world.app)
  expect((await world.all(ann)).envelopes).toMatchObject([{ ...waiting, waits: false, createTime: world.clock.now() }])
  expect(await world.held(ann)).toBe('0.50000000')
})

it('one that cannot be paid keeps none of those behind it waiting', async () => {
  const [ann, ben] = [await world.person(), await world.person()]
  const [broken] = await world.db.query<{ id: string }>(
    `insert into welfare_grant (user_id, kind, day, level, amount, created_ms)
     select unnest($1::bigint[]), 'envelope', '2026-12-07', 2, 0.5, 1000 returning id`,
    [[ann.userId, ben.userId]],
  )
  const error = vi.spyOn(log, 'error').mockImplementation(() => {})
  expect(await payDueLevelGrants({ ...world.app, db: failingFor(world.db, [`welfare ${broken!.id}`]) })).toBe(true)
  expect(error.mock.calls.map(([words]) => words)).toEqual([`bonus or envelope ${broken!.id} could not be paid`])
  error.mockRestore()
  expect([await world.held(ann), await world.held(ben)]).toEqual(['0', '0.50000000'])
  await payDueLevelGrants(world.app)
  expect([await world.held(ann), await world.held(ben)]).toEqual(['0.50000000', '0.50000000'])
})

describe('a voucher', () => {
  it('pays real trading fees by itself until it is used up, each time in a line of its own', async () => {
    const ann = await world.person({ kyc: 1, coins: { USDT: '1000' } })
    await world.claim(ann, 'basicKyc')
    // Demo fees are none of its business.
    await world.open(ann, order({ accountType: 2 }))
    expect(await world.lines(ann, 1)).toEqual([])
    const opened = await world.open(ann, order({ quantity: d('0.05') }))
    expect('openFee' in opened && opened.openFee).toBe('1.50015000')
    expect(await world.lines(ann, 1)).toEqual(['5 -1.50015000', '34 1.50015000'])
    await world.close(ann, opened.id)
    expect(await world.lines(ann, 1)).toEqual(['5 -1.50015000', '34 1.50015000', '5 -1.49985000', '34 1.49985000'])
    expect((await world.all(ann)).vouchers).toMatchObject([{ left: '0.00000000', usedTime: expect.any(Number) }])
    await world.open(ann, order())
    expect((await world.lines(ann, 1)).at(-1)).toBe('5 -0.30003000')
    expect(await findAllLedgerViolations(world.db)).toEqual([])
  })

  it('goes on where the one before it ended, in spot too, and brings whoever invited nothing', async () => {
    const [ann, ben] = [await world.person(), await world.person({ kyc: 1, coins: { USDT: '5000' } })]
    await world.db.query('update account set invited_by = $2 where id = $1', [ben.userId, ann.userId])
    await world.set(ben, { loss: { day: d('500') } })
    await world.claim(ben, 'basicKyc')
    await world.price({ BTCUSDT: '60000' })
    await world.claim(ben, 'setLimit')
    await reckonTeam(world.app)
    await world.open(ben, { accountType: 1, posType: 1, symbol: 'BTCUSDT', direction: 1, orderType: 1, slippageBps: 200, money: d('4500') })
    expect(await world.lines(ben, 1)).toEqual(['5 -4.50000000', '34 3.00000000', '34 1.00000000'])
    world.clock.advance(86_400_000 + 600_000)
    await reckonTeam(world.app)
    const [share] = await world.db.query<{ fees: string; amount: string }>('select fees, amount from team_fee where invitee_id = $1', [
      ben.userId,
    ])
    expect(share).toEqual({ fees: '0.50000000', amount: '0.10000000' })
    expect(await findAllLedgerViolations(world.db)).toEqual([])
  })

  it('is not promised beyond what WELFARE holds', async () => {
    const ann = await world.person({ kyc: 1 })
    const [fund] = await world.db.query<{ amount: string }>('select amount from welfare_fund')
    const all = d(fund?.amount ?? '0')
    await world.db.transaction((sql) => tryAdjustWelfareFundRow(sql, 'USDT', subtract('2', all)))
    expect(await refusal(world.claim(ann, 'basicKyc'))).toBe('rewardShort')
    expect(await world.state(ann, 'basicKyc')).toBe('done')
    await world.db.transaction((sql) => tryAdjustWelfareFundRow(sql, 'USDT', subtract(all, '2')))
    await world.claim(ann, 'basicKyc')
  })

  it('is recounted every night with all else that was given', async () => {
    expect(await findAllLedgerViolations(world.db)).toEqual([])
    await world.db.query('update voucher set rest = rest - 0.5 where id = (select min(id) from voucher where rest > 1)')
    await world.db.query('update welfare_fund set amount = amount + 1')
    const details = (await findAllLedgerViolations(world.db)).map(({ invariant, detail }) => `${invariant} ${detail.split(' ')[0]}`)
    expect(details.toSorted()).toEqual(['I4 WELFARE', 'I4 voucher'])
  })

  it('is only ever used', async () => {
    await expect(world.db.query('update voucher set rest = amount where rest = 0')).rejects.toThrow(/only ever used/)
    await expect(world.db.query('update voucher set rest = 0.1, used_ms = null where rest = 0')).rejects.toThrow(/only ever used/)
    await expect(world.db.query('delete from voucher')).rejects.toThrow(/only ever used/)
  })

  it('is not given where incentives are off; demo money is', async () => {
    const other = await benefitWorld({ env: 'production' })
    const gil = await other.person({ country: 'FR', kyc: 1 })
    expect(await refusal(other.claim(gil, 'basicKyc'))).toBe('regionProduct')
    await other.claim(gil, 'riskQuiz')
    expect(await other.has(gil, 2)).toBe('110000.00000000')
    expect((await other.all(gil)).incentiveAllowed).toBe(false)
    await other.db.close()
  })
})
