import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { SignedInUser } from '#server/core/visitor.ts'
import { contract } from '#contract/contract.ts'
import { asDecimal } from '#contract/decimal.ts'
import { asInstant } from '#contract/time.ts'
import { competitionSeeds } from '#db/seed/competitions.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { closeOutDisqualifiedCompetitionEntries } from '#server/competitions/end.ts'
import { offerSandboxCompetitions } from '#server/competitions/offer.ts'
import { seedSampleCompetition } from '#server/competitions/sample.ts'
import { log } from '#server/core/log.ts'
import { createSettlementExplainers } from '#server/modules.ts'
import { checkSettlementsByReplayNow } from '#server/fairness/replay.ts'
import { assertCanCompete, assertCanTrade, type TradableProduct } from '#server/risk/assertCanTrade.ts'
import { disqualifyCompetitionEntryAsStaff, listCompetitionsForStaff } from '#server/operator/competitions.ts'
import type { OperatorContext } from '#server/operator/operatorContext.ts'
import { StaffError } from '#server/operator/staffError.ts'
import { addStaff, type StaffMember } from '#server/operator/staff.ts'
import { createCompetitionEntryContractsCloser } from '#server/trading/endCompetition.ts'
import { competitionFixture, start } from './competitionFixture.ts'
import { refusalOf } from '../trading/tradingFixture.ts'

const d = asDecimal
let w: Awaited<ReturnType<typeof competitionFixture>>
beforeAll(async () => {
  w = await competitionFixture()
  await w.next(start)
})
afterAll(() => w.end())
afterEach(() => void vi.restoreAllMocks())

