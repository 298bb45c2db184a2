import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SignedInUser } from '#server/core/visitor.ts'
import type { AnyPosTypeOrderRequest } from '#contract/calls/trading.ts'
import { asDecimal } from '#contract/decimal.ts'
import { Refusal, refusals } from '#contract/refusals.ts'
import { type Database, sqlState } from '#db/database.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { createManualFeed } from '#market/feeds/manualFeed.ts'
import { exposureDrift } from '../trading/exposureDrift.ts'
import { outcomeOf, fullFixture } from './fullFixture.ts'

// docs/rules/README.md: every transition that is not listed is refused and changes nothing. States and actions are lists; what is not allowed follows.

const d = asDecimal
const feed = createManualFeed(symbolSeeds)
feed.put({ BTCUSDT: '60000', ETHUSDT: '3000', SOLUSDT: '150', XAUUSD: '4050', EURUSD: '1.16', USDJPY: '155' })
let world: Awaited<ReturnType<typeof fullFixture>>
let ann: SignedInUser
let bob: SignedInUser

const actions = ['close', 'cancel', 'setStops', 'addMargin', 'closePart'] as const
type Action = (typeof actions)[number]
const act = (who: SignedInUser, action: Action, id: string): Promise<unknown> =>
  world.ask(who, (context): Promise<unknown> => {
    const { trading } = world.rooms
    const calls: Record<Action, () => Promise<unknown>> = {
      close: async () => trading.closePosition({ id }, context),
      cancel: async () => trading.cancelLimit({ id }, context),
      setStops: async () => trading.setStops({ id, stopLoss: null }, context),
      addMargin: async () => trading.addMargin({ id, money: d('1') }, context),
      closePart: async () => trading.closePart({ id, quantity: d('0.01') }, context),
    }
    return calls[action]()
  })

const contract = (over: object = {}) =>
  ({
    accountType: 2,
    posType: 2,
    symbol: 'BTCUSDT',
    direction: 1,
    orderType: 1,
    slippageBps: 50,
    lever: 5,
    quantity: d('0.05'),
    ...over,
  }) as AnyPosTypeOrderRequest
const spot = (over: object = {}) =>
  ({
    accountType: 2,
    posType: 1,
    symbol: 'BTCUSDT',
    direction: 1,
    orderType: 1,
    slippageBps: 50,
    money: d('100'),
    ...over,
  }) as AnyPosTypeOrderRequest
const waiting = { orderType: 2, price: d('50000.00') }
const place = async (order: AnyPosTypeOrderRequest): Promise<string> => (await world.place(ann, order)).id
const done = async (action: Action, id: string): Promise<string> => {
  await act(ann, action, id)
  return id
}
async function option(symbol: string): Promise<string> {
  const chain = await world.ask(ann, (context) => world.rooms.options.chain({ underlying: symbol }, context as never))
  const listed = chain.list.at(-1)
  if (!listed) throw new Error('nothing on sale')
  const { optionId, minQty } = listed
  return place({
    accountType: 2,
    posType: 3,
    symbol,
    direction: 1,
    orderType: 1,
    slippageBps: 50,
    optionId,
    quantity: minQty,
  })
}

type Made = Record<string, string>
/** One order of each kind in each of its states. Of what settles, the market falls silent. */
async function makeAll(): Promise<Made> {
  const made: Made = {
    'contract pending': await place(contract({ ...waiting, quantity: d('0.02') })),
    'contract running': await place(contract()),
    'contract settling': await place(contract({ symbol: 'SOLUSDT', quantity: d('5') })),
    'contract closed': await done('close', await place(contract({ quantity: d('0.03') }))),
    'contract cancelled': await done('cancel', await place(contract({ ...waiting, quantity: d('0.01') }))),
    'spot pending': await place(spot({ ...waiting, money: undefined, quantity: d('0.001') })),
    'spot closed': await place(spot()),
    'spot cancelled': await done('cancel', await place(spot({ ...waiting, money: undefined, quantity: d('0.002') }))),
    'instant closed': await place({
      accountType: 2,
      posType: 4,
      symbol: 'BTCUSDT',
      direction: 1,
      orderType: 1,
      money: d('50'),
    }),
    'fast closed': await place({ accountType: 2, posType: 5, symbol: 'BTCUSDT', direction: 1, orderType: 1, money: d('50') }),
    'option running': await option('BTCUSDT'),
    'option settling': await option('ETHUSDT'),
    'option closed': await option('BTCUSDT').then((id) => done('close', id)),
    'second running': (await world.buySecond(ann, { accountType: 2, symbol: 'BTCUSDT', money: d('10'), setId: 'BTCUSDT-600', type: 1 })).id,
    'second settled': (await world.buySecond(ann, { accountType: 2, symbol: 'XAUUSD', money: d('10'), setId: 'XAUUSD-60', type: 1 })).id,
  }
  feed.silence('SOLUSDT')
  feed.silence('ETHUSDT')
  for (let n = 0; n < 64; n++) await world.next()
  await done('close', made['contract settling'] as string)
  await done('close', made['option settling'] as string)
  return made
}

