import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedInUser } from '#server/core/visitor.ts'
import type { CurrencyBalance } from '#contract/calls/wallet.ts'
import type { Position } from '#contract/calls/trading.ts'
import type { MarginWarning } from '#contract/priceStream.ts'
import { asDecimal } from '#contract/decimal.ts'
import { closeReason, positionStatus } from '#contract/states.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { recheckReceipt } from '#rules/recheck/recheckReceipt.ts'
import { streamLedgerCsv } from '#server/dataRights/ledgerFiles.ts'
import { streamProfileExport } from '#server/dataRights/profileFiles.ts'
import type { UserEventMessage } from '#server/core/events.ts'
import { competitionFixture, start } from './competitionFixture.ts'
import { refusalOf } from '../trading/tradingFixture.ts'

// One person in several competitions at once: each is a book of its own (docs/rules/competitions.md).

const d = asDecimal
let w: Awaited<ReturnType<typeof competitionFixture>>
beforeAll(async () => {
  w = await competitionFixture()
  await w.next(start)
})
afterAll(() => w.end())

const rooms = () => w.world.rooms
const balances = (who: SignedInUser, compId?: string) =>
  w.world.ask(who, async (context) => rooms().wallet.balances({ accountType: 3, compId }, context))
const summary = (who: SignedInUser, compId?: string) =>
  w.world.ask(who, async (context) => rooms().trading.positionsSummary({ accountType: 3, compId }, context))
const records = (who: SignedInUser, compId?: string) =>
  w.world.ask(who, async (context) => rooms().wallet.balanceRecords({ pageNo: 1, pageSize: 50, accountType: 3, compId }, context))
const positions = (who: SignedInUser, compId?: string) =>
  w.world.ask(who, async (context) => rooms().trading.positions({ pageNo: 1, pageSize: 50, accountType: 3, compId }, context))
const demoOrder = { accountType: 2, posType: 2, symbol: 'BTCUSDT', direction: 1, orderType: 1, slippageBps: 200, lever: 10 } as const
const availableIn = async (who: SignedInUser, compId: string) => (await balances(who, compId))[0]?.available