describe('the competition book', () => {
  // Where a body or query names a book, only these take the third.
  const takesThird = new Set([
    '/api/trade/preview',
    '/api/trade/appTradePositions/create',
    '/api/trade/appTradePositions/listMy',
    '/api/trade/appTradePositions/summary',
    '/api/finance/appWallet/queryUserBalance',
    '/api/finance/appBalanceLog/list',
  ])
  const rows = Object.values(contract).flatMap((word) => Object.values(word))
  const schemaOf = (row: (typeof rows)[number]) => ('body' in row ? row.body : row.params)
  const booksOf = (schema: z.ZodMiniType): z.ZodMiniType[] => {
    const { def } = schema._zod as unknown as { def: Record<string, unknown> & { type: string } }
    if (def.type === 'object')
      return Object.entries(def['shape'] as Record<string, z.ZodMiniType>).flatMap(([name, field]) =>
        name === 'accountType' && !z.safeParse(field, 'email').success ? [field] : booksOf(field),
      )
    if (def.type === 'union') return (def['options'] as z.ZodMiniType[]).flatMap(booksOf)
    return def['innerType'] ? booksOf(def['innerType'] as z.ZodMiniType) : []
  }

  test('is taken by contracts and by what shows it, and by nothing else', () => {
    const named = rows.filter((row) => booksOf(schemaOf(row)).length > 0)
    expect(named.length).toBeGreaterThan(15)
    const taking = named.filter((row) => booksOf(schemaOf(row)).some((field) => z.safeParse(field, 3).success))
    expect(new Set(taking.map(({ path }) => path))).toEqual(takesThird)
    for (const row of named) for (const field of booksOf(schemaOf(row))) expect(z.safeParse(field, 4).success).toBe(false)
  })

  test('is refused by name for every other kind, whoever asks inside', async () => {
    const ann = await w.person()
    await w.join(ann, await w.competition('kinds', { to: 1000 }))
    for (const product of ['spot', 'option', 'second', 'earn', 'loan', 'ieo'] satisfies TradableProduct[]) {
      const asked = { accountType: 3, product, symbols: ['BTCUSDT'] }
      expect([product, (await refusalOf(w.world.ask(ann, (context) => assertCanTrade(w.world.app, asked, context)))).name]).toEqual([
        product,
        'notInCompetition',
      ])
    }
  })

  test('the database keeps it so', async () => {
    const bob = await w.person()
    const position = ({ userId }: SignedInUser, lever: number, entryId: string | null, accountType = 3) =>
      w.db.query(
        `insert into position (id, order_no, user_id, account_type, entry_id, symbol, direction, lever, quantity, contract_size, fee_rate, open_price,
           margin, open_fee, trigger_price, conversion_rate, open_sec, created_ms)
         values (1, 'PC1', $1, $4, $3, 'BTCUSDT', 1, $2, 1, 1, 0, 1, 1, 0, 1, 1, 1, 1)`,
        [userId, lever, entryId, accountType],
      )
    const entryOf = async ({ userId }: SignedInUser, id: string) =>
      (await w.db.query<{ id: string }>('select id from competition_entry where user_id = $1 and competition_id = $2', [userId, id]))[0]!.id
    await expect(position(bob, 5, null)).rejects.toThrow('takes part in no competition')
    const [guarded, other] = [await w.competition('guarded', { to: 1000 }), await w.competition('guarded-b', { to: 1000 })]
    for (const id of [guarded, other]) await w.join(bob, id)
    const cas = await w.person()
    await w.join(cas, guarded)
    const entry = await entryOf(bob, guarded)
    await expect(position(bob, 11, entry)).rejects.toThrow('position_of_competition_is_modest')
    await expect(position(bob, 5, null)).rejects.toThrow('takes part in no competition')
    await expect(position(cas, 5, entry)).rejects.toThrow('takes part in no competition')
    await expect(position(bob, 5, entry, 2)).rejects.toThrow('position_of_competition_names_entry')
    const { id: opened } = await w.open(bob, { compId: guarded })
    await expect(w.db.query('update position set entry_id = $2 where id = $1', [opened, await entryOf(bob, other)])).rejects.toThrow(
      'terms are fixed',
    )
    await expect(w.db.query('update competition_entry set wallet_id = user_id where id = $1', [entry])).rejects.toThrow('terms are fixed')
    const over = 'update competition_entry set status = -3, left_ms = joined_ms, equity = 0, closed_trades = 0 where id = $1'
    await expect(w.db.query(over, [entry])).rejects.toThrow('still holds something')
    await w.leave(bob, guarded)
    await expect(position(bob, 5, entry)).rejects.toThrow('takes part in no competition')
    for (const [who, id] of [
      [bob, other],
      [cas, guarded],
    ] as const)
      await w.leave(who, id)
    for (const table of ['second_order', 'swap', 'spot_order', 'option_position', 'product_order']) {
      const [found] = await w.db.query<{ text: string }>(
        `select pg_get_constraintdef(oid) as text from pg_constraint where conrelid = to_regclass($1) and pg_get_constraintdef(oid) like '%account_type%1, 2%'`,
        [table],
      )
      expect([table, found !== undefined]).toEqual([table, true])
    }
  })

  test('does not take part in what the demo book does', async () => {
    const ann = await w.person()
    await w.join(ann, await w.competition('apart', { to: 1000 }))
    await w.open(ann)
    await w.world.ask(ann, async (context) => w.world.rooms.demo.reset({}, context))
    const { records } = await w.world.ask(ann, async (context) =>
      w.world.rooms.trading.positions({ pageNo: 1, pageSize: 10, accountType: 3 }, context),
    )
    expect(records).toMatchObject([{ status: 1, accountType: 3 }])
  })
})

test('positions are listed by competition', async () => {
  const ann = await w.person()
  const ids = [await w.competition('listed-a', { to: 1000 }), await w.competition('listed-b', { to: 1000 })]
  const opened: string[] = []
  for (const id of ids) {
    await w.join(ann, id)
    await w.next(start)
    opened.push((await w.open(ann)).id)
    await w.leave(ann, id)
    await w.next(start)
  }
  const list = (compId?: string) =>
    w.world.ask(ann, async (context) => w.world.rooms.trading.positions({ pageNo: 1, pageSize: 10, accountType: 3, compId }, context))
  expect((await list()).records.map(({ id }) => id)).toEqual(opened.toReversed())
  for (const [n, id] of ids.entries()) expect(await list(id)).toMatchObject({ total: 1, records: [{ id: opened[n] }] })
  expect((await refusalOf(list('nothing'))).name).toBe('notFound')
})

describe('who may take part', () => {
  test('nobody on a break, and nobody where prizes are not allowed', async () => {
    const ann = await w.person()
    const id = await w.competition('may', { to: 1000 })
    await w.world.ask(ann, async (context) => w.world.rooms.limits.selfExclude({ months: 6, scope: 'all' }, context))
    expect((await refusalOf(w.join(ann, id))).name).toBe('selfExcluded')
    const app = { ...w.world.app, config: { ...w.world.app.config, env: 'production' as const } }
    const bob = await w.person()
    expect((await refusalOf(w.world.ask(bob, (context) => assertCanCompete(app, context)))).name).toBe('region')
  })
})

