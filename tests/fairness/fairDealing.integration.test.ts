import { afterAll, describe, expect, it } from 'vitest'
import { asDecimal as d } from '#contract/decimal.ts'
import { recheckReceipt } from '#rules/recheck/recheckReceipt.ts'
import { missingRecordGraceSeconds, findPriceRecordWithinGrace, computeSecondContractOutcome } from '#rules/second/secondContract.ts'
import { insertSecondContractOrder } from '#server/secondContracts/store.ts'
import type { SecondContractOrderRow } from '#server/secondContracts/order.ts'
import { newRowId, newOrderNo } from '#server/core/ids.ts'
import { differences, orderOf, secondOutcome } from '../../public/verify-second.mjs'
import { createRandom, seed } from '../ledger/random.ts'
import { settlementFixture } from '../ledger/settlementFixture.ts'

// docs/rules/{fair-dealing,prices}.md.

const worlds: Awaited<ReturnType<typeof settlementFixture>>[] = []
const aWorld = async () => {
  const world = await settlementFixture()
  worlds.push(world)
  return world
}
afterAll(async () => {
  for (const world of worlds) await world.end()
})

const outcomes = async (world: (typeof worlds)[0]) =>
  (await world.db.query<SecondContractOrderRow>('select * from second_order order by symbol, type, seconds, account_type')).map(
    ({ symbol, type, seconds, open_price, close_price, open_record_sec, close_record_sec, result, payout }) => ({
      symbol,
      type,
      seconds,
      open_price,
      close_price,
      open_record_sec,
      close_record_sec,
      result,
      payout,
    }),
  )

/** Two minutes of two markets, with a gap at the closing second of some. */
async function play(world: (typeof worlds)[0], lookEvery: number) {
  const who = await world.person()
  for (const type of [1, 2]) {
    await world.second(who, { type })
    await world.second(who, { type, symbol: 'ETHUSDT', setId: 'ETHUSDT-60' })
  }
  for (let sec = 1; sec <= 70; sec++) {
    world.feed.put({ BTCUSDT: `${60_000 + ((sec * 37) % 11)}.${sec}` })
    if (sec >= 60 && sec <= 63) world.feed.silence('ETHUSDT')
    else world.feed.put({ ETHUSDT: `${3000 + (sec % 7)}` })
    await world.pass(1)
    if (sec % lookEvery === 0) await world.work()
  }
}

describe('when it is settled changes nothing', () => {
  it('an hour late it is what it would have been in time', async () => {
    const [prompt, late] = [await aWorld(), await aWorld()]
    await play(prompt, 1)
    prompt.clock.advance(40_000)
    await prompt.work()
    await play(late, 1_000)
    expect((await outcomes(late)).every(({ result }) => result === null)).toBe(true)
    late.clock.advance(3_600_000)
    late.feed.put({ BTCUSDT: '1', ETHUSDT: '1' })
    await late.pass(3)
    await late.work()
    const [a, b] = [await outcomes(prompt), await outcomes(late)]
    expect(a).toEqual(b)
    expect(new Set(a.map(({ result }) => result)).size).toBeGreaterThanOrEqual(2)
    expect(a.every(({ result }) => result !== null)).toBe(true)
  })
})

describe('play money wins no more often', () => {
  it('the same orders on the same records have the same results in both books', async () => {
    const world = await aWorld()
    const chance = createRandom(7)
    const at = world.clock.now()
    for (let n = 0; n < 60; n++) {
      const seconds = chance.oneOf([20, 30, 40])
      const openSec = Math.floor(at / 1000) + 1
      const [type, money] = [chance.oneOf([1, 2]), d((10 + chance.next() * 90).toFixed(8))]
      for (const account_type of [1, 2])
        await insertSecondContractOrder(world.db, {
          id: newRowId(at + n),
          order_no: newOrderNo('SC', at),
          user_id: String(95_000 + n),
          account_type,
          symbol: 'BTCUSDT',
          set_id: `BTCUSDT-${seconds}`,
          seconds,
          type,
          money,
          odds: d('0.85'),
          feed: world.app.market.feed,
          accepted_ms: at,
          open_sec: openSec,
          close_sec: openSec + seconds,
        })
    }
    for (let sec = 0; sec < 45; sec++) {
      world.feed.put({ BTCUSDT: (60_000 + chance.next()).toFixed(10) })
      await world.pass(1)
    }
    await world.work()
    const rows = await world.db.query<SecondContractOrderRow>('select * from second_order')
    expect(rows).toHaveLength(120)
    const of = (book: number) =>
      rows
        .filter(({ account_type }) => account_type === book)
        .map(({ user_id, type, money, result, payout, open_price, close_price }) => ({
          user_id,
          type,
          money,
          result,
          payout,
          open_price,
          close_price,
        }))
        .toSorted((a, b) => Number(a.user_id) - Number(b.user_id))
    expect(of(1)).toEqual(of(2))
    expect(new Set(of(1).map(({ result }) => result))).toEqual(new Set([1, 2]))
  })
})

