import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { SignedInUser } from '#server/core/visitor.ts'
import { asDecimal } from '#contract/decimal.ts'
import { wireTimeToInstant } from '#contract/time.ts'
import { levelTable } from '#db/seed/levels.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { tryAdjustWelfareFundRow } from '#ledger/welfare.ts'
import { creditLoanLimitForLevels } from '#rules/loan.ts'
import { add, subtract } from '#rules/decimal.ts'
import { addServerDays } from '#rules/serverDay.ts'
import { log } from '#server/core/log.ts'
import { resolveVipLevel, vipLevelReachedBy } from '#server/levels/rule.ts'
import { path } from '#sitemap'
import { startMs } from '../trading/tradingFixture.ts'
import { breakingAfter, wrapped } from '../loans/loanFixture.ts'
import { levelFixture } from './levelFixture.ts'

const d = asDecimal
let world: Awaited<ReturnType<typeof levelFixture>>
beforeAll(async () => {
  world = await levelFixture()
})
afterAll(() => world.db.close())

it('has the table of docs/rules/seed-data.md, and lends what it says', () => {
  expect(levelTable.map((row) => [row.name, row.minAssets, row.feeDiscount, row.bonus, row.redEnvelope, row.withdrawDaily])).toEqual([
    ['Mooring', '0', '0', '0', '0', '50000'],
    ['Skiff', '1000', '0.05', '2', '0.2', '50000'],
    ['Sloop', '5000', '0.1', '5', '0.5', '50000'],
    ['Ketch', '20000', '0.15', '20', '2', '50000'],
    ['Cutter', '50000', '0.2', '50', '5', '100000'],
    ['Schooner', '100000', '0.25', '100', '10', '200000'],
    ['Clipper', '250000', '0.3', '200', '20', '500000'],
  ])
  for (const { level, loanExtra } of levelTable)
    expect(creditLoanLimitForLevels(2, level)).toBe(`${Number(add('5000', loanExtra))}.00000000`)
})

describe('where somebody belongs', () => {
  const at = (level: number, avg3d: string, avg14d: string) => resolveVipLevel(level, { avg3d: d(avg3d), avg14d: d(avg14d) })
  it.each([
    ['999.99999999', 0],
    ['1000', 1],
    ['4999.99', 1],
    ['250000', 6],
    ['-50', 0],
  ])('an average of %s over three days reaches level %i', (average, level) => expect(vipLevelReachedBy(d(average))).toBe(level))
  it('goes down only below nine tenths over fourteen days', () => {
    expect(at(2, '100', '4500')).toBe(2)
    expect(at(2, '100', '4499.99999999')).toBe(1)
    expect(at(2, '100', '899.99999999')).toBe(0)
    expect(at(2, '-10', '-10')).toBe(0)
  })
  it('is not lowered where it would be raised to today', () => {
    expect(at(1, '1000', '200')).toBe(1)
    expect(at(3, '6000', '200')).toBe(2)
  })
})

/** Where the newest notice of a kind leads. */
const linkOf = async (who: SignedInUser, kind: string): Promise<string | undefined> =>
  (
    await world.db.query<{ link: string }>('select link from inbox_notice where user_id = $1 and kind = $2 order by id desc', [
      who.userId,
      kind,
    ])
  )[0]?.link