describe('taking somebody out', () => {
  let risk: StaffMember
  let desk: OperatorContext
  beforeAll(async () => {
    desk = { app: w.world.app, kinds: [] }
    risk = (await addStaff(w.db, { name: 'mia', roles: ['risk'], by: 'machine:test', now: w.clock.now() })).staff
  })
  const asked = (competition: string, person: SignedInUser, reason = 'self_crossing', note = 'opposite trades on two accounts') => ({
    competition,
    person: person.userId,
    reason,
    note,
  })

  test('stops trading at once, closes what is open, publishes the reason, and cannot be undone', async () => {
    const [ann, bob] = [await w.person(), await w.person()]
    const id = await w.competition('out', { to: 1000 })
    await w.join(ann, id)
    await w.next(start)
    await w.join(bob, id)
    await w.open(ann)
    await disqualifyCompetitionEntryAsStaff(desk, risk, asked(id, ann))
    expect((await refusalOf(w.open(ann))).name).toBe('competitionNotOpen')
    await w.work()
    expect(await w.held(ann, 3)).toBe('0.00000000')
    expect((await w.shown(ann, id)).mine).toMatchObject({ rank: null, outReason: 'self_crossing' })
    expect((await w.ranking(bob, id)).records.map(({ rank, isMine, outReason }) => [rank, isMine, outReason])).toEqual([
      [1, true, null],
      [null, false, 'self_crossing'],
    ])
    // Pages go on behind the last place.
    expect((await w.ranking(bob, id, 2, 1)).records).toMatchObject([{ outReason: 'self_crossing' }])
    expect((await refusalOf(w.join(ann, id))).name).toBe('exited')
    await expect(disqualifyCompetitionEntryAsStaff(desk, risk, asked(id, ann))).rejects.toThrow('taken out of it before')
    await expect(w.db.query('update competition_entry set out_reason = null, out_note = null, out_ms = null')).rejects.toThrow(
      'terms are fixed',
    )
    const [logged] = await w.db.query<{ body: string }>('select body::text from operator_log order by seq desc limit 1')
    expect(logged?.body).toContain('opposite trades on two accounts')
    const notices = await w.db.query('select kind, type from inbox_notice where user_id = $1', [ann.userId])
    expect(notices).toEqual([{ kind: 'competitionSelfCrossing', type: 'task' }])
  })

  test('closes everybody else where one cannot be closed, and that one later', async () => {
    const [ann, bob] = [await w.person(), await w.person()]
    const id = await w.competition('out-stuck', { to: 1000 })
    for (const who of [ann, bob]) {
      await w.join(who, id)
      await disqualifyCompetitionEntryAsStaff(desk, risk, asked(id, who))
    }
    const logged = vi.spyOn(log, 'error').mockImplementation(() => {})
    const end = createCompetitionEntryContractsCloser(w.world.app)
    await closeOutDisqualifiedCompetitionEntries(w.world.app, (ending) =>
      ending.userId === ann.userId ? Promise.reject(new Error('stuck')) : end(ending),
    )
    expect(logged).toHaveBeenCalledTimes(1)
    expect([await w.held(ann, 3), await w.held(bob, 3)]).toEqual(['100000.00000000', '0.00000000'])
    await w.work()
    expect(await w.held(ann, 3)).toBe('0.00000000')
  })

  test('takes the prize too while the table is looked at, and not any more once it stands', async () => {
    const [ann, bob] = [await w.person(), await w.person()]
    const id = await w.competition('looked', { to: 9, prizes: ['300'], minTrades: 0, reviewSeconds: 60 })
    await w.join(ann, id)
    await w.next(start)
    await w.join(bob, id)
    for (let n = 0; n < 9; n++) await w.next()
    await w.work()
    expect((await w.shown(ann, id)).mine).toMatchObject({ rank: 1, prize: null })
    await disqualifyCompetitionEntryAsStaff(desk, risk, asked(id, ann, 'many_accounts'))
    w.clock.advance(61_000)
    await w.work()
    expect([await w.held(ann, 1), await w.held(bob, 1)]).toEqual(['0.00000000', '300.00000000'])
    expect((await w.ranking(bob, id)).records).toMatchObject([
      { rank: 1, prize: '300' },
      { rank: null, outReason: 'many_accounts' },
    ])
    await expect(disqualifyCompetitionEntryAsStaff(desk, risk, asked(id, bob))).rejects.toThrow('table is final')
  })

  test('asks for a reason of the list, a note, somebody who takes part, and the role', async () => {
    const ann = await w.person()
    const id = await w.competition('asks', { to: 1000 })
    await expect(disqualifyCompetitionEntryAsStaff(desk, risk, asked(id, ann, 'dislike'))).rejects.toThrow('is no reason')
    await expect(disqualifyCompetitionEntryAsStaff(desk, risk, asked(id, ann, 'self_crossing', 'short'))).rejects.toThrow('10 to 300')
    await expect(disqualifyCompetitionEntryAsStaff(desk, risk, asked(id, ann))).rejects.toThrow('does not take part')
    await expect(disqualifyCompetitionEntryAsStaff(desk, risk, asked('none', ann))).rejects.toThrow('no such competition')
    await expect(disqualifyCompetitionEntryAsStaff(desk, { ...risk, roles: ['auditor'] }, asked(id, ann))).rejects.toBeInstanceOf(
      StaffError,
    )
    expect((await listCompetitionsForStaff(desk, risk)).find((user) => user.id === id)).toMatchObject({
      state: 'in progress',
      entries: '0',
      out: '0',
    })
  })
})

