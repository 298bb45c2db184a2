import { afterEach, describe, expect, it, vi } from 'vitest'
import type { SignedInUser } from '#server/core/visitor.ts'
import { sqlState } from '#db/database.ts'
import { wireTimeToInstant, instantToWireTime } from '#contract/time.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { isIeoApplicationIncluded, verifyIeoDraw } from '#rules/ieo/ieoDraw.ts'
import { ieoPauseUntilAfterLapses } from '#server/ieo/pause.ts'
import { tryMarkIeoCancelled } from '#server/ieo/refund.ts'
import { sha256 } from '#server/ieo/secret.ts'
import { ieoFixture } from './ieoFixture.ts'

// Subscriptions of new tokens (docs/rules/token-sales.md; vector I1).

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const end of ends.splice(0)) await end()
})

async function world(over: Parameters<typeof ieoFixture>[0] = {}) {
  const made = await ieoFixture(over)
  ends.push(made.end)
  return made
}

const refusal = (of: Promise<unknown>): Promise<string> =>
  of.then(
    () => 'nothing',
    (error: { refusal?: string }) => error.refusal ?? String(error),
  )
const dayMs = 86_400_000

/** The five of vector I1, drawn. */
async function drawnI1() {
  const made = await world()
  const wishes = { A: '500000', B: '300000', C: '100000', D: '50000', E: '20000' }
  const people = await Promise.all(Object.keys(wishes).map(() => made.person({ real: '5000' })))
  const ids: string[] = []
  for (const [n, num] of Object.values(wishes).entries()) ids.push((await made.apply(people[n]!, num)).id)
  await made.at('2026-11-28 13:00:00')
  return { ...made, people, ids }
}

