import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SignedInUser } from '../core/visitor.ts'
import { asDecimal } from '#contract/decimal.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { setOwnLimit } from '../risk/ownLimits.ts'
import { depositFixture } from '../../tests/deposits/depositFixture.ts'
import { copyRow, failingFor } from '../../tests/ledger/badBatch.ts'
import { refusalOf } from '../../tests/trading/tradingFixture.ts'
import type { DepositChainReader, SeenChainTransfer } from './chains/chain.ts'
import { simulatedChainName } from './chains/simulated.ts'
import { log } from '../core/log.ts'
import { depositsHandlers } from './handlers.ts'
import { escalateLateDepositClaims } from './lateClaims.ts'
import { createDepositReviewKind } from './review.ts'

// Claims beside transactions that pay several people, or one person several times.

let world: Awaited<ReturnType<typeof depositFixture>>
let ann: SignedInUser
let bob: SignedInUser
beforeAll(async () => {
  world = await depositFixture()
  await world.step(chain)
})
afterAll(async () => {
  await world.db.close()
})
beforeEach(async () => {
  ;[ann, bob] = [await world.verified(), await world.verified()]
})

/** A chain of which every block is written by hand. */
const blocks: SeenChainTransfer[][] = [[]]
const hashAt = (number: number) => `block ${number}`
const chain: DepositChainReader = {
  name: simulatedChainName,
  most: 100,
  head: async () => blocks.length - 1,
  hashOf: async (number) => (number < blocks.length ? hashAt(number) : undefined),
  read: async (from, to) => {
    const numbers = Array.from({ length: to - from + 1 }, (_, at) => from + at)
    return {
      parent: hashAt(from - 1),
      blocks: numbers.map((number) => ({ number, hash: hashAt(number) })),
      transfers: numbers.flatMap((number) => blocks[number] ?? []),
    }
  },
}

let transactions = 0
const newHash = () => (++transactions).toString(16).padStart(64, '0')
/** One transaction with these outputs, in a block of its own that is then confirmed. */
async function pay(txHash: string, outputs: { to: SignedInUser; money: string; currency?: string }[]): Promise<void> {
  world.clock.advance(1000)
  const block = { number: blocks.length, hash: hashAt(blocks.length) }
  const transfers = await Promise.all(
    outputs.map(async ({ to, money, currency = 'USDT' }, logIndex) => {
      const { address } = await world.address(to, currency, 'TRC20')
      return { txHash, logIndex, block, to: address, currency, chainType: 'TRC20', amount: asDecimal(money) }
    }),
  )
  blocks.push(transfers, ...Array.from({ length: 25 }, () => []))
  await world.step(chain)
}
const claim = async (who: SignedInUser, txHash: string, money: string, currency = 'USDT') =>
  world.claim(who, txHash, money, [await world.picture(who)], currency)
const approve = (who: SignedInUser, id: string) =>
  world.ask(who, ({ sql, now, afterCommit }) =>
    createDepositReviewKind(world.app).approve(sql, id, { name: 'reviewer ann', isAutomatic: false }, now, afterCommit),
  )
const endings = async (who: SignedInUser) =>
  (await world.list(who)).records.map(({ source, status, money, creditedMoney }) => [source, status, money, creditedMoney])

describe('a transaction that pays several people', () => {
  it('brings each what is theirs, whoever claimed their own part of it', async () => {
    const txHash = newHash()
    await approve(ann, (await claim(ann, txHash, '40')).id)
    await pay(txHash, [
      { to: ann, money: '40' },
      { to: bob, money: '70' },
    ])
    expect([await world.real(ann), await world.real(bob)]).toEqual(['40.00000000', '70.00000000'])
  })

  it('can be claimed by each of them, and a claim ends by its own transfer alone', async () => {
    const txHash = newHash()
    const mine = await claim(ann, txHash, '40')
    const theirs = await claim(bob, txHash, '70')
    await pay(txHash, [{ to: ann, money: '40' }])
    expect((await world.list(ann)).records.find(({ id }) => id === mine.id)).toMatchObject({ status: -1, reason: 'foundOnChain' })
    await approve(bob, theirs.id)
    expect([await world.real(ann), await world.real(bob)]).toEqual(['40.00000000', '70.00000000'])
  })

  it('is claimed in each of its currencies', async () => {
    const txHash = newHash()
    await approve(ann, (await claim(ann, txHash, '40')).id)
    await approve(ann, (await claim(ann, txHash, '50', 'TRX')).id)
    expect(await refusalOf(claim(ann, txHash, '50', 'TRX'))).toMatchObject({ name: 'txAlreadyClaimed' })
    await pay(txHash, [
      { to: ann, money: '40' },
      { to: ann, money: '50', currency: 'TRX' },
    ])
    expect([await world.real(ann), await world.real(ann, 'TRX')]).toEqual(['40.00000000', '50.00000000'])
  })
})

describe('a claim that was credited', () => {
  it('of less than was sent leaves the rest to be credited', async () => {
    const txHash = newHash()
    await approve(ann, (await claim(ann, txHash, '40')).id)
    await pay(txHash, [{ to: ann, money: '100' }])
    expect(await endings(ann)).toEqual([
      ['chain', 1, '100.00000000', '60.00000000'],
      ['claim', 1, '40.00000000', '40.00000000'],
    ])
    expect(await world.real(ann)).toBe('100.00000000')
  })

  it.each([
    [['40', '40'], '80.00000000'],
    [['30', '40'], '70.00000000'],
    [['70', '40'], '110.00000000'],
    [['15', '15'], '40.00000000'],
  ])('of 40 stands for no more of the transfers %j than that', async (sent, held) => {
    const txHash = newHash()
    await approve(ann, (await claim(ann, txHash, '40')).id)
    await pay(
      txHash,
      sent.map((money) => ({ to: ann, money })),
    )
    expect(await world.real(ann)).toBe(held)
  })
})

