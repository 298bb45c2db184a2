import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { verifyServerSignature } from '#api/priceRecord/webCrypto.ts'
import { asDecimal } from '#contract/decimal.ts'
import { instantToWireTime } from '#contract/time.ts'
import { depositAddressSigningText } from '#rules/depositAddress.ts'
import { sandboxXpubs } from '../core/startup/depositConfig.ts'
import { existsOrderNoOfUser } from '../core/ownOrder.ts'
import { readPublishedSigningKeys } from '../core/signingKeys.ts'
import { setOwnLimit } from '../risk/ownLimits.ts'
import { beginTradingBreak, addHours } from '../risk/breaks.ts'
import { depositFixture } from '../../tests/deposits/depositFixture.ts'
import { refusalOf } from '../../tests/trading/tradingFixture.ts'
import { creditConfirmedDeposits } from './credit.ts'
import { depositsHandlers } from './handlers.ts'
import { createDepositReviewKind } from './review.ts'
import { scanChainForDeposits } from './watch.ts'

let world: Awaited<ReturnType<typeof depositFixture>>
beforeAll(async () => {
  world = await depositFixture()
  await world.step()
})
afterAll(async () => {
  await world.db.close()
})

const hash = (n: number) => n.toString(16).padStart(64, '0')
const staff = { name: 'reviewer ann', isAutomatic: false }