describe('through the months', () => {
  let ann: SignedInUser
  const first = '2026-12-01'
  it('goes up by the average of three days, with one bonus for all levels it reaches first', async () => {
    ann = await world.person()
    await world.give(ann, 'USDT', '6000')
    await world.day(first)
    // 6000 of three days: 2000.
    expect(await world.levelOf(ann)).toBe(1)
    expect(await world.grants(ann)).toEqual([`levelBonus ${first} 2`])
    expect(await world.held(ann)).toBe('6002.00000000')
    await world.days('2026-12-02', '2026-12-03')
    expect(await world.levelOf(ann)).toBe(2)
    expect(await world.held(ann)).toBe('6007.00000000')
    expect(await world.told(ann)).toEqual(['levelUp', 'levelUp'])
    expect((await world.records(ann)).slice(-2)).toEqual(['31 2.00000000 USDT → 6002.00000000', '31 5.00000000 USDT → 6007.00000000'])
  })

  it('takes a day once, however often it is asked', async () => {
    await world.work()
    await Promise.all([world.work(), world.work(), world.work()])
    const rows = await world.db.query('select from level_day where user_id = $1', [ann.userId])
    expect(rows).toHaveLength(3)
    expect(await world.held(ann)).toBe('6007.00000000')
  })

  it('pays the envelope of Monday by the level of Sunday', async () => {
    // 2026-12-07 is a Monday.
    await world.days('2026-12-04', '2026-12-06')
    expect(await world.grants(ann)).toHaveLength(2)
    await world.day('2026-12-07')
    expect((await world.grants(ann)).at(-1)).toBe('envelope 2026-12-07 0.5')
    expect(await world.held(ann)).toBe('6007.50000000')
    expect((await world.records(ann)).at(-1)).toBe('32 0.50000000 USDT → 6007.50000000')
    const links = [await linkOf(ann, 'levelUp'), await linkOf(ann, 'levelBonus'), await linkOf(ann, 'envelope')]
    expect(links).toEqual([path.levels, path.levels, path.benefits])
    const given = `select distinct type from inbox_notice where kind in ('levelBonus', 'envelope')`
    expect(await world.db.query(given)).toEqual([{ type: 'task' }])
  })

  it('announces a fall seven days ahead, and calls it off when the assets recover', async () => {
    await world.spend(ann, 'USDT', '5500')
    await world.days('2026-12-08', '2026-12-09')
    expect(await world.told(ann)).toEqual(['levelUp', 'levelUp'])
    let day = 10
    while ((await world.told(ann)).length === 2 && day < 28) await world.day(`2026-12-${day++}`)
    expect((await world.told(ann)).at(-1)).toBe('levelFalling')
    const [fall] = await world.db.query<{ noticed_day: string; due_day: string }>('select * from level_fall where user_id = $1', [
      ann.userId,
    ])
    expect(Date.parse(fall?.due_day ?? '') - Date.parse(fall?.noticed_day ?? '')).toBe(7 * 86_400_000)
    expect((await world.list(ann))[2]?.mine?.lowerFrom).toBe(wireTimeToInstant(`${fall?.due_day} 00:00:00`))
    expect(await world.levelOf(ann)).toBe(2)
    await world.give(ann, 'USDT', '20000')
    await world.day(`2026-12-${day++}`)
    expect((await world.told(ann)).slice(-2)).toContain('levelKept')
    expect(await world.db.query('select from level_fall where user_id = $1', [ann.userId])).toHaveLength(0)
  })

  it('comes down when nothing recovers, not a day earlier, and the bonus never comes twice', async () => {
    const ben = await world.person()
    await world.give(ben, 'USDT', '3000')
    await world.days('2027-01-01', '2027-01-03')
    expect(await world.levelOf(ben)).toBe(1)
    await world.spend(ben, 'USDT', '2900')
    const fall = async () =>
      (await world.db.query<{ due_day: string }>('select due_day from level_fall where user_id = $1', [ben.userId]))[0]
    let day = '2027-01-04'
    const next = async () => {
      await world.day(day)
      day = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
    }
    while (!(await fall())) await next()
    const due = (await fall())?.due_day ?? ''
    while (day < due) {
      await next()
      expect(await world.levelOf(ben)).toBe(1)
    }
    await next()
    expect(await world.levelOf(ben)).toBe(0)
    expect((await world.told(ben)).slice(-2)).toEqual(['levelFalling', 'levelDown'])
    expect([await linkOf(ben, 'levelFalling'), await linkOf(ben, 'levelDown')]).toEqual([path.levels, path.levels])
    await world.give(ben, 'USDT', '50000')
    await world.days(day, day)
    // Levels 2 is new, 1 is not.
    expect((await world.grants(ben)).filter((grant) => grant.startsWith('levelBonus')).map((grant) => grant.split(' ')[2])).toEqual([
      '2',
      '5',
    ])
    const { changes } = await world.history(ben)
    expect(changes.map(({ from, to, bonus }) => [from, to, bonus])).toEqual([
      [0, vipLevelReachedBy(d('16700')), '5.00000000'],
      [1, 0, null],
      [0, 1, '2.00000000'],
    ])
  })
})

