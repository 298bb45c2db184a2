import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SignedInUser } from '#server/core/visitor.ts'
import { asDecimal as d } from '#contract/decimal.ts'
import { closeReason } from '#contract/states.ts'
import { networks } from '#db/seed/networks.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { post } from '#ledger/ledger.ts'
import { isSwapMarket } from '#rules/swap.ts'
import { listNetworksWithTerms } from '#server/chains/networks.ts'
import { loadWithdrawabilityLookup } from '#server/risk/withdrawability.ts'
import { findSpotOrderCancelReason } from '#server/spot/recheck.ts'
import { createRandom, seed } from '../ledger/random.ts'
import { realAccountFixture } from '../limits/realAccountFixture.ts'
import { refusalOf } from '../trading/tradingFixture.ts'

// Where money is real, every coin that can be bought has an open way out; and what somebody has is sold and withdrawn whatever is paused.

/** The same module with prices that count as real ones. */
async function liveWorld(env: 'sandbox' | 'production') {
  const world = await realAccountFixture({ env })
  const { market } = world.app
  const { quote } = market
  market.quote = (symbol) => {
    const now = quote(symbol)
    return now && { ...now, feedMode: 'LIVE' }
  }
  return world
}

let world: Awaited<ReturnType<typeof liveWorld>>
let ann: SignedInUser
beforeAll(async () => {
  world = await liveWorld('production')
})
afterAll(() => world.end())
beforeEach(async () => {
  world.feed.put({ BTCUSDT: '60000', ETHUSDT: '3000' })
  await world.pass(1)
  await world.db.query('delete from network_pause')
  ann = await world.person()
})

const pause = (currency: string, chainType: string, { deposit = false, withdraw = true } = {}) =>
  world.db.query('insert into network_pause (currency, chain_type, deposit, withdraw, reason) values ($1, $2, $3, $4, $5)', [
    currency,
    chainType,
    deposit,
    withdraw,
    'a node upgrade',
  ])
const give = (who: SignedInUser, currency: string, amount: string) =>
  world.db.transaction((sql) =>
    post(sql, {
      book: 1,
      refType: 'test',
      refId: `${who.userId} ${currency}`,
      at: world.clock.now(),
      legs: [
        { user: who.userId, currency, bucket: 'AVAIL', amount: d(amount), type: 36 },
        { house: 'CAPITAL', currency, amount: d(`-${amount}`) },
      ],
    }),
  )
const order = (symbol: string, over: object) => ({ accountType: 1, symbol, direction: 1, orderType: 1, money: d('100'), ...over }) as never
const ways = (symbol: string, accountType = 1, direction = 1): [string, () => Promise<unknown>][] => {
  const base = symbol.replace('USDT', '')
  const [fromCurrency, toCurrency] = direction === 1 ? ['USDT', base] : [base, 'USDT']
  return [
    ['spot', () => world.preview(ann, order(symbol, { accountType, direction, posType: 1, slippageBps: 50 }))],
    [
      'limit',
      () =>
        world.preview(
          ann,
          order(symbol, { accountType, direction, posType: 1, slippageBps: 50, orderType: 2, price: d(base === 'BTC' ? '60000' : '3000') }),
        ),
    ],
    ['instant', () => world.preview(ann, order(symbol, { accountType, direction, posType: 4 }))],
    ['fast', () => world.preview(ann, order(symbol, { accountType, direction, posType: 5 }))],
    ['swap', () => world.quote(ann, { accountType, fromCurrency, toCurrency, fromAmount: direction === 1 ? d('100') : d('0.01') })],
  ]
}
/** What each way of buying or selling answers: '' where it is open. */
const answers = async (asked: [string, () => Promise<unknown>][]) => {
  const found: Record<string, string> = {}
  for (const [name, ask] of asked)
    found[name] = await ask().then(
      () => '',
      async (error: unknown) => (await refusalOf(Promise.reject(error))).name,
    )
  return found
}
const open = { spot: '', limit: '', instant: '', fast: '', swap: '' }
const shut = { spot: 'noWayOut', limit: 'noWayOut', instant: 'noWayOut', fast: 'noWayOut', swap: 'noWayOut' }