describe('an address', () => {
  it('stays the same, is nobody else’s, and is one for a whole family of networks', async () => {
    const [ann, bob] = [await world.verified(), await world.verified()]
    const first = await world.address(ann, 'USDT', 'ERC20')
    expect(await world.address(ann, 'USDT', 'ERC20')).toMatchObject({ address: first.address })
    expect((await world.address(ann, 'ETH', 'ERC20')).address).toBe(first.address)
    expect((await world.address(ann, 'USDT', 'BEP20')).address).toBe(first.address)
    expect((await world.address(bob, 'USDT', 'ERC20')).address).not.toBe(first.address)
    expect(first.warn).toContain('simulatedChain')
  })

  it('is given out once when many ask at once', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => world.verified()))
    const addresses = await Promise.all([...people, ...people].map((who) => world.address(who, 'BTC', 'BTC')))
    expect(new Set(addresses.map(({ address }) => address)).size).toBe(12)
    for (const [at] of people.entries()) expect(addresses[at]?.address).toBe(addresses[at + 12]?.address)
  })

  it('carries a signature that the app can check, and that fits nobody else and no other address', async () => {
    const [ann, bob] = [await world.verified(), await world.verified()]
    const { address, addressSig, kid } = await world.address(ann)
    const key = (await readPublishedSigningKeys(world.db)).find((key) => key.kid === kid)!
    const of = (userId: string, told: string) => depositAddressSigningText({ userId, currency: 'USDT', chainType: 'TRC20', address: told })
    expect(await verifyServerSignature(of(ann.userId, address), addressSig, key)).toBe(true)
    expect(await verifyServerSignature(of(bob.userId, address), addressSig, key)).toBe(false)
    expect(await verifyServerSignature(of(ann.userId, 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'), addressSig, key)).toBe(false)
  })

  it('is not given during a break from everything, nor on a paused network', async () => {
    const ann = await world.verified()
    const now = world.clock.now()
    await beginTradingBreak(world.db, ann.userId, { kind: 'exclusion', scope: 'all', until: addHours(now, 24) }, now)
    expect(await refusalOf(world.address(ann))).toEqual({
      name: 'selfExcluded',
      detail: { until: instantToWireTime(now + 24 * 3_600_000) },
    })
    await world.db.query(`insert into network_pause (currency, chain_type, deposit, reason) values ('*', 'BTC', true, 'upgrade')`)
    const bob = await world.verified()
    expect(await refusalOf(world.address(bob, 'BTC', 'BTC'))).toEqual({ name: 'networkSuspended', detail: { reason: 'upgrade' } })
    await world.db.query('delete from network_pause')
    expect(await refusalOf(world.address(bob, 'USDT', 'BTC'))).toMatchObject({ name: 'validation' })
  })

  it('is not given by a claim during a break either: what was given before is named, or none', async () => {
    const [ann, bob] = [await world.verified(), await world.verified()]
    const { address } = await world.address(ann)
    const now = world.clock.now()
    for (const { userId } of [ann, bob])
      await beginTradingBreak(world.db, userId, { kind: 'exclusion', scope: 'all', until: addHours(now, 24) }, now)
    const given = () => world.db.query('select next_index from deposit_key order by fingerprint')
    const before = await given()
    expect(await world.claim(ann, hash(901), '75', [await world.picture(ann)])).toMatchObject({ status: 0, address })
    expect(await world.claim(bob, hash(902), '75', [await world.picture(bob)])).toMatchObject({ status: 0, address: '' })
    expect(await world.db.query('select from deposit_address where user_id = $1', [bob.userId])).toEqual([])
    expect(await given()).toEqual(before)
  })
})

describe('a transfer on the simulated chain', () => {
  it('is seen, confirmed block by block, and credited once with its notice and its line', async () => {
    const ann = await world.verified()
    await world.simulate(ann, '100')
    world.told.length = 0
    await world.pass(1)
    expect((await world.list(ann)).records).toMatchObject([
      { status: 0, confirmations: 1, needConfirmations: 20, money: '100.00000000', creditedMoney: '0.00000000', simulated: true },
    ])
    await world.pass(18)
    expect((await world.list(ann)).records).toMatchObject([{ status: 0, confirmations: 19 }])
    expect(await world.real(ann)).toBe('0.00000000')
    await world.pass(1)
    const { records } = await world.list(ann)
    expect(records).toMatchObject([{ status: 1, creditedMoney: '100.00000000', orderNo: expect.stringMatching(/^RC\d{12}[A-Z2-7]{6}$/) }])
    expect(await existsOrderNoOfUser(world.db, ann.userId, records[0]?.orderNo ?? '')).toBe(true)
    expect(await existsOrderNoOfUser(world.db, (await world.verified()).userId, records[0]?.orderNo ?? '')).toBe(false)
    expect(await world.real(ann)).toBe('100.00000000')
    const mine = world.told.filter(({ userId }) => userId === ann.userId).map(({ event }) => event.t)
    expect(mine.filter((t) => t === 'deposit').length).toBeGreaterThanOrEqual(20)
    expect(mine.filter((t) => t === 'notice')).toHaveLength(1)
    expect(mine.filter((t) => t === 'balance')).toHaveLength(1)
    await world.pass(30)
    expect(await world.real(ann)).toBe('100.00000000')
  })

  it('below the minimum waits, and is credited with what completes it', async () => {
    const ann = await world.verified()
    await world.simulate(ann, '6')
    await world.pass(25)
    expect((await world.list(ann)).records).toMatchObject([{ status: 0, belowMin: true }])
    await world.simulate(ann, '4')
    await world.pass(25)
    expect((await world.list(ann)).records.map(({ status, creditedMoney }) => [status, creditedMoney])).toEqual([
      [1, '4.00000000'],
      [1, '6.00000000'],
    ])
    expect(await world.real(ann)).toBe('10.00000000')
  })

  it('below the minimum takes no wallet and no turn at the chain while nothing completes it', async () => {
    const alone = await depositFixture()
    await alone.step()
    const ann = await alone.verified()
    await alone.simulate(ann, '6')
    await alone.pass(90)
    expect((await alone.list(ann)).records).toMatchObject([{ status: 0, belowMin: true }])
    const turns = async () => (await alone.db.query<{ step: string }>('select step from chain_cursor'))[0]?.step
    const before = await turns()
    await alone.pass(3)
    expect(await turns()).toBe(before)
    let transactions = 0
    const transaction = <T>(work: Parameters<typeof alone.db.transaction<T>>[0]) => {
      transactions++
      return alone.db.transaction<T>(work)
    }
    await creditConfirmedDeposits({ ...alone.app, db: { ...alone.db, transaction } }, alone.chain.name)
    expect(transactions).toBe(0)
    await alone.simulate(ann, '4')
    await alone.pass(25)
    expect(await alone.real(ann)).toBe('10.00000000')
    await alone.db.close()
  })

  it('waits while no server runs, and is credited afterwards', async () => {
    const ann = await world.verified()
    await world.simulate(ann, '50')
    world.clock.advance(86_400_000)
    await world.step()
    expect(await world.real(ann)).toBe('50.00000000')
  })

  it('does not exist beside a node that says what really came in', async () => {
    const ann = await world.verified()
    const watched = {
      ...world.app,
      config: { ...world.app.config, deposits: { xpubs: sandboxXpubs, rpcUrls: { ethereum: 'http://127.0.0.1:9' } } },
    }
    const calls = depositsHandlers(watched)
    const simulate = (chainType: string) =>
      world.ask(ann, (context) => calls.simulate({ currency: 'USDT', chainType, money: asDecimal('100') }, context))
    expect(await refusalOf(simulate('ERC20'))).toEqual({ name: 'notFound', detail: {} })
    await simulate('TRC20')
  })

  it('does not exist in production', async () => {
    const real = await depositFixture({ env: 'production' })
    const ann = await real.verified()
    expect(await refusalOf(real.simulate(ann, '100'))).toEqual({ name: 'notFound', detail: {} })
    expect(await refusalOf(real.address(ann))).toMatchObject({ name: 'networkUnwatched' })
    await real.db.close()
  })
})

describe('a claim', () => {
  it('waits for a decision, is credited by it, and only once', async () => {
    const ann = await world.verified()
    const photo = await world.picture(ann)
    const claimed = await world.claim(ann, hash(1), '75', [photo])
    expect(claimed).toMatchObject({ status: 0, source: 'claim', voucher: [photo] })
    const review = createDepositReviewKind(world.app)
    const waiting = (await review.waiting(world.db, 100)).find(({ id }) => id === claimed.id)
    expect(waiting).toMatchObject({ userId: ann.userId, files: [photo], facts: { money: '75.00000000 USDT', txHash: hash(1) } })
    const approve = () => world.ask(ann, ({ sql, now, afterCommit }) => review.approve(sql, claimed.id, staff, now, afterCommit))
    const both = await Promise.allSettled([approve(), approve()])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await refusalOf(approve())).toMatchObject({ name: 'stateConflict' })
    expect(await world.real(ann)).toBe('75.00000000')
  })

  it('is rejected with a reason of the list and no other, and can then be made again', async () => {
    const ann = await world.verified()
    const photo = await world.picture(ann)
    const { id } = await world.claim(ann, hash(2), '75', [photo])
    const review = createDepositReviewKind(world.app)
    const reject = (reason: string) =>
      world.ask(ann, ({ sql, now, afterCommit }) => review.reject(sql, id, reason, staff, now, afterCommit))
    expect(await refusalOf(reject('pay a fee'))).toMatchObject({ name: 'validation' })
    expect(await refusalOf(world.claim(ann, hash(2), '75', [photo]))).toMatchObject({ name: 'txAlreadyClaimed' })
    await reject('notFound')
    expect((await world.list(ann)).records).toMatchObject([{ status: -1, reason: 'notFound' }])
    expect(await refusalOf(reject('notFound'))).toMatchObject({ name: 'stateConflict' })
    expect(await world.claim(ann, hash(2).toUpperCase(), '75', [photo])).toMatchObject({ status: 0 })
    expect(await world.real(ann)).toBe('0.00000000')
  })

  it('of what the chain shows is refused, and one that was made before ends when the transfer is found', async () => {
    const ann = await world.verified()
    const photo = await world.picture(ann)
    const { txHash } = await world.simulate(ann, '30')
    const { id } = await world.claim(ann, txHash, '30', [photo])
    await world.pass(2)
    expect((await world.list(ann)).records).toMatchObject([
      { source: 'chain', status: 0 },
      { id, status: -1, reason: 'foundOnChain' },
    ])
    expect(await refusalOf(world.claim(ann, txHash, '30', [photo]))).toMatchObject({ name: 'txAlreadyClaimed' })
    await world.pass(25)
    expect(await world.real(ann)).toBe('30.00000000')
  })

  it('that was credited keeps the transfer from being credited again', async () => {
    const ann = await world.verified()
    const { txHash } = await world.simulate(ann, '40')
    const { id } = await world.claim(ann, txHash, '40', [await world.picture(ann)])
    await world.ask(ann, ({ sql, now, afterCommit }) => createDepositReviewKind(world.app).approve(sql, id, staff, now, afterCommit))
    await world.pass(25)
    expect((await world.list(ann)).records).toMatchObject([
      { source: 'chain', status: -1, reason: 'creditedByClaim' },
      { id, status: 1 },
    ])
    expect(await world.real(ann)).toBe('40.00000000')
  })

  it('refuses others’ pictures, amounts below the minimum, what is no transaction, and more than one’s own limit', async () => {
    const [ann, bob] = [await world.verified(), await world.verified()]
    const photo = await world.picture(ann)
    expect(await refusalOf(world.claim(bob, hash(3), '75', [photo]))).toMatchObject({ name: 'notFound' })
    expect(await refusalOf(world.claim(ann, hash(3), '9', [photo]))).toEqual({ name: 'belowMin', detail: { min: '10 USDT' } })
    expect(await refusalOf(world.claim(ann, 'abc', '75', [photo]))).toMatchObject({ name: 'validation', detail: { field: 'txHash' } })
    await setOwnLimit(world.db, ann.userId, 'depositDay', asDecimal('100'), world.clock.now())
    await world.claim(ann, hash(3), '75', [photo])
    expect(await refusalOf(world.claim(ann, hash(4), '26', [photo]))).toEqual({ name: 'ownLimit', detail: { left: '25.00' } })
    expect((await world.list(bob)).records).toEqual([])
  })
})