describe('what is over', () => {
  test('is never edited: competitions, entries and last prices', async () => {
    const ann = await w.person()
    const id = await w.competition('fixed', { to: 2 })
    await w.join(ann, id)
    for (let n = 0; n < 3; n++) await w.next()
    await w.work()
    const no = (text: string) => expect(w.db.query(text, [id]), text).rejects.toThrow(/terms are fixed|only grows/)
    await no('update competition set final_ms = final_ms + 1 where id = $1')
    await no('update competition set fund = 1 where id = $1')
    await no('delete from competition where id = $1')
    await no('update competition_entry set rank = 2 where competition_id = $1')
    await no('update competition_entry set prize = 1 where competition_id = $1')
    await no('update competition_entry set status = 1 where competition_id = $1')
    await no('update competition_entry set status = -3 where competition_id = $1')
    await no('update competition_entry set equity = 1 where competition_id = $1')
    await no('update competition_mark set mid = 1 where competition_id = $1')
    await no('delete from competition_entry where competition_id = $1')
  })

  test('can be neither joined, left nor traded in', async () => {
    const [ann, bob] = [await w.person(), await w.person()]
    const id = await w.competition('done', { to: 2 })
    await w.join(ann, id)
    for (let n = 0; n < 3; n++) await w.next()
    // Over by the clock, not closed yet.
    expect((await refusalOf(w.leave(ann, id))).name).toBe('stateConflict')
    await w.work()
    expect((await refusalOf(w.leave(ann, id))).name).toBe('stateConflict')
    expect((await refusalOf(w.join(ann, id))).name).toBe('alreadyJoined')
    expect((await refusalOf(w.join(bob, id))).name).toBe('competitionNotOpen')
    expect((await refusalOf(w.open(ann))).name).toBe('competitionNotOpen')
  })

  test('computes again from the record', async () => {
    w.clock.advance(600_000)
    const counts = await checkSettlementsByReplayNow(w.world.app, createSettlementExplainers(w.world.app))
    expect(counts).toMatchObject({ mismatches: 0, unproved: 0 })
    expect(counts.checked).toBeGreaterThan(0)
    expect(await findAllLedgerViolations(w.db)).toEqual([])
  })
})