/** What each state allows; everything else must be refused. */
const allowed: Record<string, readonly Action[]> = {
  'contract pending': ['close', 'cancel'],
  'contract running': ['close', 'setStops', 'addMargin', 'closePart'],
  'spot pending': ['close', 'cancel'],
  'option running': ['close'],
}
const contractOnly: ReadonlySet<Action> = new Set(['setStops', 'addMargin', 'closePart'])

/** The refusal that must come: the general one, or the more exact ones of closing (4611, 4612). */
function refusalFor(state: string, action: Action): (keyof typeof refusals)[] {
  const [kind = '', stage = ''] = state.split(' ')
  if (kind === 'second' || (kind !== 'contract' && contractOnly.has(action))) return ['notFound']
  if (action === 'cancel') return ['stateConflict']
  if (stage === 'settling') return ['settling']
  if (stage === 'closed' || stage === 'cancelled')
    return kind === 'contract' || kind === 'option' ? ['notRunning'] : ['notRunning', 'stateConflict']
  return ['stateConflict']
}

/** The whole database, table by table. */
async function everything(db: Database): Promise<Record<string, string>> {
  const tables = await db.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const sums: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await db.query<{ sum: string }>(
      `select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from "${name}" as t`,
    )
    sums[name] = row?.sum ?? ''
  }
  return sums
}

beforeAll(async () => {
  world = await fullFixture({ feed })
  await world.next()
  ann = await world.person()
  bob = await world.person()
})
afterAll(async () => {
  await world?.end()
})

describe('orders', () => {
  let made: Made
  beforeAll(async () => {
    made = await makeAll()
  })

  it('stand in the states that they are made for', async () => {
    const page = await world.ask(ann, (context) => world.rooms.trading.positions({ pageNo: 1, pageSize: 100, accountType: 2 }, context))
    const numbers: Record<string, number> = { pending: 0, running: 1, settling: 2, closed: 3, cancelled: 4 }
    for (const [state, id] of Object.entries(made).filter(([name]) => !name.startsWith('second')))
      expect([state, page.records.find((record) => record.id === id)?.status]).toEqual([state, numbers[state.split(' ')[1] as string]])
  })

  it('of somebody else are not there, in any state, for any action', async () => {
    const before = await everything(world.db)
    for (const id of Object.values(made)) for (const action of actions) expect(await outcomeOf(act(bob, action, id))).toBe('notFound')
    expect(await everything(world.db)).toEqual(before)
  })

  it('every action that a state does not list is refused by name, with what is so now, and changes nothing', async () => {
    const wrong: string[] = []
    const before = await everything(world.db)
    for (const [state, id] of Object.entries(made))
      for (const action of actions) {
        if (allowed[state]?.includes(action)) continue
        const error = await act(ann, action, id).then(
          () => undefined,
          (thrown: unknown) => thrown,
        )
        const name = error instanceof Refusal ? error.refusal : `no refusal: ${String(error)}`
        if (!(refusalFor(state, action) as string[]).includes(name)) wrong.push(`${state} ${action}: ${name}`)
        if (name === 'stateConflict')
          expect((error as Refusal).detail).toMatchObject({ id, createTime: expect.stringMatching(/^\d{4}-\d\d-\d\d /) })
        expect(await everything(world.db)).toEqual(before)
      }
    expect(wrong).toEqual([])
  })

  it('and every action that one lists is done', async () => {
    const order: Action[] = ['setStops', 'addMargin', 'closePart', 'cancel', 'close']
    for (const [state, listed] of Object.entries(allowed))
      for (const action of order.filter((action) => listed.includes(action) && !(action === 'close' && listed.includes('cancel'))))
        expect([state, action, await outcomeOf(act(ann, action, made[state] as string))]).toEqual([state, action, 'done'])
    expect(await findAllLedgerViolations(world.db)).toEqual([])
    expect(await exposureDrift(world.db)).toEqual([])
  })
})