describe('the whole story', () => {
  it('draws, is paid in whole and in part, lapses, and unlocks at midnight (I1)', async () => {
    const { people, ids, order, project, pay, held, at, sales, notices, db, person } = await drawnI1()
    const [a, b, c, e] = [people[0]!, people[1]!, people[2]!, people[4]!]
    expect(await Promise.all(ids.map(async (id, n) => (await order(people[n]!, id)).winNum))).toEqual([
      '60000',
      '60000',
      '47059',
      '23529',
      '9412',
    ])
    expect(await order(a, ids[0]!)).toMatchObject({
      status: 1,
      amount: '3000.00000000',
      winPrice: '0.05',
      payEnd: wireTimeToInstant('2026-11-30 13:00:00'),
    })
    expect(await project('tidewater', a)).toMatchObject({
      status: 3,
      winPrice: '0.05',
      totalApplied: '970000',
      applicants: 5,
      myQty: '500000',
      myWin: '60000',
    })
    expect(await project('tidewater', await person())).toMatchObject({ myOrderId: null, myQty: null, myWin: null })
    // Applying cost and locked nothing.
    expect([await held(a, 'AVAIL', 'USDT', 1), await held(a, 'INVEST', 'USDT', 1)]).toEqual(['5000.00000000', '0'])

    expect(await pay(a, ids[0]!)).toMatchObject({ status: 3, paidNum: '60000', amount: '3000.00000000' })
    expect(await pay(b, ids[1]!, '20000')).toMatchObject({ status: 3, paidNum: '20000', amount: '1000.00000000' })
    await pay(c, ids[2]!)
    expect([await held(a, 'AVAIL', 'USDT', 1), await held(a, 'INVEST', 'USDT', 1)]).toEqual(['2000.00000000', '3000.00000000'])
    expect(await findAllLedgerViolations(db)).toEqual([])

    await at('2026-11-30 12:59:59')
    expect((await order(e, ids[4]!)).status).toBe(1)
    await at('2026-11-30 13:00:00')
    expect(await order(e, ids[4]!)).toMatchObject({ status: -2, unlocked: '0' })
    expect(await held(e, 'AVAIL', 'USDT', 1)).toBe('5000.00000000')
    expect(await order(a, ids[0]!)).toMatchObject({ status: 4, unlocked: '0' })
    expect([await held(a, 'INVEST', 'USDT', 1), await held(a, 'INVEST', 'TIDE', 1), await held(a, 'AVAIL', 'TIDE', 1)]).toEqual([
      '0.00000000',
      '60000.00000000',
      '0',
    ])
    expect(await sales('USDT')).toBe('6352.95000000')
    expect(await sales('TIDE')).toBe('72941.00000000')
    expect(await findAllLedgerViolations(db)).toEqual([])

    await at('2026-11-30 23:59:59')
    expect((await order(a, ids[0]!)).unlocked).toBe('0')
    await at('2026-12-01 00:00:00')
    expect(await order(a, ids[0]!)).toMatchObject({ status: 4, unlocked: '15000' })
    expect((await order(c, ids[2]!)).unlocked).toBe('11764.75')
    expect(await held(a, 'AVAIL', 'TIDE', 1)).toBe('15000.00000000')
    await at('2026-12-31 00:00:00')
    await at('2027-01-30 00:00:00')
    expect(await order(c, ids[2]!)).toMatchObject({ status: 4, unlocked: '35294.25' })
    await at('2027-03-01 00:00:00')
    expect(await order(c, ids[2]!)).toMatchObject({ status: 5, unlocked: '47059' })
    expect(await project('tidewater')).toMatchObject({ status: 5 })
    expect([await held(c, 'INVEST', 'TIDE', 1), await held(c, 'AVAIL', 'TIDE', 1)]).toEqual(['0.00000000', '47059.00000000'])
    expect(await notices(a)).toEqual(['ieoWon', 'ieoUnlocked', 'ieoUnlocked', 'ieoUnlocked', 'ieoUnlocked'])
    expect(await notices(e)).toEqual(['ieoWon', 'ieoLapsed'])
    const moved = await db.query<{ line: string }>(
      `select concat_ws(' ', type, bucket, trim_scale(amount), currency) as line from leg where user_id = $1 and book = 1 order by id`,
      [a.userId],
    )
    expect(moved.map(({ line }) => line).slice(1, 7)).toEqual([
      '23 INVEST 3000 USDT',
      '23 AVAIL -3000 USDT',
      '24 INVEST 60000 TIDE',
      '23 INVEST -3000 USDT',
      '24 AVAIL 15000 TIDE',
      '24 INVEST -15000 TIDE',
    ])
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('proves the draw to anybody', async () => {
    const { proof, ids, people, order, project, db } = await drawnI1()
    const published = await proof('tidewater', ids[2])
    expect(await verifyIeoDraw(sha256, published)).toMatchObject({ isSecret: true, isRoot: true, isSeed: true, isResult: true })
    expect(published.secretHash).toBe((await project('tidewater')).secretHash)
    expect(published).toMatchObject({ applications: 5, priceDay: '2026-11-28', priceTreeSize: 46_801 })
    expect((await order(people[2]!, ids[2]!)).proof).toEqual({ root: published.root, seed: published.seed, leafIndex: published.leafIndex })
    expect(published.leafIndex).toBe(published.all.findIndex(([id]) => id === ids[2]))
    expect(await isIeoApplicationIncluded(sha256, published, published.leafIndex ?? -1, published.path)).toBe(true)
    expect((await proof('tidewater')).leafIndex).toBeNull()
    // What is published is what was kept.
    const [head] = await db.query<{ root: string }>(`select root from fair_head order by ms limit 1`)
    expect(published.priceRoot).toBe(head?.root)
    await expect(db.query(`update ieo_draw set secret = repeat('0', 64)`)).rejects.toThrow('only grows')
  })

  it('says nothing of the draw before it, though the hash of the secret is out', async () => {
    const { proof, project, at, sign, clock, work } = await world()
    expect(await refusal(proof('tidewater'))).toBe('notFound')
    expect((await project('tidewater')).secretHash).toMatch(/^[0-9a-f]{64}$/)
    // A head from before the draw's time is none: its root was known while people applied.
    await at('2026-11-28 12:59:59')
    clock.set(wireTimeToInstant('2026-11-28 13:00:30'))
    await work()
    expect(await project('tidewater')).toMatchObject({ status: 2, winPrice: null })
    await sign('2026-11-28 13:00:10', 50_000)
    await sign('2026-11-28 13:00:20', 60_000)
    await work()
    expect((await proof('tidewater')).priceTreeSize).toBe(50_000)
  })

  it('finishes the example with a proof that holds, at the first head', async () => {
    const { at, proof, project, sales } = await world()
    expect((await project('mistral')).status).toBe(2)
    await at('2026-11-21 00:00:20')
    expect(await project('mistral')).toMatchObject({ status: 5, winPrice: '0.1', applicants: 24, isExample: true })
    const published = await proof('mistral')
    expect(await verifyIeoDraw(sha256, published)).toMatchObject({ isSecret: true, isRoot: true, isSeed: true, isResult: true })
    expect(published.all.reduce((sum, [, , won]) => sum + Number(won), 0)).toBe(500_000)
    expect(Math.max(...published.all.map(([, , won]) => Number(won)))).toBe(40_000)
    expect(await sales('MST')).toBe('500000.00000000')
  })
})

describe('applying', () => {
  it('shows what it means, once, and takes it back while applications are taken', async () => {
    const { person, previewApply, applyWith, apply, cancel, project, at } = await world()
    const ann = await person({ real: '10' })
    const shown = await previewApply(ann, '100000')
    expect(shown).toMatchObject({ youPay: '0', worstLoss: { amount: '0' } })
    expect(shown.lines.map(({ key, value }) => `${key} ${value}`)).toEqual([
      'applyNum 100000',
      'mostWin 60000',
      'estimatePrice 0.05',
      'mostToPay 3000.00000000',
    ])
    expect(await refusal(applyWith(ann, '100001', shown.confirmToken))).toBe('confirmRequired')
    expect(await refusal(applyWith(await person(), '100000', shown.confirmToken))).toBe('confirmRequired')
    const first = await applyWith(ann, '100000', shown.confirmToken)
    expect(await refusal(apply(ann, '5'))).toBe('alreadyApplied')
    expect(await cancel(ann, first.id)).toMatchObject({ status: -1 })
    expect(await project('tidewater', ann)).toMatchObject({ totalApplied: '0', applicants: 0, myOrderId: null })
    expect(await refusal(cancel(ann, first.id))).toBe('stateConflict')
    expect(await refusal(cancel(await person(), first.id))).toBe('notFound')
    const second = await apply(ann, '70')
    expect(await project('tidewater', ann)).toMatchObject({ totalApplied: '70', applicants: 1, myOrderId: second.id })
    await at('2026-11-28 12:00:00')
    expect(await refusal(cancel(ann, second.id))).toBe('stateConflict')
  })

  it('refuses what is too small, too much, no whole lot, too early, too late and unknown', async () => {
    const { person, apply, clock } = await world()
    const ann = await person()
    expect(await refusal(apply(ann, '0.5'))).toBe('belowMin')
    expect(await refusal(apply(ann, '600001'))).toBe('aboveMax')
    expect(await refusal(apply(ann, '1.5'))).toBe('validation')
    expect(await refusal(apply(ann, '5', 'beacon'))).toBe('windowClosed')
    expect(await refusal(apply(ann, '5', 'mistral'))).toBe('windowClosed')
    expect(await refusal(apply(ann, '5', 'nothing'))).toBe('notFound')
    clock.set(wireTimeToInstant('2026-11-28 11:59:59'))
    const shown = await apply(ann, '5')
    expect(shown.status).toBe(0)
    clock.set(wireTimeToInstant('2026-11-28 12:00:00'))
    // By the clock, though nobody has worked yet.
    expect(await refusal(apply(await person(), '5'))).toBe('windowClosed')
  })

  it('is not for those whose country has it off, nor during a break from everything', async () => {
    const { person, apply, db, clock } = await world()
    const there = await world({ env: 'production' })
    await there.db.query(`insert into ieo select * from json_populate_recordset(null::ieo, $1::json)`, [
      JSON.stringify(await db.query(`select * from ieo where id = 'tidewater'`)),
    ])
    expect(await refusal(there.apply(await there.person({ country: 'SG' }), '5'))).toBe('region')
    expect(await refusal(there.apply(await there.person({ country: 'US' }), '5'))).toBe('region')
    const ann = await person()
    await db.query(`insert into trading_break (user_id, kind, scope, until_ms, from_ms) values ($1, 'timeout', 'all', $2, $3)`, [
      ann.userId,
      clock.now() + dayMs,
      clock.now(),
    ])
    expect(await refusal(apply(ann, '5'))).toBe('selfExcluded')
  })

  it('counts fifty at once exactly, and one person once', async () => {
    const { person, previewApply, applyWith, project, db } = await world()
    const people = await Promise.all(Array.from({ length: 25 }, () => person()))
    const tokens = await Promise.all(people.map(async (person) => (await previewApply(person, '10')).confirmToken))
    const came = await Promise.all([...people, ...people].map((person, n) => refusal(applyWith(person, '10', tokens[n % 25]))))
    expect(came.filter((outcome) => outcome === 'nothing')).toHaveLength(25)
    expect(came.filter((outcome) => outcome === 'alreadyApplied')).toHaveLength(25)
    expect(await project('tidewater')).toMatchObject({ totalApplied: '250', applicants: 25 })
    expect(await db.query('select count(*) from ieo_order where user_id is not null')).toEqual([{ count: '25' }])
  })
})

describe('paying', () => {
  it('takes exactly what was shown, once, and nothing that is not there', async () => {
    const { people, ids, previewPay, payWith, pay, held, order, db } = await drawnI1()
    const [a, b] = [people[0]!, people[1]!]
    const shown = await previewPay(a, ids[0]!, '1000')
    expect(shown).toMatchObject({ youPay: '50.00000000', payCurrency: 'USDT', worstLoss: { amount: '50.00000000' } })
    expect(shown.lines.map(({ key, value }) => `${key} ${value}`)).toEqual(['payNum 1000', 'winPrice 0.05', 'lapses 59000'])
    expect(shown.warnings.map(({ key }) => key)).toEqual(['restLapses', 'canLoseAll', 'noMarket'])
    expect(await refusal(payWith(a, ids[0]!, '1001', shown.confirmToken))).toBe('confirmRequired')
    expect(await refusal(payWith(a, ids[0]!, undefined, shown.confirmToken))).toBe('confirmRequired')
    expect(await refusal(payWith(b, ids[0]!, '1000', shown.confirmToken))).toBe('notFound')
    expect(await refusal(pay(a, ids[0]!, '60001'))).toBe('aboveMax')
    expect(await refusal(pay(a, ids[0]!, '0.5'))).toBe('belowMin')
    const whole = await previewPay(a, ids[0]!)
    const twice = await Promise.all([1, 2, 3].map(() => refusal(payWith(a, ids[0]!, undefined, whole.confirmToken))))
    expect(twice.toSorted()).toEqual(['nothing', 'stateConflict', 'stateConflict'])
    expect(await held(a, 'AVAIL', 'USDT', 1)).toBe('2000.00000000')
    // B cannot pay for it all, but for a part.
    await db.query(
      `select post_entry(1::smallint, 'test', 'x', '', '', null, 1, array[$1, null]::bigint[], array['USDT', 'USDT'],
      array['AVAIL', 'CHAIN_OUT'], array[-4999, 4999], array[2, null]::smallint[])`,
      [b.userId],
    )
    expect((await previewPay(b, ids[1]!)).warnings.map(({ key }) => key)).toContain('insufficientBalance')
    expect(await refusal(pay(b, ids[1]!))).toBe('insufficientBalance')
    expect((await order(b, ids[1]!)).status).toBe(1)
    expect(await pay(b, ids[1]!, '20')).toMatchObject({ status: 3, paidNum: '20', amount: '1.00000000' })
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('is refused before the draw, without a win, and once the time is over', async () => {
    const { person, apply, pay, at, project, clock, db } = await world()
    // One token among two who want it.
    await db.query('alter table ieo disable trigger ieo_keeps_its_terms')
    await db.query(`update ieo set supply = 1 where id = 'tidewater'`)
    await db.query('alter table ieo enable trigger ieo_keeps_its_terms')
    const people: SignedInUser[] = await Promise.all([person({ real: '10' }), person({ real: '10' })])
    const orders = await Promise.all(people.map((person) => apply(person, '1')))
    expect(await refusal(pay(people[0]!, orders[0]!.id))).toBe('stateConflict')
    await at('2026-11-28 13:00:05')
    const wins = await Promise.all(people.map(async (person) => (await project('tidewater', person)).myWin))
    expect(wins.toSorted()).toEqual(['0', '1'])
    const [winner, loser] = wins[0] === '1' ? [0, 1] : [1, 0]
    expect(await refusal(pay(people[loser]!, orders[loser]!.id))).toBe('notWon')
    clock.set(wireTimeToInstant('2026-11-30 13:00:05'))
    // By the clock, though nobody has worked yet; the draw came five seconds late, and so did the end.
    expect(await refusal(pay(people[winner]!, orders[winner]!.id))).toBe('payExpired')
    await at('2026-11-30 13:00:06')
    expect(await refusal(pay(people[winner]!, orders[winner]!.id))).toBe('payExpired')
  })
})

describe('lapses', () => {
  it('pause for 30 days from the third in 90', () => {
    const now = wireTimeToInstant('2026-11-21 00:00:00')
    const days = (...ago: number[]) => ago.map((daysAgo) => now - daysAgo * dayMs)
    expect(ieoPauseUntilAfterLapses([], now)).toBeUndefined()
    expect(ieoPauseUntilAfterLapses(days(20, 10), now)).toBeUndefined()
    expect(ieoPauseUntilAfterLapses(days(80, 20, 10), now)).toBe(now + 20 * dayMs)
    expect(ieoPauseUntilAfterLapses(days(110, 20, 10), now)).toBeUndefined()
    expect(ieoPauseUntilAfterLapses(days(100, 60, 29.9), now)).toBe(now + 0.1 * dayMs)
    expect(ieoPauseUntilAfterLapses(days(90, 60, 30), now)).toBeUndefined()
    expect(ieoPauseUntilAfterLapses(days(91, 5, 0.5), now)).toBeUndefined()
    expect(ieoPauseUntilAfterLapses(days(95, 80, 60, 1), now)).toBe(now + 29 * dayMs)
  })

  it('keep somebody from applying, with the day on which it ends; a price above the estimate does not count', async () => {
    const { person, apply, at, db, order, clock } = await world()
    const ann = await person({ real: '10' })
    const applied = await apply(ann, '10')
    await at('2026-11-28 13:00:00')
    await at('2026-11-30 13:00:00')
    expect((await order(ann, applied.id)).status).toBe(-2)
    const [row] = await db.query<{ is_counted: boolean }>('select is_counted from ieo_order where id = $1', [applied.id])
    expect(row?.is_counted).toBe(true)
    for (const n of [1, 2]) {
      await db.query(
        `insert into ieo (id, token, currency, estimate_price, win_price, supply, user_cap, lot, apply_max, apply_start_ms, apply_end_ms,
           draw_ms, pay_end_ms, secret_hash, secret_sealed, is_example, place)
         select 'other' || $1::text, 'OT' || $1::text, currency, estimate_price, win_price, supply, user_cap, lot, apply_max, apply_start_ms, apply_end_ms,
           draw_ms, pay_end_ms, secret_hash, secret_sealed, is_example, place from ieo where id = 'tidewater'`,
        [String(n)],
      )
      await db.query(
        `insert into ieo_order (id, order_no, ieo_id, user_id, num, status, leaf, won, win_price, is_counted, created_ms, closed_ms)
         values ($1::text::bigint, 'IE' || $1::text, 'other' || $1::text, $2, 1, -2, 0, 1, 1, true, 1, $3)`,
        [String(n), ann.userId, clock.now() - n * dayMs],
      )
    }
    clock.set(wireTimeToInstant('2026-12-02 00:00:00'))
    const error = await apply(ann, '5', 'beacon').catch((refused: unknown) => refused)
    expect(error).toMatchObject({ refusal: 'ieoPaused', detail: { until: '2026-12-30 13:00:00' } })
    await db.query(`update ieo_order set is_counted = false where id = 2`).catch(() => {})
    // Two count, one was declined freely.
    await db.query('alter table ieo_order disable trigger ieo_order_keeps_its_terms')
    await db.query(`update ieo_order set is_counted = false where id = 2`)
    expect((await apply(ann, '5', 'beacon')).status).toBe(0)
  })

  it('of somebody on a break, who could not pay, do not count', async () => {
    const { person, apply, pay, at, db, order, clock } = await world()
    const [ann, ben] = [await person({ real: '10' }), await person({ real: '10' })]
    const applied = [await apply(ann, '10'), await apply(ben, '10')]
    await at('2026-11-28 13:00:00')
    await db.query(`insert into trading_break (user_id, kind, scope, until_ms, from_ms) values ($1, 'timeout', 'all', $2, $3)`, [
      ann.userId,
      clock.now() + 7 * dayMs,
      clock.now() + 1000,
    ])
    clock.advance(2000)
    expect(await refusal(pay(ann, applied[0]!.id))).toBe('selfExcluded')
    await at('2026-11-30 13:00:00')
    expect([(await order(ann, applied[0]!.id)).status, (await order(ben, applied[1]!.id)).status]).toEqual([-2, -2])
    expect(await db.query('select user_id from ieo_order where is_counted')).toEqual([{ user_id: ben.userId }])
  })

  it('of a price above the estimate are free', async () => {
    const { person, apply, at, db, order } = await world()
    await db.query('alter table ieo disable trigger ieo_keeps_its_terms')
    await db.query(`update ieo set win_price = 0.051 where id = 'tidewater'`)
    const ann = await person()
    const applied = await apply(ann, '10')
    await at('2026-11-28 13:00:00')
    await at('2026-11-30 13:00:00')
    expect((await order(ann, applied.id)).status).toBe(-2)
    expect(await db.query('select is_counted from ieo_order where id = $1', [applied.id])).toEqual([{ is_counted: false }])
  })
})

describe('a project that is called off', () => {
  it.each([
    ['while people apply', '2026-11-22 00:00:00', '5000.00000000'],
    ['before the draw', '2026-11-28 12:30:00', '5000.00000000'],
    ['while people pay', '2026-11-29 00:00:00', '5000.00000000'],
    ['once the tokens are there', '2026-11-30 20:00:00', '5000.00000000'],
    ['half unlocked', '2026-12-31 00:00:00', '5000.00000000'],
    ['when it is finished', '2027-03-01 00:00:00', '5000.00000000'],
  ])('%s, gives everything back', async (_, when, back) => {
    const { person, apply, pay, at, db, held, order, project, notices, work, sales } = await world()
    const ann = await person({ real: '5000' })
    const ben = await person({ real: '5000' })
    const orders = [await apply(ann, '1000'), await apply(ben, '500')]
    for (const stop of [
      '2026-11-22 00:00:00',
      '2026-11-28 12:30:00',
      '2026-11-28 13:00:00',
      '2026-11-29 00:00:00',
      '2026-11-30 20:00:00',
      '2026-12-31 00:00:00',
      '2027-03-01 00:00:00',
    ]) {
      if (stop > when) break
      await at(stop)
      if (stop === '2026-11-28 13:00:00') await pay(ann, orders[0]!.id)
    }
    const wasLapsed = (await order(ben, orders[1]!.id)).status === -2
    expect(await db.transaction((sql) => tryMarkIeoCancelled(sql, 'tidewater', 'the issuer withdrew'))).toBe(true)
    expect(await db.transaction((sql) => tryMarkIeoCancelled(sql, 'tidewater', 'again'))).toBe(false)
    await work()
    expect(await order(ann, orders[0]!.id)).toMatchObject({ status: -1, unlocked: '0' })
    expect((await order(ben, orders[1]!.id)).status).toBe(wasLapsed ? -2 : -1)
    expect(await held(ann, 'AVAIL', 'USDT', 1)).toBe(back)
    for (const bucket of ['AVAIL', 'INVEST']) expect(Number(await held(ann, bucket, 'TIDE', 1))).toBe(0)
    expect(await held(ben, 'AVAIL', 'USDT', 1)).toBe(back)
    expect(Number(await sales('TIDE'))).toBe(200_000)
    expect(Number(await sales('USDT'))).toBe(0)
    expect((await project('tidewater')).status).toBe(-1)
    expect((await notices(ann)).at(-1)).toBe(
      (await db.query('select 1 from ieo_order where refunded is not null')).length > 0 ? 'ieoRefunded' : 'ieoCalledOff',
    )
    await work()
    expect((await notices(ann)).filter((kind) => kind.startsWith('ieoRef') || kind === 'ieoCalledOff')).toHaveLength(1)
    expect(await refusal(apply(await person(), '5'))).toBe('windowClosed')
    expect(await findAllLedgerViolations(db)).toEqual([])
  })
})

describe('what the database refuses', () => {
  it('every step that is not listed, of a project and of an order', async () => {
    const { db, person, apply } = await world()
    const ann = await person()
    const { id } = await apply(ann, '10')
    const fails = async (text: string) => sqlState(await db.query(text).catch((error: unknown) => error))
    for (const to of [2, 3, 4, 5]) expect(await fails(`update ieo set status = ${to} where id = 'tidewater'`)).toBe('FL002')
    expect(await fails(`update ieo set supply = 300000 where id = 'tidewater'`)).toBe('FL002')
    expect(await fails(`update ieo set win_price = 1 where id = 'tidewater'`)).toBe('FL002')
    expect(await fails(`update ieo set secret_hash = repeat('0', 64) where id = 'tidewater'`)).toBe('FL002')
    expect(await fails(`update ieo set pay_end_ms = pay_end_ms + 1 where id = 'tidewater'`)).toBe('FL002')
    expect(await fails(`delete from ieo where id = 'tidewater'`)).toBe('FL002')
    expect(await fails(`update ieo_order set num = 11 where id = ${id}`)).toBe('FL002')
    expect(await fails(`delete from ieo_order where id = ${id}`)).toBe('FL002')
    // From every state to every other; what is listed passes the trigger.
    const fields: Record<number, string> = {
      [-2]: `leaf = 0, won = 4, win_price = 2, paid_num = null, amount = null, paid_ms = null, held = 0, tokens_held = 0, tokens_free = 0, closed_ms = 1`,
      [-1]: `leaf = null, won = null, win_price = null, paid_num = null, amount = null, paid_ms = null, held = 0, tokens_held = 0, tokens_free = 0, closed_ms = 1`,
      0: `leaf = null, won = null, win_price = null, paid_num = null, amount = null, paid_ms = null, held = 0, tokens_held = 0, tokens_free = 0, closed_ms = null`,
      1: `leaf = 0, won = 4, win_price = 2, paid_num = null, amount = null, paid_ms = null, held = 0, tokens_held = 0, tokens_free = 0, closed_ms = null`,
      2: `leaf = 0, won = 0, win_price = 2, paid_num = null, amount = null, paid_ms = null, held = 0, tokens_held = 0, tokens_free = 0, closed_ms = 1`,
      3: `leaf = 0, won = 4, win_price = 2, paid_num = 3, amount = 6, paid_ms = 1, held = 6, tokens_held = 0, tokens_free = 0, closed_ms = null`,
      4: `leaf = 0, won = 4, win_price = 2, paid_num = 3, amount = 6, paid_ms = 1, held = 0, tokens_held = 2, tokens_free = 1, closed_ms = null`,
      5: `leaf = 0, won = 4, win_price = 2, paid_num = 3, amount = 6, paid_ms = 1, held = 0, tokens_held = 0, tokens_free = 3, closed_ms = 1`,
    }
    const listed = ['0>1', '0>2', '0>-1', '1>3', '1>-2', '1>-1', '3>4', '3>-1', '4>5', '4>-1', '5>-1']
    const passed: string[] = []
    for (const from of Object.keys(fields)) {
      for (const to of Object.keys(fields).filter((key) => key !== from)) {
        await db.query('alter table ieo_order disable trigger ieo_order_keeps_its_terms')
        await db.query(`update ieo_order set status = ${from}, refunded = null, ${fields[Number(from)]} where id = ${id}`)
        await db.query('alter table ieo_order enable trigger ieo_order_keeps_its_terms')
        const agreed = to === '-1' ? `refunded = amount, held = 0, tokens_held = 0, tokens_free = 0, closed_ms = 2` : fields[Number(to)]
        const went = await fails(`update ieo_order set status = ${to}, ${agreed} where id = ${id}`)
        if (went === undefined) passed.push(`${from}>${to}`)
        else expect(went).toBe('FL002')
      }
    }
    expect(passed.toSorted()).toEqual(listed.toSorted())
    expect(instantToWireTime(0)).toBe('1970-01-01 08:00:00')
  })
})