it('counts what is owed: a loan raises nothing', async () => {
  const cleo = await world.person()
  await world.give(cleo, 'USDT', '900')
  await world.credit(cleo, '3000')
  const day = '2027-03-01'
  await world.days(day, '2027-03-03')
  const [row] = await world.db.query<{ assets: string }>('select assets from level_day where user_id = $1 order by day desc limit 1', [
    cleo.userId,
  ])
  expect(Number(row?.assets)).toBeLessThan(900)
  expect(await world.levelOf(cleo)).toBe(0)
})

it('equals the asset page', async () => {
  const dan = await world.person()
  await world.give(dan, 'USDT', '1234.5')
  await world.give(dan, 'BTC', '0.5')
  await world.price({ BTCUSDT: '60000' })
  const { net } = await world.assets(dan)
  await world.day('2027-03-04')
  const [row] = await world.db.query<{ assets: string }>('select assets from level_day where user_id = $1', [dan.userId])
  expect([row?.assets, net]).toEqual(['31234.50000000', '31234.50000000'])
})

it('catches up after three days in which nobody was there, says so, and pays the Monday between once', async () => {
  await world.day('2027-03-31')
  const eve = await world.person()
  await world.give(eve, 'USDT', '3000')
  // 2027-04-05 is a Monday.
  await world.days('2027-04-01', '2027-04-03')
  expect(await world.levelOf(eve)).toBe(1)
  await world.day('2027-04-07')
  const rows = await world.db.query<{ day: string; is_late: boolean }>(
    'select day, is_late from level_day where user_id = $1 order by day',
    [eve.userId],
  )
  expect(rows.map(({ day, is_late }) => `${day}${is_late ? ' late' : ''}`)).toEqual([
    '2027-04-01',
    '2027-04-02',
    '2027-04-03',
    '2027-04-04 late',
    '2027-04-05 late',
    '2027-04-06 late',
    '2027-04-07',
  ])
  expect((await world.history(eve)).days.map(({ day, late }) => `${day}${late ? ' late' : ''}`)).toEqual(
    rows.map(({ day, is_late }) => `${day}${is_late ? ' late' : ''}`).toReversed(),
  )
  expect((await world.grants(eve)).filter((grant) => grant.startsWith('envelope'))).toEqual(['envelope 2027-04-05 0.2'])
})

it('loses and doubles nothing wherever a server dies, and two at once do it once', async () => {
  await world.day('2027-05-09')
  const people = await Promise.all(Array.from({ length: 5 }, () => world.person()))
  for (const person of people) await world.give(person, 'USDT', '3000')
  world.clock.set(wireTimeToInstant('2027-05-10 00:00:02'))
  const said = vi.spyOn(log, 'error').mockImplementation(() => {})
  for (let n = 1, isBroken = true; isBroken && n < 200; n++) {
    const { wrap, broke } = breakingAfter(n)
    await world.work({ db: wrapped(world.db, wrap) })
    isBroken = broke()
  }
  said.mockRestore()
  await Promise.all([world.work(), world.work()])
  for (const person of people) {
    expect(await world.held(person)).toBe('3002.00000000')
    expect(await world.db.query('select from level_day where user_id = $1 and day = $2', [person.userId, '2027-05-10'])).toHaveLength(1)
  }
  expect(await findAllLedgerViolations(world.db)).toEqual([])
})