describe('what was decided', () => {
  it('stays as it is, whoever asks the database', async () => {
    const ann = await world.verified()
    await world.simulate(ann, '20')
    await world.pass(25)
    const [row] = (await world.list(ann)).records
    await expect(world.db.query('update deposit set status = 0, credited = null where id = $1', [row!.id])).rejects.toThrow(
      /is not changed|refused/,
    )
    await expect(world.db.query('delete from deposit where id = $1', [row!.id])).rejects.toThrow(/is not changed|refused/)
    await expect(world.db.query(`update deposit_address set address = 'x'`)).rejects.toThrow(/refused/)
  })
})

describe('many at once', () => {
  it('by two servers, some of which die: each transfer is credited exactly once', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => world.verified()))
    const sent = await Promise.all(
      people.flatMap((who) => Array.from({ length: 5 }, async (_, n) => ({ who, ...(await world.simulate(who, String(10 + n))) }))),
    )
    expect(sent).toHaveLength(40)
    let tries = 0
    /** A server whose transactions fail now and then, also after everything was written. */
    const shaky = {
      ...world.app,
      db: {
        ...world.db,
        transaction: <T>(work: Parameters<typeof world.db.transaction<T>>[0]) =>
          world.db.transaction<T>(async (sql) => {
            const result = await work(sql)
            if (tries++ % 3 === 0) throw new Error('died')
            return result
          }),
      },
    }
    const turns = async (app: typeof world.app, holder: string) => {
      for (let n = 0; n < 15; n++) await scanChainForDeposits(app, world.chain, holder).catch(() => undefined)
    }
    for (let second = 0; second < 24; second++) {
      world.clock.advance(1000)
      // The lease is by the database's own clock: it is let go, so that both servers come to work at once.
      await world.db.query(`update chain_cursor set until = '-infinity'`)
      await Promise.all([turns(shaky, 'a'), turns(world.app, 'b'), turns(world.app, 'c')])
    }
    await world.db.query(`update chain_cursor set until = '-infinity'`)
    await world.step()
    for (const who of people) expect(await world.real(who)).toBe('60.00000000')
    expect(await findAllLedgerViolations(world.db)).toEqual([])
  })
})

it('keeps the ledger sound through all of it', async () => {
  expect(await findAllLedgerViolations(world.db)).toEqual([])
})