describe('a price that was promised', () => {
  it('is taken once, by whom it was promised to, in its time', async () => {
    const asked = { accountType: 2, fromCurrency: 'USDT', toCurrency: 'BTC', fromAmount: d('100') }
    const quote = () => world.ask(ann, (context) => world.rooms.swap.quote(asked, context))
    const take = (who: SignedInUser, quoteId: string) => outcomeOf(world.ask(who, (context) => world.rooms.swap.swap({ quoteId }, context)))
    const first = await quote()
    expect(await take(bob, first.quoteId)).toBe('quoteExpired')
    expect(await take(ann, first.quoteId)).toBe('done')
    const before = await everything(world.db)
    expect(await take(ann, first.quoteId)).toBe('quoteExpired')
    const late = await quote()
    for (let n = 0; n < 10; n++) await world.next()
    const after = await everything(world.db)
    expect(await take(ann, late.quoteId)).toBe('quoteExpired')
    expect(await everything(world.db)).toEqual(after)
    expect(after['swap']).toBe(before['swap'])
  })
})

describe('the database itself lets no state go where it must not', () => {
  const tables = {
    position: { states: [0, 1, 2, 3, 4], moves: ['0-1', '0-4', '1-2', '1-3', '2-3'] },
    second_order: { states: [1, 2, 3], moves: ['1-3'] },
    spot_order: { states: [0, 3, 4], moves: ['0-3', '0-4'] },
    option_position: { states: [1, 2, 3], moves: ['1-2', '1-3', '2-3'] },
  }
  it.each(Object.entries(tables))('%s', async (table, { states, moves }) => {
    const rows = await world.db.query<{ id: string; status: number }>(
      `select distinct on (status) id, status from ${table} order by status, id`,
    )
    let tried = 0
    for (const { id, status: from } of rows)
      for (const to of states) {
        if (from === to || moves.includes(`${from}-${to}`)) continue
        const error = await world.db.query(`update ${table} set status = ${to} where id = $1`, [id]).then(
          () => undefined,
          (thrown: unknown) => thrown,
        )
        expect([`${from}-${to}`, ['FL002', '23514'].includes(sqlState(error) ?? '')]).toEqual([`${from}-${to}`, true])
        tried++
      }
    expect(tried).toBeGreaterThan(0)
    for (const { id } of rows)
      await expect(world.db.query(`delete from ${table} where id = $1`, [id])).rejects.toThrow(
        /cannot be deleted|never|refused|immutable|change/,
      )
  })
})

it('double taps, parts, margin, stops and a record that closes, all at once: each is settled once', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => world.person()))
  const theirs = await Promise.all(
    people.map(async (who) => {
      const ids: string[] = []
      for (const lever of [5, 10, 20])
        ids.push((await world.place(who, contract({ lever, quantity: d('0.1'), stopLoss: lever === 5 ? d('59000.00') : undefined }))).id)
      return { who, ids }
    }),
  )
  const storm = theirs.flatMap(({ who, ids }) =>
    ids.flatMap((id) =>
      (['close', 'closePart', 'close', 'addMargin', 'setStops', 'close', 'closePart'] as const).map(
        (action) => () => outcomeOf(act(who, action, id)),
      ),
    ),
  )
  const outcomes = await Promise.all([world.next({ BTCUSDT: '57900' }), ...storm.map((outcome) => outcome())])
  expect(new Set(outcomes.slice(1))).toEqual(new Set(['done', 'notRunning', ...outcomes.filter((outcome) => outcome === 'settling')]))
  const mine = people.map(({ userId }) => userId)
  const open = await world.db.query('select id from position where user_id = any($1::bigint[]) and status <> 3', [mine])
  expect(open).toEqual([])
  const [left] = await world.db.query<{ amount: string }>(
    `select sum(amount) as amount from balance where user_id = any($1::bigint[]) and bucket in ('MARGIN', 'FROZEN')`,
    [mine],
  )
  expect(left?.amount).toBe('0.00000000')
  // What came back is what went in, less the loss that each row says: nothing was booked twice.
  const off = await world.db.query(
    `select p.user_id from (select user_id, sum(returned - margin - added_margin - open_fee + funding) as net from position where user_id = any($1::bigint[]) group by 1) p
     join balance b on b.user_id = p.user_id and b.bucket = 'AVAIL' and b.currency = 'USDT' where b.amount <> 100000 + p.net`,
    [mine],
  )
  expect(off).toEqual([])
  expect(await findAllLedgerViolations(world.db)).toEqual([])
  expect(await exposureDrift(world.db)).toEqual([])
})