describe('in two at once', () => {
  test('each has its own fund, positions, table and end; the end of one leaves the other as it was', async () => {
    const [ann, bob] = [await w.person(), await w.person()]
    const short = await w.competition('beside-short', { to: 8, prizes: ['300'], symbols: ['BTCUSDT'] })
    const long = await w.competition('beside-long', { to: 1000, prizes: ['200'], fund: '50000', lever: 5 })
    const heard: UserEventMessage[] = []
    w.world.app.events.onToUser((message) => void (message.userId === ann.userId && heard.push(message)))
    for (const id of [short, long]) for (const who of [ann, bob]) await w.join(who, id)
    await w.next(start)
    const inShort = await w.open(ann, { compId: short, quantity: d('0.1') })
    const inLong = await w.open(ann, { compId: long, quantity: d('0.2'), direction: 2 })
    const waiting = await w.open(ann, { compId: long, symbol: 'ETHUSDT', orderType: 2, price: d('2900'), quantity: d('1') })
    expect([inShort.compId, inLong.compId, waiting.compId]).toEqual([short, long, long])
    // 60,006 × 0.1 / 5 and its fee of 3.0003; 59,994 × 0.2 / 5 with 5.9994, and 2,900 / 5 with 1.45 for what waits.
    expect(await availableIn(ann, short)).toBe('98796.87970000')
    expect(await availableIn(ann, long)).toBe('47012.79060000')
    expect([await summary(ann, short), await summary(ann, long)]).toMatchObject([
      { runningCount: 1, totalMargin: '1200.12000000' },
      { runningCount: 1, totalMargin: '2399.76000000' },
    ])
    expect(new Set((await positions(ann, short)).records.map(({ id }) => id))).toEqual(new Set([inShort.id]))
    expect(new Set((await positions(ann, long)).records.map(({ id }) => id))).toEqual(new Set([waiting.id, inLong.id]))
    expect((await positions(ann)).total).toBe(3)
    expect(
      heard.map(({ event: { t, d: told } }) => [t, t === 'balance' ? (told as CurrencyBalance[])[0]?.compId : (told as Position).compId]),
    ).toEqual([
      ['balance', short],
      ['balance', long],
      ['position', short],
      ['balance', short],
      ['position', long],
      ['balance', long],
      ['position', long],
      ['balance', long],
    ])

    await w.next({ ...start, BTCUSDT: '61000' })
    // +99.4 − 3.0003 there, and (59,994 − 61,000) × 0.2 − 5.9994 here.
    expect((await w.shown(ann, short)).mine).toMatchObject({ equity: '100096.39970000', rank: 1 })
    expect((await w.shown(ann, long)).mine).toMatchObject({ equity: '49792.80060000', rank: 2 })
    expect((await w.shown(bob, long)).mine).toMatchObject({ equity: '50000.00000000', rank: 1 })
    const before = { balances: await balances(ann, long), positions: await positions(ann, long), records: await records(ann, long) }
    for (let n = 0; n < 8; n++) await w.next({ ...start, BTCUSDT: '61000' })
    await w.work()
    await w.work()

    expect(await w.shown(ann, short)).toMatchObject({ isFinal: true, mine: { rank: 1, prize: '300', equity: '100092.74000500' } })
    const ended = (await positions(ann, short)).records
    expect(ended).toMatchObject([{ id: inShort.id, status: positionStatus.closed, closeReason: closeReason.competition }])
    expect(await w.held(ann, 3, short)).toBe('0.00000000')
    expect(await w.held(ann, 1)).toBe('300.00000000')
    const untimed = (rows: readonly CurrencyBalance[]) => rows.map((row) => ({ ...row, updateTime: 0 }))
    expect(untimed(await balances(ann, long))).toEqual(untimed(before.balances))
    expect(await positions(ann, long)).toEqual(before.positions)
    expect(await records(ann, long)).toEqual(before.records)
    expect((await w.shown(ann, long)).mine).toMatchObject({ rank: 2, equity: '49792.80060000' })
    // The only one that runs is meant where none is named.
    expect(untimed(await balances(ann))).toEqual(untimed(before.balances))

    // What happened there is over; what happens here goes on.
    await w.close(ann, inLong.id)
    // Bought back at 61,006.10 with a fee of 6.10061.
    expect((await w.shown(ann, long)).mine).toMatchObject({ equity: '49785.47999000', closedTrades: 1 })
    const left = await w.leave(ann, long)
    expect(left).toMatchObject({ status: -3, mine: { equity: '49785.47999000' } })
    expect([await w.held(ann, 3), await w.held(bob, 3, long)]).toEqual(['0.00000000', '50000.00000000'])
    expect(await findAllLedgerViolations(w.db)).toEqual([])
  })

  test('leaving one closes its own alone', async () => {
    const ann = await w.person()
    const [user, other] = [await w.competition('leave-one', { to: 1000 }), await w.competition('leave-other', { to: 1000 })]
    for (const id of [user, other]) await w.join(ann, id)
    await w.next(start)
    const inOne = await w.open(ann, { compId: user })
    const inOther = await w.open(ann, { compId: other })
    const before = await records(ann, other)
    await w.leave(ann, user)
    expect(Object.fromEntries((await positions(ann)).records.map(({ id, status }) => [id, status]))).toEqual({
      [inOther.id]: positionStatus.running,
      [inOne.id]: positionStatus.closed,
    })
    expect([await w.held(ann, 3, user), await w.held(ann, 3, other)]).toEqual(['0.00000000', '99996.99970000'])
    expect(await records(ann, other)).toEqual(before)
    expect(await findAllLedgerViolations(w.db)).toEqual([])
  })

  test('nothing of one pays for an order of the other', async () => {
    const ann = await w.person()
    const [rich, poor] = [await w.competition('rich', { to: 1000 }), await w.competition('poor', { to: 1000, fund: '100' })]
    for (const id of [rich, poor]) await w.join(ann, id)
    await w.next(start)
    expect(await refusalOf(w.open(ann, { compId: poor, quantity: d('0.05'), lever: 10 }))).toMatchObject({
      name: 'insufficientBalance',
      detail: { available: '100.00000000' },
    })
    // What is open there counts against its own fund alone.
    await w.open(ann, { compId: rich, quantity: d('1'), lever: 10 })
    expect(await w.open(ann, { compId: poor, quantity: d('0.001') })).toMatchObject({ compId: poor })
    // A margin is added to from its own book.
    const { id } = (await positions(ann, poor)).records[0]!
    const more = (money: string) => w.world.ask(ann, async (context) => rooms().trading.addMargin({ id, money: d(money) }, context))
    expect((await refusalOf(more('88'))).name).toBe('insufficientBalance')
    expect(await more('80')).toMatchObject({ compId: poor, addedMargin: '80.00000000' })
    expect(await findAllLedgerViolations(w.db)).toEqual([])
  })

  test('what was confirmed for one is not placed in the other', async () => {
    const ann = await w.person()
    const [user, other] = [await w.competition('sign-one', { to: 1000 }), await w.competition('sign-other', { to: 1000 })]
    for (const id of [user, other]) await w.join(ann, id)
    await w.next(start)
    const order = { accountType: 3, posType: 2, symbol: 'BTCUSDT', direction: 1, orderType: 1, slippageBps: 50, lever: 5 } as const
    const sized = { ...order, quantity: d('0.1') }
    const { confirmToken } = await w.world.ask(ann, (context) =>
      rooms().trading.preview({ action: 'position', payload: { ...sized, compId: user } }, context),
    )
    const place = (compId: string) =>
      w.world.ask(ann, (context) => rooms().trading.openPosition({ ...sized, compId, confirmToken }, context))
    expect((await refusalOf(place(other))).name).toBe('confirmRequired')
    expect(await place(user)).toMatchObject({ compId: user })
    expect((await positions(ann, other)).total).toBe(0)
  })

  test('a charge, a stop and a close-out keep to their own', async () => {
    const w2 = await competitionFixture({ startMs: 1_795_190_400_000 - 20_000 })
    await w2.next(start)
    const ann = await w2.person()
    const [user, other] = [await w2.competition('charge-one', { to: 600 }), await w2.competition('charge-other', { to: 600 })]
    for (const id of [user, other]) await w2.join(ann, id)
    await w2.next(start)
    await w2.open(ann, { compId: user })
    await w2.open(ann, { compId: other, quantity: d('0.2'), stopLoss: d('59000') })
    await w2.db.query(
      `insert into holding_mark (symbol, due_sec, kind, nights, mark, mark_sec, conversion_rate, long_rate, short_rate)
       values ('BTCUSDT', 1795190400, 'funding', 1, 60000, 1795190400, 1, 0.0001, 0.0001)`,
    )
    const fundings = () =>
      w2.db.query(
        `select e.competition_id, p.funding::text, p.close_reason from position p join competition_entry e on e.id = p.entry_id order by p.quantity`,
      )
    for (let n = 0; n < 22; n++) await w2.next(start)
    // 0.0001 of 6,000 and of 12,000.
    await expect.poll(fundings).toEqual([
      { competition_id: user, funding: '-0.6', close_reason: null },
      { competition_id: other, funding: '-1.2', close_reason: null },
    ])
    expect(await w2.held(ann, 3, user)).toBe('99996.39970000')
    await w2.next({ ...start, BTCUSDT: '58900' })
    expect(await fundings()).toMatchObject([{ close_reason: null }, { close_reason: closeReason.stopLoss }])
    const notices = await w2.db.query<{ link: string }>('select link from inbox_notice where user_id = $1', [ann.userId])
    expect(notices.map(({ link }) => link)).toEqual([`/heyue?comp=${other}&symbol=BTCUSDT&book=history`])
    expect(await w2.held(ann, 3, user)).toBe('99996.39970000')
    expect(await findAllLedgerViolations(w2.db)).toEqual([])
    await w2.end()
  })
})