describe('a sandbox', () => {
  test('offers its competitions, again when they end, and shows a finished example', async () => {
    const box = await competitionFixture()
    try {
      const { app } = box.world
      await Promise.all([
        offerSandboxCompetitions(app),
        offerSandboxCompetitions(app),
        seedSampleCompetition(app),
        seedSampleCompetition(app),
      ])
      const ann = await box.person()
      const list = async (status?: number) =>
        (
          await box.world.ask(ann, async (context) =>
            box.world.rooms.competitions.competitions({ pageNo: 1, pageSize: 10, status }, context),
          )
        ).records
      expect((await list()).map(({ id, status, sample }) => [id, status, sample])).toEqual([
        ['first-light-1', 1, false],
        ['metals-week-1', 0, false],
        ['open-water-0', -2, true],
      ])
      expect((await list(0)).map(({ id }) => id)).toEqual(['metals-week-1'])
      const [light, metals] = await list()
      expect(light).toMatchObject({
        name: 'First Light — demo contracts',
        fund: '100000',
        prizes: ['300', '150', '50'],
        maxLever: 10,
        minTrades: 10,
      })
      expect(light?.joinUntil).toBe(asInstant(((light?.startTime ?? 0) + (light?.endTime ?? 0)) / 2))
      // A Monday of the server's calendar.
      expect(new Date((metals?.startTime ?? 0) + 8 * 3_600_000).getUTCDay()).toBe(1)
      const sample = await box.ranking(ann, 'open-water-0', 4, 10)
      expect(sample).toMatchObject({ total: 40, pages: 4 })
      expect(sample.records.every(({ name, isMine, prize }) => /^Sample entry \d+$/.test(name) && !isMine && prize === null)).toBe(true)
      expect((await refusalOf(box.join(ann, 'open-water-0'))).name).toBe('competitionNotOpen')
      box.clock.advance((light?.endTime ?? 0) - box.clock.now() + 61_000)
      await Promise.all([box.work(), box.work()])
      await box.work()
      expect((await list()).map(({ id, status }) => [id, status])).toEqual([
        ['first-light-2', 1],
        ['metals-week-2', 0],
        ['first-light-1', -2],
        ['metals-week-1', -2],
        ['open-water-0', -2],
      ])
      expect(competitionSeeds.every(({ symbols }) => symbols.every((symbol) => app.market.spec(symbol)))).toBe(true)
    } finally {
      await box.end()
    }
  })

  test('production offers none', async () => {
    const box = await competitionFixture()
    const app = { ...box.world.app, config: { ...box.world.app.config, env: 'production' as const } }
    await offerSandboxCompetitions(app)
    await seedSampleCompetition(app)
    expect(await box.db.query('select from competition')).toEqual([])
    await box.end()
  })
})

test('fund, yield and income are exact to the last decimal', async () => {
  const ann = await w.person()
  const id = await w.competition('small', { to: 1000, fund: '1000.00000001' })
  await w.join(ann, id)
  await w.next(start)
  await w.open(ann, { quantity: d('0.0011') })
  const { mine } = await w.shown(ann, id)
  // Half the spread, and a fee of 0.0330033.
  expect(mine).toMatchObject({ equity: '999.96039671', totalIncome: '-0.03960330', yieldRate: '0.0000', maxDrawdown: '0.0000' })
})

test('the nightly check names a fund that stayed, and a prize that nobody won or nobody got', async () => {
  const box = await competitionFixture()
  const ann = await box.person()
  await box.next(start)
  const id = await box.competition('wrong', { to: 2, prizes: ['300'] })
  await box.join(ann, id)
  for (let n = 0; n < 3; n++) await box.next()
  await box.work()
  expect(await findAllLedgerViolations(box.db)).toEqual([])
  const tamper = (text: string) => box.db.query(`begin; set local session_replication_role = replica; ${text}; commit`)
  await tamper('update competition_entry set prize = 301')
  expect((await findAllLedgerViolations(box.db)).map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/^300\.00000000 of competitionPrize \d+ is booked, given was 301\.00000000$/),
    expect.stringMatching(/won 301\.00000000, it was paid 300\.00000000$/),
  ])
  await tamper('update competition_entry set prize = null')
  expect((await findAllLedgerViolations(box.db)).map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/^300\.00000000 of competitionPrize \d+ is booked, given was 0$/),
    expect.stringMatching(/won 0, it was paid 300\.00000000$/),
  ])
  await tamper('update competition_entry set prize = 300')
  await box.db.query(`select post_entry(3::smallint, 'test', 'x', '', '', null, 1, array[${ann.userId}, null]::bigint[], array['USDT', 'USDT'],
    array['AVAIL', 'ISSUE'], array[1, -1], array[41, null]::smallint[])`)
  expect((await findAllLedgerViolations(box.db)).map(({ detail }) => detail)).toEqual([
    `user ${ann.userId} holds 1.00000000 USDT in book 3 and takes part in nothing`,
  ])
  await box.end()
})