describe('a stand-alone verifier agrees', () => {
  it(`on 10,000 random orders (MONEY_SEED=${seed}): ours, the phone's and the downloadable one`, () => {
    const chance = createRandom(seed)
    const seen = new Map<number, number>()
    for (let n = 0; n < 10_000; n++) {
      const acceptedMs = 1_795_190_400_000 + Math.floor(chance.next() * 1e9)
      const seconds = chance.oneOf([60, 120, 180, 300, 600])
      const openSec = Math.floor(acceptedMs / 1000) + 1
      const price = () => (chance.next() < 0.1 ? '60000.0000000000' : (60_000 + (chance.next() - 0.5) * 0.00001).toFixed(10))
      // Now and then a second has no record, or three have none.
      const around = (sec: number) => [0, 1, 2, 3].flatMap((more) => (chance.next() < 0.25 ? [] : [{ sec: sec + more, price: d(price()) }]))
      const records = [...around(openSec), ...around(openSec + seconds)]
      const order = {
        type: chance.oneOf([1, 2]),
        money: d((1 + chance.next() * 5000).toFixed(8)),
        odds: d(chance.oneOf(['0.80', '0.82', '0.83', '0.85', '0.88'])),
      }
      const ours = computeSecondContractOutcome(
        order,
        findPriceRecordWithinGrace(records, openSec),
        findPriceRecordWithinGrace(records, openSec + seconds),
      )
      seen.set(ours.result, (seen.get(ours.result) ?? 0) + 1)
      const use = (name: string, first: number) =>
        Array.from({ length: missingRecordGraceSeconds + 1 }, (_, more) => first + more).map((sec) => ({
          use: name,
          symbol: 'BTCUSDT',
          sec,
          price: records.find((record) => record.sec === sec)?.price ?? null,
        }))
      const receipt = {
        formula: 'second',
        state: 'done',
        inputs: Object.entries({ ...order, acceptedMs, seconds, symbol: 'BTCUSDT' }).map(([name, value]) => ({
          name,
          value: String(value),
        })),
        priceRecords: [...use('open', openSec), ...use('close', openSec + seconds)],
        figures: [
          { name: 'outcome', value: String(ours.result) },
          { name: 'payout', value: ours.payout },
        ],
      }
      const stranger = secondOutcome(
        orderOf(receipt),
        receipt.priceRecords.filter(({ price }) => price !== null),
      )
      if (stranger.payout !== ours.payout || stranger.outcome !== ours.result || differences(receipt, stranger).length > 0)
        throw new Error(`the stand-alone verifier says ${JSON.stringify(stranger)}, we ${JSON.stringify(ours)}: ${JSON.stringify(receipt)}`)
      const wrong = recheckReceipt(receipt)?.filter(({ isSame }) => !isSame)
      if (wrong?.length !== 0) throw new Error(`the phone says ${JSON.stringify(wrong)} of ${JSON.stringify(receipt)}`)
    }
    expect([...seen.keys()].toSorted()).toEqual([1, 2, 3, 4])
  })
  it('and notices a result that does not follow', () => {
    const receipt = {
      formula: 'second',
      inputs: Object.entries({ type: '1', money: '100', odds: '0.85', seconds: '60', acceptedMs: '1795190400300' }).map(
        ([name, value]) => ({ name, value }),
      ),
      figures: [{ name: 'payout', value: '0.00000000' }],
    }
    const told = secondOutcome(orderOf(receipt), [
      { sec: 1795190401, price: '1' },
      { sec: 1795190461, price: '2' },
    ])
    expect(differences(receipt, told)).toEqual([{ name: 'payout', shown: '0.00000000', computed: '185.00000000' }])
  })
})