it('pays nothing that WELFARE does not hold, and pays it once it does', async () => {
  const fay = await world.person()
  await world.give(fay, 'USDT', '3000')
  const [fund] = await world.db.query<{ amount: string }>('select amount from welfare_fund')
  const all = d(fund?.amount ?? '0')
  await world.db.transaction((sql) => tryAdjustWelfareFundRow(sql, 'USDT', subtract('1', all)))
  world.clock.set(wireTimeToInstant('2027-05-11 00:00:02'))
  const seen = {}
  const said = vi.spyOn(log, 'error').mockImplementation(() => {})
  await world.work({}, seen)
  expect(said.mock.calls.flat().join()).toContain('WELFARE does not hold')
  said.mockRestore()
  expect((await world.grants(fay)).at(0)).toBe('levelBonus 2027-05-11 2 due')
  expect(await world.held(fay)).toBe('3000.00000000')
  expect((await world.history(fay)).changes).toEqual([{ from: 0, to: 1, time: world.clock.now(), bonus: '2.00000000', bonusWaits: true }])
  await world.db.transaction((sql) => tryAdjustWelfareFundRow(sql, 'USDT', subtract(all, '1')))
  await world.work({}, seen)
  expect(await world.held(fay)).toBe('3000.00000000')
  world.clock.advance(61_000)
  await world.work({}, seen)
  expect(await world.held(fay)).toBe('3002.00000000')
  expect((await world.history(fay)).changes).toMatchObject([{ bonus: '2.00000000', bonusWaits: false }])
})

it('waits for a price that is missing, ten minutes, and then counts it as the asset page does', async () => {
  const ida = await world.person()
  await world.give(ida, 'USDT', '50')
  await world.give(ida, 'CHF', '10')
  const seen = {}
  const rows = () => world.db.query<{ assets: string }>('select assets from level_day where user_id = $1', [ida.userId])
  world.clock.set(wireTimeToInstant('2027-05-12 00:00:02'))
  await world.work({}, seen)
  world.clock.advance(9 * 60_000)
  await world.work({}, seen)
  expect(await rows()).toEqual([])
  world.clock.advance(61_000)
  await world.work({}, seen)
  expect(await rows()).toEqual([{ assets: '50.00000000' }])
})

it('waits for no price of what has no market', async () => {
  const kim = await world.person()
  await world.give(kim, 'USDT', '60')
  await world.give(kim, 'KRW', '5000000')
  await world.price({ USDCHF: '0.8' })
  await world.day('2027-05-13')
  expect(await world.db.query('select assets from level_day where user_id = $1', [kim.userId])).toEqual([{ assets: '60.00000000' }])
})

it('keeps what a grant and a snapshot say', async () => {
  await expect(world.db.query(`update welfare_grant set amount = 1 where paid_ms is not null`)).rejects.toThrow(/paid once/)
  await expect(world.db.query(`delete from level_reached`)).rejects.toThrow(/refused/)
  await expect(world.db.query(`update level_run set after_id = 0`)).rejects.toThrow(/one way/)
})

it('gives no bonus and no envelope where incentives are off', async () => {
  const other = await levelFixture({ env: 'production' })
  const gil = await other.person({ country: 'FR' })
  await other.give(gil, 'USDT', '3000')
  await other.days('2026-12-01', '2026-12-07')
  expect(await other.levelOf(gil)).toBe(1)
  expect(await other.grants(gil)).toEqual([])
  expect((await other.list(gil))[1]).toMatchObject({
    incentiveAllowed: false,
    mine: { current: 1, avg3d: '3000.00000000', next: 2, needMore: '2000.00000000' },
  })
  await other.db.close()
})

describe('what a level takes off fees', () => {
  const order = {
    accountType: 1 as const,
    posType: 2 as const,
    symbol: 'BTCUSDT',
    direction: 1 as const,
    orderType: 1 as const,
    slippageBps: 200,
    lever: 2,
    quantity: d('0.1'),
  }
  it('is shown, charged and kept to the close', async () => {
    const other = await levelFixture()
    await other.price({ BTCUSDT: '60000' })
    const hal = { ...(await other.person({ coins: { USDT: '100000' } })), level: 2, createdAtMs: startMs - 60 * 86_400_000 }
    const shown = await other.preview(hal, order)
    if (!('fees' in shown)) throw new Error('the preview is of something else')
    expect(shown.fees).toEqual([
      { key: 'openFee', amount: '2.70027000', currency: 'USDT', rate: '0.00045' },
      expect.objectContaining({ key: 'estCloseFee', rate: '0.00045' }),
    ])
    // A lower level since the preview makes nothing dearer.
    const opened = await other.place({ ...hal, level: 0 }, order, shown.confirmToken)
    expect('openFee' in opened && opened.openFee).toBe('2.70027000')
    const closed = await other.close({ ...hal, level: 0 }, opened.id)
    expect('closeFee' in closed && closed.closeFee).toBe('2.69973000')
    await other.db.close()
  })
})