describe('a warning', () => {
  test('says in which competition, in the language of whoever reads, and leads to its book', async () => {
    const ann = await w.person()
    const { userId } = ann
    await w.db.query("update account set lang = 'zh-cn' where id = $1", [userId])
    const [user, metals] = [
      await w.competition('warn-one', { to: 1000 }),
      await w.competition('warn-metals', { to: 1000, series: 'metals-week', name: 'Metals Week' }),
    ]
    for (const id of [user, metals]) await w.join(ann, id)
    await w.next(start)
    const quiet = await w.open(ann, { compId: user, lever: 1 })
    const thin = await w.open(ann, { compId: metals, lever: 10 })
    await w.world.place(ann, { ...demoOrder, quantity: d('0.1') })
    const heard: UserEventMessage[] = []
    w.world.app.events.onToUser((message) => void (message.userId === userId && heard.push(message)))
    // 80 % of the margin is left at 60,006 − 1,200.12.
    await w.next({ ...start, BTCUSDT: '58805' })
    const warnings = heard.filter(({ event }) => event.t === 'warning').map(({ event }) => event.d as MarginWarning)
    expect(warnings.find(({ id }) => id === thin.id)).toMatchObject({ kind: 'margin80', competition: '贵金属周' })
    expect(warnings.find(({ id }) => id !== thin.id)).not.toHaveProperty('competition')
    expect(warnings.map(({ id }) => id)).not.toContain(quiet.id)
    const told = await w.world.ask(ann, async (context) => rooms().inbox.notices({ pageNo: 1, pageSize: 9, type: 'transaction' }, context))
    const ofBook = (compId: string | undefined) =>
      told.records.filter(({ link }) => new URL(link, 'http://x').searchParams.get('comp') === (compId ?? null))
    expect(ofBook(metals)).toMatchObject([
      { title: 'Metals Week · BTC/USDT: the margin grows thin', link: `/heyue?comp=${metals}&symbol=BTCUSDT&book=positions` },
    ])
    expect(ofBook(undefined)).toMatchObject([{ title: 'BTC/USDT: the margin grows thin' }])
  })
})