it('counts what is credited of a transfer, and no more, towards one’s own limit', async () => {
  const txHash = newHash()
  await approve(ann, (await claim(ann, txHash, '40')).id)
  await pay(txHash, [{ to: ann, money: '100' }])
  const rows = await world.db.query<{ value_usdt: string }>('select value_usdt from deposit where user_id = $1 order by id', [ann.userId])
  expect(rows.map(({ value_usdt }) => value_usdt)).toEqual(['40.00000000', '60.00000000'])
})

it('refuses an amount that nobody sends, and one with more digits than its chain has', async () => {
  expect(await refusalOf(claim(ann, newHash(), '99999999999999999999'))).toEqual({ name: 'aboveMax', detail: { max: '100000000 USDT' } })
  expect(await refusalOf(claim(ann, newHash(), '40.1234567'))).toEqual({ name: 'validation', detail: { field: 'money', rule: 'scale' } })
  expect(await claim(ann, newHash(), '40.123456')).toMatchObject({ status: 0 })
})

it('counts a claim towards one’s own limit where no price is known yet', async () => {
  await setOwnLimit(world.db, ann.userId, 'depositDay', asDecimal('100'), world.clock.now())
  const market = Object.create(world.app.market, { quote: { value: () => undefined } }) as typeof world.app.market
  const silent = { ...world.app, market }
  const claim = {
    currency: 'ETH',
    chainType: 'ERC20',
    money: asDecimal('101'),
    txHash: `0x${newHash()}`,
    voucher: [await world.picture(ann)],
  }
  expect(await refusalOf(world.ask(ann, (context) => depositsHandlers(silent).claim(claim, context)))).toMatchObject({ name: 'ownLimit' })
})

describe('a claim that nobody decided in its day', () => {
  const notices = async (who: SignedInUser) =>
    (await world.db.query<{ kind: string }>('select kind from inbox_notice where user_id = $1 order by id', [who.userId])).map(
      ({ kind }) => kind,
    )
  const states = async (who: SignedInUser) => (await world.list(who)).records.map(({ status, isLate }) => [status, isLate])

  it('is passed on once, by however many servers, and its owner is notified; one that was decided in time is not', async () => {
    const late = await claim(ann, newHash(), '40')
    const decided = await claim(bob, newHash(), '41')
    world.clock.advance(24 * 3_600_000 - 1)
    await escalateLateDepositClaims(world.app)
    expect([await states(ann), await notices(ann)]).toEqual([[[0, undefined]], []])
    await approve(bob, decided.id)
    world.clock.advance(1)
    await Promise.all([1, 2, 3].map(() => escalateLateDepositClaims(world.app)))
    await escalateLateDepositClaims(world.app)
    expect([await states(ann), await notices(ann)]).toEqual([[[0, true]], ['depositLate']])
    expect([await states(bob), await notices(bob)]).toEqual([[[1, undefined]], ['depositCredited']])
    await approve(ann, late.id)
    expect([await states(ann), await notices(ann)]).toEqual([[[1, undefined]], ['depositLate', 'depositCredited']])
  })

  it('keeps no other waiting that is as late when it cannot be written', async () => {
    const [broken, whole] = [await claim(ann, newHash(), '40'), await claim(bob, newHash(), '41')]
    world.clock.advance(24 * 3_600_000)
    const error = vi.spyOn(log, 'error').mockImplementation(() => {})
    const failing: typeof world.app.db = {
      ...world.db,
      transaction: (work) =>
        world.db.transaction((sql) =>
          work({
            query: (text, values) => (values?.[0] === broken.id ? Promise.reject(new Error('not written')) : sql.query(text, values)),
          }),
        ),
    }
    await escalateLateDepositClaims({ ...world.app, db: failing })
    expect(error.mock.calls.map(([words]) => words)).toEqual([`the late claim of deposit ${broken.id} could not be passed on`])
    expect([await states(ann), await states(bob)]).toEqual([[[0, undefined]], [[0, true]]])
    error.mockRestore()
    await escalateLateDepositClaims(world.app)
    expect(await states(ann)).toEqual([[0, true]])
    expect(whole.id).not.toBe(broken.id)
  })
})

describe('claims that cannot be written', () => {
  it('keep none waiting that is as late, however many they are', async () => {
    const [broken, whole] = [await claim(ann, newHash(), '40'), await claim(bob, newHash(), '41')]
    const due = String(world.clock.now())
    const ids = [
      broken.id,
      ...(await copyRow(world.db, 'deposit', broken.id, 400, { unique: ['order_no', 'tx_hash'], also: { due_ms: due } })),
    ]
    world.clock.advance(24 * 3_600_000)
    const error = vi.spyOn(log, 'error').mockImplementation(() => {})
    await escalateLateDepositClaims({ ...world.app, db: failingFor(world.db, ids) })
    error.mockRestore()
    const isLate = async (id: string) =>
      (await world.db.query<{ late: boolean }>('select escalated_ms is not null as late from deposit where id = $1', [id]))[0]?.late
    expect([await isLate(broken.id), await isLate(whole.id)]).toEqual([false, true])
    await escalateLateDepositClaims(world.app)
    expect(await Promise.all(ids.map(isLate))).toEqual(ids.map(() => true))
  })
})

it('keeps the ledger sound through all of it', async () => {
  expect(await findAllLedgerViolations(world.db)).toEqual([])
})