describe('in production a coin that nothing would take out again', () => {
  it('is not bought in any of the ways, says which coin, and the ticket knows before anything is typed', async () => {
    expect(await answers(ways('BTCUSDT'))).toEqual(open)
    await pause('BTC', 'BTC')
    expect(await answers(ways('BTCUSDT'))).toEqual(shut)
    expect(await answers(ways('ETHUSDT'))).toEqual(open)
    const [, ask] = ways('BTCUSDT')[0]!
    expect(await refusalOf(ask())).toEqual({ name: 'noWayOut', detail: { currency: 'BTC' } })
    expect((await world.mine(ann)).notBought).toContain('BTC')
    expect((await world.mine(ann)).notBought).not.toContain('ETH')
  })

  it('is sold and swapped into USDT as always, also when USDT itself is paused', async () => {
    await give(ann, 'BTC', '1')
    await pause('BTC', 'BTC')
    for (const chainType of ['TRC20', 'ERC20', 'BEP20']) await pause('USDT', chainType)
    expect(await answers(ways('BTCUSDT', 1, 2))).toEqual(open)
    const sold = await world.open(ann, order('BTCUSDT', { direction: 2, posType: 1, slippageBps: 50, money: undefined, quantity: d('1') }))
    expect(sold).toMatchObject({ status: 3 })
  })

  it('is refused to a swap from another coin, also when the quote came before the pause', async () => {
    await give(ann, 'ETH', '1')
    const { quoteId } = await world.quote(ann, { accountType: 1, fromCurrency: 'ETH', toCurrency: 'BTC', fromAmount: d('1') })
    await pause('*', 'BTC')
    expect(await refusalOf(world.exchange(ann, quoteId))).toMatchObject({ name: 'noWayOut' })
    expect(await refusalOf(world.quote(ann, { accountType: 1, fromCurrency: 'ETH', toCurrency: 'BTC', fromAmount: d('1') }))).toMatchObject(
      {
        name: 'noWayOut',
      },
    )
  })

  it('is not bought by a firm price or a shown one from before the pause', async () => {
    const asked = [order('BTCUSDT', { posType: 1, slippageBps: 50 }), order('BTCUSDT', { posType: 4 }), order('BTCUSDT', { posType: 5 })]
    const shown = []
    for (const id of asked) shown.push(await world.preview(ann, id))
    await pause('BTC', 'BTC')
    for (const [at, id] of asked.entries())
      expect(await refusalOf(world.place(ann, id, shown[at]?.confirmToken))).toMatchObject({ name: 'noWayOut' })
    expect(await world.has(ann)).toBe('100000.00000000')
  })

  it('is bought by no waiting order either: it ends, and one that sells stands', async () => {
    await give(ann, 'BTC', '1')
    const limit = { posType: 1, slippageBps: 50, orderType: 2, money: undefined, quantity: d('0.1') }
    const buying = await world.open(ann, order('BTCUSDT', { ...limit, price: d('50000') }))
    const selling = await world.open(ann, order('BTCUSDT', { ...limit, direction: 2, price: d('70000') }))
    await pause('BTC', 'BTC')
    const rowOf = async (id: string) => (await world.db.query('select * from spot_order where id = $1', [id]))[0] as never
    expect(await world.db.transaction(async (sql) => findSpotOrderCancelReason(world.app, sql, await rowOf(buying.id)))).toBe(
      closeReason.rule,
    )
    expect(await world.db.transaction(async (sql) => findSpotOrderCancelReason(world.app, sql, await rowOf(selling.id)))).toBeUndefined()
  })

  it('is bought again when a network opens, and while only deposits are paused', async () => {
    await pause('BTC', 'BTC', { deposit: true, withdraw: false })
    expect(await answers(ways('BTCUSDT'))).toEqual(open)
    await world.db.query('update network_pause set withdraw = true')
    expect(await answers(ways('BTCUSDT'))).toEqual(shut)
    await world.db.query('delete from network_pause')
    expect(await answers(ways('BTCUSDT'))).toEqual(open)
  })

  it('is play money in the demo book, which asks nothing', async () => {
    await pause('BTC', 'BTC')
    const asked = ways('BTCUSDT', 2)
    expect(await answers(asked)).toEqual(open)
  })

  it('is a new token that has no network, too', async () => {
    expect((await world.mine(ann)).notBought).toEqual(['TIDE', 'BCN', 'MST'])
  })
})

it('whatever is paused, in production every coin of a market is bought exactly when a network of its own lets it out', async () => {
  const { next: random } = createRandom(seed)
  const coins = symbolSeeds.filter(isSwapMarket).map(({ base }) => base)
  expect(coins.length).toBeGreaterThan(12)
  for (let round = 0; round < 60; round++) {
    await world.db.query('delete from network_pause')
    for (const { currency, chainType } of networks)
      if (random() < 0.5)
        await pause(random() < 0.2 ? '*' : currency, chainType, { withdraw: random() < 0.7, deposit: random() < 0.5 }).catch(() => {})
    const shown = await listNetworksWithTerms(world.db, world.app)
    const hasWay = await loadWithdrawabilityLookup(world.db)
    const closed = new Set((await world.mine(ann)).notBought)
    for (const coin of coins) {
      const isOut = shown.some(({ currency, suspended }) => currency === coin && !suspended.withdraw)
      expect([coin, hasWay(coin), !closed.has(coin)]).toEqual([coin, isOut, isOut])
    }
    const isOut = hasWay('BTC')
    expect(await answers(ways('BTCUSDT'))).toEqual(isOut ? open : shut)
  }
})

it('a sandbox, where nothing ever left, sells what it always sold', async () => {
  const sandbox = await liveWorld('sandbox')
  try {
    await sandbox.db.query(
      `insert into network_pause (currency, chain_type, withdraw, reason) values ('BTC', 'BTC', true, 'a node upgrade')`,
    )
    const bob = await sandbox.person()
    await sandbox.preview(bob, order('BTCUSDT', { posType: 1, slippageBps: 50 }))
    expect((await sandbox.mine(bob)).notBought).toEqual([])
  } finally {
    await sandbox.end()
  }
})