describe('a fall', () => {
  let apart: Awaited<ReturnType<typeof levelFixture>>
  beforeAll(async () => {
    apart = await levelFixture()
  })
  afterAll(() => apart.db.close())
  const noticesOf = (who: SignedInUser) =>
    apart.db.query<{ kind: string; level: string; day: string }>(
      `select kind, params->>'level' as level, params->>'day' as day from inbox_notice
       where user_id = $1 and kind in ('levelFalling', 'levelDown', 'levelKept') order by id`,
      [who.userId],
    )
  const fallOf = async (who: SignedInUser) =>
    (
      await apart.db.query<{ noticed_day: string; due_day: string; to_level: number }>(
        'select noticed_day, due_day, to_level from level_fall where user_id = $1',
        [who.userId],
      )
    )[0]
  /** Somebody with 120,000 for fourteen days, at level 5, who then holds less: told that it would be 4. Gives the day after the news. */
  const told = async (who: SignedInUser, from: string, less: string): Promise<string> => {
    await apart.give(who, 'USDT', '120000')
    await apart.days(from, addServerDays(from, 13))
    expect(await apart.levelOf(who)).toBe(5)
    await apart.spend(who, 'USDT', less)
    for (let day = addServerDays(from, 14); ; day = addServerDays(day, 1)) {
      await apart.day(day)
      if (await fallOf(who)) return addServerDays(day, 1)
    }
  }

  it('goes no deeper on its day than was announced; the rest is announced again, with seven days of its own', async () => {
    await apart.day('2027-05-31')
    const kim = await apart.person()
    const next = await told(kim, '2027-06-01', '100000')
    const first = await fallOf(kim)
    expect(first).toMatchObject({ to_level: 4, due_day: addServerDays(first?.noticed_day ?? '', 7) })
    await apart.days(next, addServerDays(first?.due_day ?? '', -1))
    expect(await apart.levelOf(kim)).toBe(5)
    const due = first?.due_day ?? ''
    await apart.day(due)
    const [{ avg14d } = { avg14d: '' }] = await apart.db.query<{ avg14d: string }>(
      'select avg14d from level_day where user_id = $1 and day = $2',
      [kim.userId, due],
    )
    expect(Number(avg14d)).toBeLessThan(45_000)
    expect(await apart.levelOf(kim)).toBe(4)
    const second = addServerDays(due, 7)
    expect(await fallOf(kim)).toEqual({ noticed_day: due, due_day: second, to_level: 3 })
    expect(await noticesOf(kim)).toEqual([
      { kind: 'levelFalling', level: '4', day: due },
      { kind: 'levelDown', level: '4', day: due },
      { kind: 'levelFalling', level: '3', day: second },
    ])
    expect((await apart.list(kim))[4]?.mine?.lowerFrom).toBe(wireTimeToInstant(`${second} 00:00:00`))
    await apart.days(addServerDays(due, 1), addServerDays(second, -1))
    expect(await apart.levelOf(kim)).toBe(4)
    await apart.day(second)
    expect(await apart.levelOf(kim)).toBe(3)
  })

  it('goes only as far as somebody belongs by its day', async () => {
    await apart.day('2027-08-31')
    const lea = await apart.person()
    await apart.give(lea, 'USDT', '120000')
    await apart.days('2027-09-01', '2027-09-14')
    await apart.db.query(`insert into level_fall (user_id, noticed_day, due_day, to_level) values ($1, '2027-09-14', '2027-09-15', 2)`, [
      lea.userId,
    ])
    await apart.db.query('update level_day set assets = 60000 where user_id = $1', [lea.userId])
    await apart.spend(lea, 'USDT', '60000')
    await apart.day('2027-09-15')
    expect(await apart.levelOf(lea)).toBe(4)
    expect(await fallOf(lea)).toBeUndefined()
    expect((await noticesOf(lea)).map(({ kind, level }) => `${kind} ${level}`)).toEqual(['levelDown 4'])
  })
})