describe('a competition of somebody else, none, or one that is over', () => {
  test('is as unknown as none to who is not in it, and nothing is opened in one that is over', async () => {
    const [ann, bob] = [await w.person(), await w.person()]
    const [hers, his] = [await w.competition('hers', { to: 1000 }), await w.competition('his', { to: 1000 })]
    await w.join(ann, hers)
    await w.join(bob, his)
    await w.next(start)
    const theirs = await w.open(bob)
    for (const compId of [his, 'nothing']) {
      const asks = [balances, summary, records, positions].map((read) => () => read(ann, compId))
      for (const ask of [...asks, () => w.open(ann, { compId })]) expect((await refusalOf(ask())).name).toBe('notFound')
    }
    expect((await refusalOf(w.close(ann, theirs.id))).name).toBe('notFound')
    expect(await w.held(bob, 3, his)).toBe('99996.99970000')
    await w.leave(ann, hers)
    expect((await refusalOf(w.open(ann, { compId: hers }))).name).toBe('competitionNotOpen')
    expect((await refusalOf(balances(ann))).name).toBe('competitionNotOpen')
    expect(await balances(ann, hers)).toMatchObject([{ compId: hers, balance: '0.00000000' }])
    expect((await records(ann, hers)).total).toBe(2)
    const order = {
      accountType: 2,
      compId: his,
      posType: 2,
      symbol: 'BTCUSDT',
      direction: 1,
      orderType: 1,
      slippageBps: 50,
      lever: 5,
    } as const
    expect(await refusalOf(w.world.place(bob, { ...order, quantity: d('0.1') }))).toMatchObject({
      name: 'validation',
      detail: { field: 'compId' },
    })
  })
})

describe('what a person may know of it', () => {
  test('receipts compute again, and the copy has every movement of each', async () => {
    const ann = await w.person()
    const [user, other] = [await w.competition('copy-one', { to: 1000 }), await w.competition('copy-other', { to: 1000 })]
    for (const id of [user, other]) await w.join(ann, id)
    await w.next(start)
    for (const compId of [user, other]) {
      const { id } = await w.open(ann, { compId })
      await w.next(start)
      await w.close(ann, id)
      const receipt = await w.world.ask(ann, async (context) => rooms().settlement.info({ refType: 'position', refId: id }, context))
      expect(receipt).toMatchObject({ accountType: 3, state: 'done' })
      expect(receipt.postings.map(({ legs }) => legs.filter(({ mine }) => mine).length)).toEqual([3, 4])
      expect(recheckReceipt(receipt)?.filter(({ isSame }) => !isSame)).toEqual([])
      const bob = await w.person()
      const asked = w.world.ask(bob, async (context) => rooms().settlement.info({ refType: 'position', refId: id }, context))
      expect((await refusalOf(asked)).name).toBe('notFound')
    }
    const read = async (file: AsyncIterable<string>) => (await Array.fromAsync(file)).join('')
    const lines = (await read(streamLedgerCsv(w.db, ann.userId, 3))).trim().split('\r\n').slice(1)
    expect(lines).toHaveLength((await records(ann, user)).total + (await records(ann, other)).total)
    const { balances: held } = JSON.parse(await read(streamProfileExport(w.db, ann.userId))) as {
      balances: { book: number; competition_id: string | null; bucket: string; amount: string }[]
    }
    // Each bought at 60,006 and sold at 59,994, with fees of 3.0003 and 2.9997.
    expect(held.filter(({ book, bucket }) => book === 3 && bucket === 'AVAIL').map((row) => [row.competition_id, row.amount])).toEqual([
      [user, '99992.80000000'],
      [other, '99992.80000000'],
    ])
  })
})
