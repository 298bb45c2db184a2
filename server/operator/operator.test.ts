import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tryCreateUser } from '#account/people.ts'
import { accountTypes } from '#contract/constants.ts'
import { asDecimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { asInstant } from '#contract/time.ts'
import type { Database, Sql } from '#db/database.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { createSupportTicket } from '#server/support/write.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { readLedgerHalt } from '#ledger/checks/checkStore.ts'
import { readAvailableBalance, readLedgerBalances, post } from '#ledger/ledger.ts'
import { readLedgerRecordsPage } from '#ledger/records.ts'
import { fundSandboxReserves } from '#ledger/sandboxFund.ts'
import { createMarketDataService, type StartableMarketDataService } from '#market/createMarket.ts'
import { createManualFeed } from '#market/feeds/manualFeed.ts'
import { assertMarketNotHalted } from '#market/halts.ts'
import { createManualClock } from '../core/clock.ts'
import type { AppContext } from '../core/appContext.ts'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import { testContext } from '../../tests/support/wire.ts'
import { staffAccessLogHandlers } from '../access/handlers.ts'
import { fairnessHandlers } from '../fairness/handlers.ts'
import { priceRecordLogOfFeed } from '../fairness/log.ts'
import { createPriceRecordProofReader } from '../fairness/proofs.ts'
import { startPriceRecordSigner } from '../fairness/signer.ts'
import { requireNetworkWithTerms } from '../chains/networks.ts'
import type { ReviewKindHandler, WaitingReview } from '../core/review.ts'
import { approveBalanceAdjustment, declineBalanceAdjustment, listBalanceAdjustments, proposeBalanceAdjustment } from './adjust.ts'
import { declareDebtDefault, declineDebtReceipt, enterDebtRepayment, listDebtProjects } from './debts.ts'
import { disqualifyCompetitionEntryAsStaff, listCompetitionsForStaff } from './competitions.ts'
import { type OperatorContext, runStaffAction } from './operatorContext.ts'
import { callOffDelisting } from './delistings.ts'
import { declineFeedOrdersClosing, listFeedOrdersClosings, proposeFeedOrdersClosing } from './feedOrdersClosings.ts'
import { checkLedgerAsStaff, resumeLedger, readLedgerCheckReport } from './ledger.ts'
import { haltMarket, listMarketHalts, resumeHaltedMarket } from './halts.ts'
import { cancelIeo } from './ieo.ts'
import { declineProductPermission, disableProductInCountry, proposeProductPermission } from './legal.ts'
import { newestStaffLogEntries } from './log.ts'
import { offerCompetition } from './offerCompetition.ts'
import { freezeProductOrderAsStaff } from './products.ts'
import { previewContentDraft, publishContentDraft } from './publish.ts'
import { StaffError } from './staffError.ts'
import { listNetworkPauses, pauseNetwork, resumeNetwork } from './pauses.ts'
import { importPoolAddresses, listAddressPools } from './pools.ts'
import {
  declineBankDetailsOrStatementLine,
  enterBankStatementLine,
  enterDepositBankDetails,
  listBankDetailsAndStatementLines,
} from './banks.ts'
import { declineReserveChange, listReserveChanges, proposeReserveChange } from './reserves.ts'
import { approveReviewCase, listReviewCases, rejectReviewCase, readReviewCase } from './reviews.ts'
import { type StaffAction, staffPermissions, type StaffRole, staffRoles } from './roles.ts'
import { sandboxReviewerName, sandboxReviewDelayMs, startSandboxReviewer } from './sandboxReviewer.ts'
import { addStaff, deactivateStaff, type StaffMember, requireStaffByKey } from './staff.ts'
import { setOperatorSetting } from './settings.ts'
import { answerTicketAsStaff, closeTicketAsStaff, listWaitingSupportTickets, readSupportTicketAsStaff } from './support.ts'
import { announceWithdrawalTerms } from './terms.ts'
import { verifyStaffLog } from './verifyLog.ts'

const d = asDecimal
const startMs = 1_795_190_400_000

/** Cases of a kind of our own, in a table of the test: what every module does for its cases. */
function caseKind(kind: ReviewKindHandler['kind'] = 'deposit'): ReviewKindHandler {
  const decide = async (sql: Sql, id: string, outcome: string) => {
    const rows = await sql.query('update test_case set outcome = $3 where kind = $1 and id = $2 and outcome is null returning id', [
      kind,
      id,
      outcome,
    ])
    if (rows.length === 0) throw new Refusal('stateConflict')
  }
  return {
    kind,
    reasons: ['unreadable', 'other_person'],
    waiting: async (sql, limit) => {
      const rows = await sql.query<{ id: string; user_id: string; at_ms: string; name: string }>(
        'select id, user_id, at_ms, name from test_case where kind = $1 and outcome is null order by at_ms, id limit $2',
        [kind, limit],
      )
      return rows.map(
        ({ id, user_id, at_ms, name }): WaitingReview => ({
          id,
          userId: user_id,
          submittedAt: asInstant(Number(at_ms)),
          dueAt: asInstant(Number(at_ms) + 86_400_000),
          facts: { name },
          files: [],
        }),
      )
    },
    approve: (sql, id, by) => decide(sql, id, `approved by ${by.name}`),
    reject: (sql, id, reason, by) => decide(sql, id, `${reason} by ${by.name}`),
  }
}

let db: Database
let clock: ReturnType<typeof createManualClock>
let market: StartableMarketDataService
let app: AppContext
let desk: OperatorContext

beforeEach(async () => {
  db = await testDatabase()
  clock = createManualClock(startMs)
  const feed = createManualFeed(symbolSeeds)
  feed.put({ BTCUSDT: '60000' })
  market = createMarketDataService({ db, clock, config: { marketFeed: { kind: 'sim' } }, feed, byHand: true, report: () => {} })
  app = testContext(db, clock, {}, market)
  desk = { app, kinds: [caseKind('deposit'), caseKind('verification')] }
  await db.query(
    'create table test_case (kind text, id text, user_id bigint, at_ms bigint, name text, outcome text, primary key (kind, id))',
  )
})
afterEach(async () => {
  await market.stop()
  await db.close()
})

const staffMember = async (name: string, ...chosen: StaffRole[]): Promise<StaffMember> => {
  const added = await addStaff(db, { name, roles: chosen, by: 'machine:test', now: clock.now() })
  return added.staff
}

async function person(): Promise<string> {
  return db.transaction(async (sql) => {
    const email = `${crypto.randomUUID()}@example.com`
    const row = await tryCreateUser(sql, { email, passwordHash: 'x', country: 'NZ', lang: 'en-us' }, clock.now())
    return row!.id
  })
}

const submit = (kind: string, id: string, userId: string, name = 'Ana') =>
  db.query('insert into test_case (kind, id, user_id, at_ms, name) values ($1, $2, $3, $4, $5)', [kind, id, userId, clock.now(), name])
const outcomeOf = async (id: string) =>
  (await db.query<{ outcome: string | null }>('select outcome from test_case where id = $1', [id]))[0]?.outcome
const no = (kind: string, words: RegExp) => expect.objectContaining({ kind, message: expect.stringMatching(words) })
const refusal = async (action: () => unknown): Promise<unknown> => {
  try {
    await action()
  } catch (error) {
    return error
  }
  return 'done'
}
/** Changes what triggers protect, as somebody with the whole database could. */
const tamper = async (text: string) => {
  await db.query(`begin; set local session_replication_role = replica; ${text}; commit`)
}
const proofs = () => createPriceRecordProofReader(db, market.specs, priceRecordLogOfFeed(app.config.marketFeed, db))

describe('who may do what', () => {
  const reason = 'a fee was charged twice'
  const text = 'title: A\nsummary: B\ncategory: c\nversion: 1\npublished: 2026-11-01 10:00\nupdated: 2026-11-01 10:00\n\n<p>Words</p>'
  const things: Record<StaffAction, (who: StaffMember, user: string) => unknown> = {
    'review.list': (who) => listReviewCases(desk, who),
    'review.show': (who) => readReviewCase(desk, who, 'deposit', 'one', false),
    'review.decide': (who) => approveReviewCase(desk, who, 'deposit', 'one'),
    'support.list': (who) => listWaitingSupportTickets(desk, who),
    'support.show': (who) => readSupportTicketAsStaff(desk, who, '1', false),
    'support.answer': (who) => answerTicketAsStaff(desk, who, '1', 'Hello'),
    'support.close': (who) => closeTicketAsStaff(desk, who, '1'),
    'adjust.list': (who) => listBalanceAdjustments(desk, who, false),
    'adjust.propose': (who, user) => proposeBalanceAdjustment(desk, who, { user, book: 2, currency: 'USDT', amount: d('1'), reason }),
    'adjust.decide': (who) => declineBalanceAdjustment(desk, who, '1'),
    'reserve.list': (who) => listReserveChanges(desk, who, false),
    'reserve.propose': (who) => proposeReserveChange(desk, who, { name: 'loans', currency: 'USDT', amount: d('1'), reason }),
    'reserve.decide': (who) => declineReserveChange(desk, who, '1'),
    'market.halt': (who) => haltMarket(desk, who, 'BTCUSDT', 'the feed jumps'),
    'market.delist': (who) => callOffDelisting(desk, who, 'BTCUSDT'),
    'ledger.show': (who) => readLedgerCheckReport(desk, who),
    'ledger.check': (who) => resumeLedger(desk, who),
    'feed.list': (who) => listFeedOrdersClosings(desk, who),
    'feed.propose': (who) => proposeFeedOrdersClosing(desk, who, 'another', reason),
    'feed.decide': (who) => declineFeedOrdersClosing(desk, who, '1'),
    'product.freeze': (who) => freezeProductOrderAsStaff(desk, who, 'PR1', 'legal_order', 1, reason),
    'ieo.callOff': (who) => cancelIeo(desk, who, 'tidewater', reason),
    'debt.list': (who) => listDebtProjects(desk, who),
    'debt.enter': (who) => enterDebtRepayment(desk, who, { product_id: 'fishing-boats', book: 2 }),
    'debt.agree': (who) => declineDebtReceipt(desk, who, '1'),
    'debt.default': (who) => declareDebtDefault(desk, who, { product_id: 'fishing-boats', book: 2 }, reason),
    'competition.list': (who) => listCompetitionsForStaff(desk, who),
    'competition.offer': (who) =>
      offerCompetition(desk, who, {
        series: 'autumn',
        name: 'Autumn',
        day: '2099-01-01',
        days: 7,
        fund: d('100000'),
        prizes: [],
        symbols: ['BTCUSDT'],
        maxLever: 10,
        minTrades: 10,
        reviewHours: 24,
      }),
    'competition.disqualify': (who, user) =>
      disqualifyCompetitionEntryAsStaff(desk, who, { competition: 'none', person: user, reason: 'self_crossing', note: reason }),
    'network.pause': (who) =>
      pauseNetwork(desk, who, { currency: '*', chainType: 'TRC20', deposit: true, withdraw: true, reason: 'a node upgrade' }),
    'bank.list': (who) => listBankDetailsAndStatementLines(desk, who),
    'bank.details': (who) => enterDepositBankDetails(desk, who, { currency: 'USD', bankName: 'A bank', holder: 'Us', account: '12345' }),
    'bank.enter': (who) =>
      enterBankStatementLine(desk, who, {
        reference: 'FL1',
        currency: 'USD',
        amount: d('1'),
        bankReference: 'LINE',
        day: '2026-11-01',
        sender: 'Ann',
      }),
    'bank.agree': (who) => declineBankDetailsOrStatementLine(desk, who, '1'),
    'pool.list': (who) => listAddressPools(desk, who),
    'pool.import': (who) => importPoolAddresses(desk, who, { chainType: 'SOL', text: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' }),
    'content.publish': (who) => {
      const draft = { slug: 'a-text', kind: 'news', lang: 'en-us', text }
      return publishContentDraft(desk, who, draft, previewContentDraft(desk, draft).code)
    },
    'setting.change': (who) => setOperatorSetting(desk, who, { name: 'isPcLimite', value: '1' }),
    'terms.announce': (who) => announceWithdrawalTerms(desk, who, { currency: 'USDT', chainType: 'TRC20', fee: d('2'), day: '2099-01-01' }),
    'legal.propose': (who) => proposeProductPermission(desk, who, { country: 'NZ', product: 'contract', money: 'real', reason }),
    'legal.decide': (who) => declineProductPermission(desk, who, '1'),
    'legal.disable': (who) => disableProductInCountry(desk, who, { country: 'NZ', product: 'contract', reason }),
    'log.show': (who) => runStaffAction(desk, who, 'log.show', ({ sql }) => newestStaffLogEntries(sql, 1)),
    'log.verify': (who) => runStaffAction(desk, who, 'log.verify', ({ sql }) => verifyStaffLog(sql, proofs())),
  }

  it.each(staffRoles)('%s: what the table names and nothing else', async (role) => {
    const who = await staffMember('someone', role)
    const user = await person()
    await submit('deposit', 'one', user)
    for (const [action, todo] of Object.entries(things) as [StaffAction, (typeof things)[StaffAction]][]) {
      const isAllowed = staffPermissions[action].includes(role)
      const before = (await newestStaffLogEntries(db, 1_000)).length
      const found = await refusal(() => todo(who, user))
      const isForbidden = found instanceof StaffError && found.kind === 'forbidden'
      expect([action, isForbidden]).toEqual([action, !isAllowed])
      if (!isAllowed) expect((await newestStaffLogEntries(db, 1_000)).length).toBe(before)
    }
  })

  it('an ended account, an unknown key and a name twice are refused; keys are kept as hashes alone', async () => {
    const { key } = await addStaff(db, { name: 'mia', roles: ['risk'], by: 'machine:test', now: clock.now() })
    expect((await requireStaffByKey(db, key)).name).toBe('mia')
    expect(await refusal(() => requireStaffByKey(db, `${key}x`))).toEqual(no('forbidden', /belongs to nobody/))
    expect(JSON.stringify(await db.query('select * from staff'))).not.toContain(key.slice(6))
    expect(JSON.stringify(await db.query('select body from operator_log'))).not.toContain(key.slice(6))
    await deactivateStaff(db, { name: 'mia', by: 'machine:test', now: clock.now() })
    expect(await refusal(() => requireStaffByKey(db, key))).toEqual(no('forbidden', /belongs to nobody/))
    expect(await refusal(() => staffMember('mia', 'risk'))).toEqual(no('refused', /given before/))
    expect(await refusal(() => staffMember('max', 'king' as StaffRole))).toEqual(no('usage', /"king" is no role/))
    await expect(db.query("update staff set roles = '{auditor}'")).rejects.toThrow('it can only be ended')
    await expect(db.query('delete from staff')).rejects.toThrow('it can only be ended')
  })
})

describe('a paused network', () => {
  const staffs = async () => ({ ben: await staffMember('ben', 'risk'), upgrade: { chainType: 'TRC20', reason: ' a node upgrade ' } })
  const suspended = async (currency: string, chainType: string) => (await requireNetworkWithTerms(db, app, currency, chainType)).suspended

  it('takes nothing in and sends nothing out, of all currencies or of one, until it is opened again; all of it is in the log', async () => {
    const { ben, upgrade } = await staffs()
    await pauseNetwork(desk, ben, { ...upgrade, currency: '*', deposit: true, withdraw: false })
    expect(await suspended('TRX', 'TRC20')).toEqual({ deposit: true, withdraw: false, reason: 'a node upgrade' })
    expect(await suspended('USDT', 'ERC20')).toMatchObject({ deposit: false, withdraw: false })
    await pauseNetwork(desk, ben, { ...upgrade, currency: 'USDT', deposit: false, withdraw: true })
    expect(await suspended('USDT', 'TRC20')).toMatchObject({ deposit: true, withdraw: true })
    expect(await suspended('TRX', 'TRC20')).toMatchObject({ withdraw: false })
    await pauseNetwork(desk, ben, { ...upgrade, currency: '*', deposit: true, withdraw: true })
    expect(await suspended('TRX', 'TRC20')).toMatchObject({ withdraw: true })
    expect(await listNetworkPauses(desk)).toMatchObject([{ currency: '*' }, { currency: 'USDT', chainType: 'TRC20', withdraw: true }])
    for (const currency of ['*', 'USDT']) await resumeNetwork(desk, ben, { currency, chainType: 'TRC20' })
    expect(await suspended('USDT', 'TRC20')).toEqual({ deposit: false, withdraw: false, reason: '' })
    expect((await newestStaffLogEntries(db, 5)).map(({ action, about }) => [action, about['currency'], about['paused']])).toEqual([
      ['network.pause', '*', 'deposits'],
      ['network.pause', 'USDT', 'withdrawals'],
      ['network.pause', '*', 'deposits and withdrawals'],
      ['network.resume', '*', undefined],
      ['network.resume', 'USDT', undefined],
    ])
  })

  it('is one of ours, has a reason, and is opened once', async () => {
    const { ben, upgrade } = await staffs()
    const pause = (over: object) => pauseNetwork(desk, ben, { ...upgrade, currency: '*', deposit: true, withdraw: true, ...over })
    expect(await refusal(() => pause({ chainType: 'XMR' }))).toEqual(no('usage', /no network of ours\. Networks: BEP20, TRC20/))
    expect(await refusal(() => pause({ currency: 'BTC' }))).toEqual(no('usage', /does not move on TRC20/))
    expect(await refusal(() => pause({ reason: 'why' }))).toEqual(no('usage', /5 to 300/))
    expect(await refusal(() => resumeNetwork(desk, ben, { currency: '*', chainType: 'TRC20' }))).toEqual(
      no('refused', /not paused for all/),
    )
  })
})

describe('the log', () => {
  const fill = async (count: number) => {
    for (let n = 0; n < count; n++) await staffMember(`someone-${n}`, 'auditor')
  }

  it('only grows, one entry after the other, also with many writers at once', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, n) => staffMember(`writer-${n}`, 'auditor')))
    expect(await verifyStaffLog(db, proofs())).toMatchObject({ entries: 20, faults: [] })
    for (const change of ["update operator_log set body = '{}'", 'delete from operator_log', 'truncate operator_log'])
      await expect(db.query(change)).rejects.toThrow(/only grows|not emptied/)
    const forged = "insert into operator_log (seq, body, prev, hash) values (21, '{}', decode(repeat('00', 32), 'hex'), sha256('x'))"
    await expect(db.query(forged)).rejects.toThrow('does not follow')
  })

  it.each([
    [
      'a changed entry',
      `update operator_log set body = replace(body, 'someone-1', 'someone-9') where seq = 2`,
      /Entry 2 is not what was hashed/,
    ],
    [
      'a changed entry with its own hash made anew',
      `update operator_log set body = replace(body, 'someone-1', 'someone-9') where seq = 2;
       update operator_log set hash = sha256(prev || convert_to(body, 'UTF8')) where seq = 2`,
      /Entry 3 does not begin/,
    ],
    ['a missing entry', 'delete from operator_log where seq = 2', /Entry 2 is missing/],
    [
      'an entry that is not canonical',
      `update operator_log set body = body || ' ', hash = sha256(prev || convert_to(body || ' ', 'UTF8')) where seq = 4`,
      /Entry 4 cannot be read/,
    ],
  ])('finds %s', async (_, change, words) => {
    await fill(4)
    await tamper(change)
    expect((await verifyStaffLog(db, proofs())).faults.join()).toMatch(words)
  })

  it('is a leaf of the signed tree, so that a log rebuilt from the beginning, and one cut short, are found', async () => {
    await db.query("insert into sim_day (day, commit, seed) values ('2026-11-21', 'x', repeat('0', 63) || '1')")
    const signer = startPriceRecordSigner(app)
    const pass = async (seconds: number) => {
      for (let n = 0; n < seconds; n++) {
        clock.advance(1_000)
        await market.step()
      }
      await signer.step()
      await signer.step()
    }
    await market.start()
    await pass(30)
    expect(await verifyStaffLog(db, proofs())).toEqual({ entries: 0, root: '0'.repeat(64), published: undefined, faults: [] })
    await fill(3)
    await pass(61)
    await staffMember('later', 'risk')
    await pass(80)
    const good = await verifyStaffLog(db, proofs())
    expect(good).toMatchObject({ entries: 4, published: { entries: 4, isSigned: true }, faults: [] })
    const calls = fairnessHandlers(app)
    const context = { sql: db, now: clock.now() } as never
    const leaves = await calls.recordedTicks({ symbol: 'LOG:OPERATOR', from: startMs / 1000, to: startMs / 1000 + 600 }, context)
    // Once for each minute in which it grew.
    expect(leaves).toEqual([
      expect.stringMatching(/^v1\|LOG:OPERATOR\|\d+\|3\.0000000000\|RULE\|1\|root=[0-9a-f]{64}$/),
      `v1|LOG:OPERATOR|${good.published!.at / 1000}|4.0000000000|RULE|1|root=${good.root}`,
    ])
    expect(await calls.recordProof({ symbol: 'LOG:OPERATOR', sec: good.published!.at / 1000 }, context)).toMatchObject({ leaf: leaves[1] })

    const rows = await db.query<{ seq: string; body: string }>('select seq, body from operator_log order by seq')
    await tamper('delete from operator_log where seq = 4')
    expect((await verifyStaffLog(db, proofs())).faults.join()).toMatch(/4 entries were published at second \d+, 3 are here/)
    // Everything anew, each hash right: only the published root tells.
    const anew = `do $$ declare last bytea := decode(repeat('00', 32), 'hex'); r record; begin
      for r in select * from (values ${rows.map(({ seq, body }) => `(${seq}, '${body.replace('someone-0', 'nobody-00')}')`).join(',')}) v (seq, body) loop
        delete from operator_log where seq = r.seq;
        insert into operator_log (seq, body, prev, hash) values (r.seq, r.body, last, sha256(last || convert_to(r.body, 'UTF8')));
        last := sha256(last || convert_to(r.body, 'UTF8'));
      end loop; end $$`
    await tamper(anew)
    expect((await verifyStaffLog(db, proofs())).faults.join()).toMatch(/The root of 3 entries published at second \d+ is another one/)
    // And the leaves with it: then the tree is not the one that was signed.
    await tamper(
      `update published_input i set sources = 'root=' || encode(l.hash, 'hex') from operator_log l where i.symbol = 'LOG:OPERATOR' and l.seq = i.value`,
    )
    expect((await verifyStaffLog(db, proofs())).faults.join()).toMatch(/not in the signed tree/)
    await signer.stop()
  })
})

describe('corrections take two people (I8)', () => {
  let user: string
  let mia: StaffMember
  let ben: StaffMember
  beforeEach(async () => {
    user = await person()
    mia = await staffMember('mia', 'reviewer')
    ben = await staffMember('ben', 'risk')
    clock.advance(1_000)
  })
  const reason = 'a fee was charged twice'
  const propose = (amount: string, over: Partial<Parameters<typeof proposeBalanceAdjustment>[2]> = {}) =>
    proposeBalanceAdjustment(desk, mia, { user, book: accountTypes.demo, currency: 'USDT', amount: d(amount), reason, ...over })
  const adjusted = async () =>
    (await readLedgerRecordsPage(db, { userId: user, book: accountTypes.demo, types: [37], pageNo: 1, pageSize: 50 })).records

  it('books once, with the reason in the records and the inbox; nothing before the second person', async () => {
    const id = await propose('12.5')
    expect(await readAvailableBalance(db, user, accountTypes.demo, 'USDT')).toBe('100000.00000000')
    expect(await refusal(() => approveBalanceAdjustment(desk, mia, id))).toEqual(no('refused', /You proposed this/))
    await approveBalanceAdjustment(desk, ben, id)
    expect(await readAvailableBalance(db, user, accountTypes.demo, 'USDT')).toBe('100012.50000000')
    expect(await adjusted()).toEqual([
      expect.objectContaining({ amount: '12.50000000', bucket: 'AVAIL', type: 37, refType: 'adjustment', refId: id, remark: reason }),
    ])
    const notices = await db.query<{ params: object }>("select params from inbox_notice where user_id = $1 and kind = 'adjusted'", [user])
    expect(notices).toEqual([{ params: { amount: '+12.50000000', currency: 'USDT', reason } }])
    expect(await refusal(() => approveBalanceAdjustment(desk, ben, id))).toEqual(no('refused', /was approved by ben already/))
    expect(await refusal(() => declineBalanceAdjustment(desk, mia, id))).toEqual(no('refused', /was approved by ben already/))
    expect((await newestStaffLogEntries(db, 2)).map(({ by, action }) => [by, action])).toEqual([
      ['mia', 'adjust.propose'],
      ['ben', 'adjust.approve'],
    ])
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('posts once however many approve at the same moment', async () => {
    const id = await propose('1')
    const others = await Promise.all(
      ['eva', 'jon', 'kim'].map((name) => addStaff(db, { name, roles: ['risk'], by: 'x', now: asInstant(startMs) })),
    )
    const found = await Promise.all(
      [ben, ...others.map(({ staff }) => staff), ben].map((who) => refusal(() => approveBalanceAdjustment(desk, who, id))),
    )
    expect(found.filter((result) => !(result instanceof Error)).length).toBe(1)
    expect((await adjusted()).length).toBe(1)
    expect(await readAvailableBalance(db, user, accountTypes.demo, 'USDT')).toBe('100001.00000000')
  })

  it('is not approved by somebody who joined after it was proposed, nor in production within a day of joining', async () => {
    const id = await propose('1')
    clock.advance(1_000)
    const own = await staffMember('mia-too', 'risk')
    expect(await refusal(() => approveBalanceAdjustment(desk, own, id))).toEqual(no('refused', /You joined after this was proposed/))
    const strict: OperatorContext = { ...desk, app: { ...app, config: { ...app.config, env: 'production' } } }
    expect(await refusal(() => approveBalanceAdjustment(strict, ben, id))).toEqual(no('refused', /24 hours/))
    clock.advance(24 * 3_600_000)
    await approveBalanceAdjustment(strict, ben, id)
    expect((await adjusted()).length).toBe(1)
  })

  it('takes no more than can be spent, and leaves margin and frozen money alone', async () => {
    await db.transaction((sql) =>
      post(sql, {
        book: accountTypes.demo,
        refType: 'position',
        refId: '1',
        at: clock.now(),
        legs: [
          { user, currency: 'USDT', bucket: 'AVAIL', amount: d('-99990'), type: 6 },
          { user, currency: 'USDT', bucket: 'MARGIN', amount: d('99990'), type: 6 },
        ],
      }),
    )
    const id = await propose('-10.00000001')
    expect(await refusal(() => approveBalanceAdjustment(desk, ben, id))).toEqual(no('refused', /has 10.00000000 USDT to spend/))
    expect((await listBalanceAdjustments(desk, ben, false)).map((adjustment) => adjustment.id)).toEqual([id])
    expect(await newestStaffLogEntries(db, 1)).toMatchObject([{ by: 'ben', action: 'adjust.list', about: { found: '1' } }])
    await approveBalanceAdjustment(desk, ben, await propose('-10'))
    expect(await readLedgerBalances(db, user, accountTypes.demo)).toEqual([
      { currency: 'USDT', bucket: 'AVAIL', amount: '0.00000000' },
      { currency: 'USDT', bucket: 'MARGIN', amount: '99990.00000000' },
    ])
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('gives no more real money than the house has cover for, also by two at once', async () => {
    await fundSandboxReserves(db, clock)
    const real = { book: accountTypes.real } as const
    const first = await propose('60000', real)
    const second = await propose('60000', real)
    const found = await Promise.all([first, second].map((id) => refusal(() => approveBalanceAdjustment(desk, ben, id))))
    expect(found.filter((result) => result instanceof StaffError).length).toBe(1)
    expect(found).toContainEqual(no('refused', /cover holds 40000.00000000 USDT/))
    const btc = await propose('0.5', { ...real, currency: 'BTC' })
    expect(await refusal(() => approveBalanceAdjustment(desk, ben, btc))).toEqual(no('refused', /cover holds 0 BTC/))
    expect(await readAvailableBalance(db, user, accountTypes.real, 'USDT')).toBe('60000.00000000')
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('refuses what is no correction, and a decided one never changes', async () => {
    for (const over of [{ amount: d('0') }, { amount: d('0.000000001') }, { reason: 'too short' }, { currency: 'XYZ' }])
      expect(await refusal(() => propose('1', over))).toMatchObject({ kind: 'usage' })
    expect(await refusal(() => propose('1', { user: '99999999' }))).toEqual(no('refused', /no person/))
    const id = await propose('1')
    await declineBalanceAdjustment(desk, mia, id)
    expect(await refusal(() => approveBalanceAdjustment(desk, ben, id))).toEqual(no('refused', /declined by mia/))
    await expect(db.query('update adjustment set status = 0, decided_by = null, decided_ms = null')).rejects.toThrow('decided once')
    await expect(db.query('delete from adjustment')).rejects.toThrow('decided once')
    expect(await adjusted()).toEqual([])
  })
})

describe('cases', () => {
  it('a look is written down and the person sees it; a list shows nothing of the person', async () => {
    const mia = await staffMember('mia', 'reviewer')
    const kai = await staffMember('kai', 'auditor')
    const [user, other] = [await person(), await person()]
    await submit('verification', 'v1', user)
    const [line] = await listReviewCases(desk, mia)
    expect(Object.keys(line!).sort()).toEqual(['dueAt', 'id', 'kind', 'submittedAt', 'userId'])
    expect(await newestStaffLogEntries(db, 1)).toMatchObject([{ by: 'mia', action: 'review.list', about: { kind: 'all', found: '1' } }])
    const seenBy = async (userId: string) => {
      const context = { sql: db, visitor: { userId } } as never
      return (await staffAccessLogHandlers().list({ pageNo: 1, pageSize: 10 }, context)).records
    }
    expect(await seenBy(user)).toEqual([])
    expect((await readReviewCase(desk, mia, 'verification', 'v1', false)).facts).toEqual({ name: 'Ana' })
    clock.advance(1_000)
    await readReviewCase(desk, kai, 'verification', 'v1', false)
    expect(await seenBy(user)).toMatchObject([
      { role: 'auditor', staffNo: kai.id, kind: 'verification', refId: 'v1', files: 0, time: startMs + 1_000 },
      { role: 'reviewer', staffNo: mia.id, kind: 'verification', refId: 'v1', files: 0, time: startMs },
    ])
    expect(await seenBy(other)).toEqual([])
    await expect(db.query('delete from staff_access')).rejects.toThrow('only added')
  })

  it('are decided once, by name, for a reason of the list', async () => {
    const mia = await staffMember('mia', 'reviewer')
    const user = await person()
    await submit('deposit', 'd1', user)
    await submit('deposit', 'd2', user)
    expect(await refusal(() => rejectReviewCase(desk, mia, 'deposit', 'd1', 'pay_first'))).toEqual(no('usage', /no reason for a deposit/))
    expect(await refusal(() => approveReviewCase(desk, mia, 'wish', 'd1'))).toEqual(no('usage', /no kind of case/))
    await rejectReviewCase(desk, mia, 'deposit', 'd1', 'unreadable')
    expect(await outcomeOf('d1')).toBe('unreadable by mia')
    const found = await Promise.all([1, 2, 3].map(() => refusal(() => approveReviewCase(desk, mia, 'deposit', 'd2'))))
    expect(found.filter((result) => !(result instanceof Error)).length).toBe(1)
    expect(await outcomeOf('d2')).toBe('approved by mia')
    expect(await refusal(() => approveReviewCase(desk, mia, 'deposit', 'd1'))).toEqual(no('refused', /waits for a decision/))
    expect((await newestStaffLogEntries(db, 9)).filter(({ action }) => action.startsWith('review.')).length).toBe(2)
  })
})

describe('the sandbox’s reviewer', () => {
  it('decides each case once, some seconds after it came, with two servers at once; rejects where asked', async () => {
    const user = await person()
    for (let n = 0; n < 12; n++) await submit('deposit', `d${n}`, user)
    await submit('verification', 'no', user, 'reject')
    const reviewers = [startSandboxReviewer(app, desk.kinds), startSandboxReviewer(app, desk.kinds)]
    clock.advance(sandboxReviewDelayMs - 1)
    for (const reviewer of reviewers) expect(await reviewer.step()).toBe(0)
    clock.advance(1)
    const counts: number[] = []
    while ((await db.query('select from test_case where outcome is null')).length > 0)
      counts.push(...(await Promise.all(reviewers.map((reviewer) => reviewer.step()))))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(13)
    expect(await outcomeOf('d7')).toBe(`approved by ${sandboxReviewerName}`)
    expect(await outcomeOf('no')).toBe(`unreadable by ${sandboxReviewerName}`)
    expect((await newestStaffLogEntries(db, 99)).filter(({ by }) => by === sandboxReviewerName).length).toBe(13)
    for (const reviewer of reviewers) await reviewer.stop()
  })

  it('goes on with the others when one cannot be decided, and is never started in production', async () => {
    const user = await person()
    await submit('deposit', 'bad', user)
    await submit('deposit', 'good', user)
    const [kind] = desk.kinds as [ReviewKindHandler]
    const failing: ReviewKindHandler = {
      ...kind,
      approve: (sql, id, ...rest) => (id === 'bad' ? Promise.reject(new Error('no')) : kind.approve(sql, id, ...rest)),
    }
    const faults: unknown[] = []
    const reviewer = startSandboxReviewer(app, [failing], (words) => void faults.push(words))
    clock.advance(sandboxReviewDelayMs)
    await reviewer.step()
    expect([await outcomeOf('bad'), await outcomeOf('good'), faults.length]).toEqual([null, `approved by ${sandboxReviewerName}`, 1])
    await reviewer.stop()
    const production = { ...app, config: { ...app.config, env: 'production' as const } }
    expect(() => startSandboxReviewer(production, desk.kinds)).toThrow('outside the sandbox')
  })

  it('stops, and says so, where the cases of a kind cannot be read, also while a case of another kind waits', async () => {
    await submit('deposit', 'young', await person())
    const [kind] = desk.kinds as [ReviewKindHandler]
    const broken: ReviewKindHandler = { ...kind, kind: 'deposit', waiting: () => Promise.reject(new Error('unreadable')) }
    const reviewer = startSandboxReviewer(app, [kind, broken], () => undefined)
    await expect(reviewer.step()).rejects.toThrow('unreadable')
    await reviewer.stop()
  })
})

describe('tickets', () => {
  it('are listed, read with a line that their owner sees, answered and closed, each in the log without its words', async () => {
    const mia = await staffMember('mia', 'reviewer')
    const user = await person()
    await db.query(
      `insert into upload (id, user_id, biz, name, type, size, sha256, width, height, key_id, content, created_ms, used_ms)
       values (5, $1, 'support', 'a.jpg', 'image/jpeg', 1, repeat('0', 64), 9, 9, '', '\\x01', 1, 1)`,
      [user],
    )
    const ticketInput = { userId: user, topic: 'other' as const, text: 'A secret word', orderNo: '', fileIds: ['5'], now: clock.now() }
    const id = await db.transaction((sql) => createSupportTicket(app, sql, ticketInput))
    expect(await listWaitingSupportTickets(desk, mia)).toEqual([
      { id, userId: user, topic: 'other', since: startMs, answerBy: startMs + 86_400_000 },
    ])
    expect(await refusal(() => closeTicketAsStaff(desk, mia, id))).toEqual(no('refused', /answer it first/))
    const read = () =>
      db.query('select (select max(id) from support_message where ticket_id = t.id) = staff_seen_to as is_read from support_ticket t')
    expect(await read()).toEqual([{ is_read: false }])
    const shown = await readSupportTicketAsStaff(desk, mia, id, false)
    expect(await read()).toEqual([{ is_read: true }])
    expect(shown.messages).toMatchObject([{ by: 'me', text: 'A secret word', files: ['5'] }])
    expect((await readSupportTicketAsStaff(desk, mia, id, true)).opened.map(({ bytes }) => [...bytes])).toEqual([[1]])
    expect(await db.query('select role, kind, ref_id, files from staff_access where user_id = $1 order by id', [user])).toEqual([
      { role: 'reviewer', kind: 'support', ref_id: id, files: 0 },
      { role: 'reviewer', kind: 'support', ref_id: id, files: 1 },
    ])
    expect(await db.query('select upload_id, reader from upload_read where owner_id = $1', [user])).toEqual([
      { upload_id: '5', reader: `reviewer ${mia.id}` },
    ])
    expect(await refusal(() => answerTicketAsStaff(desk, mia, id, ' '))).toEqual(no('refused', /text/))
    await answerTicketAsStaff(desk, mia, id, 'An open word')
    await closeTicketAsStaff(desk, mia, id)
    expect(await refusal(() => answerTicketAsStaff(desk, mia, id, 'More'))).toEqual(no('refused', /is closed/))
    expect(await refusal(() => readSupportTicketAsStaff(desk, mia, '1', false))).toEqual(no('refused', /no ticket/))
    expect(await listWaitingSupportTickets(desk, mia)).toEqual([])
    const log = (await newestStaffLogEntries(db, 99)).filter(({ action }) => action.startsWith('support.'))
    expect(log.map(({ action }) => action)).toEqual([
      'support.list',
      'support.show',
      'support.show',
      'support.answer',
      'support.close',
      'support.list',
    ])
    expect(JSON.stringify(log)).not.toMatch(/word/)
  })
})

describe('markets and texts', () => {
  it('halts new orders and resumes them', async () => {
    const eva = await staffMember('eva', 'risk')
    await haltMarket(desk, eva, 'BTCUSDT', 'the feed jumps')
    await expect(assertMarketNotHalted(db, 'BTCUSDT')).rejects.toMatchObject({ refusal: 'symbolHalted' })
    expect(await listMarketHalts(desk)).toEqual([{ symbol: 'BTCUSDT', since: startMs, reason: 'the feed jumps' }])
    expect(await refusal(() => haltMarket(desk, eva, 'BTCUSDT', 'the feed jumps'))).toEqual(no('refused', /already/))
    expect(await refusal(() => haltMarket(desk, eva, 'NOPE', 'the feed jumps'))).toEqual(no('usage', /no market/))
    await resumeHaltedMarket(desk, eva, 'BTCUSDT')
    await assertMarketNotHalted(db, 'BTCUSDT')
    expect(await refusal(() => resumeHaltedMarket(desk, eva, 'BTCUSDT'))).toEqual(no('refused', /not halted/))
  })

  it('shows a broken ledger, and lets it go on after a check that holds', async () => {
    const eva = await staffMember('eva', 'risk')
    expect(await readLedgerCheckReport(desk, eva)).toEqual({ ended: undefined, halt: undefined, found: [] })
    expect(await refusal(() => resumeLedger(desk, eva))).toEqual(no('refused', /not halted/))
    await person()
    const change = (by: number) =>
      tamper(`update balance set amount = amount + ${by} where user_id = (select min(user_id) from balance) and bucket = 'AVAIL'`)
    await change(1)
    expect(await checkLedgerAsStaff(desk, eva)).toMatchObject({ holds: false })
    const { halt, found } = await readLedgerCheckReport(desk, eva)
    expect(halt).toMatchObject({ since: startMs })
    expect(found.map(({ invariant }) => invariant)).toEqual(expect.arrayContaining(['I4', 'I5']))
    expect(await refusal(() => resumeLedger(desk, eva))).toEqual(no('refused', /No check since then holds/))
    await change(-1)
    expect(await checkLedgerAsStaff(desk, eva)).toMatchObject({ holds: true })
    await resumeLedger(desk, eva)
    expect(await readLedgerHalt(db)).toBeUndefined()
    const log = (await newestStaffLogEntries(db, 99)).filter(({ action }) => action.startsWith('ledger.'))
    expect(log.map(({ action }) => action)).toEqual(expect.arrayContaining(['ledger.show', 'ledger.check', 'ledger.resume']))
  })

  it('publishes exactly what was previewed, cleaned, and never over a text of the release', async () => {
    const ada = await staffMember('ada', 'contentEditor')
    const text =
      'title: Maintenance\nsummary: On Sunday\ncategory: system\nversion: 1\npublished: 2026-11-01 10:00\nupdated: 2026-11-01 10:00\n\n<p onclick="x()">Short <script>bad()</script>break</p>'
    const draft = { slug: 'maintenance-sunday', kind: 'notice', lang: 'en-us', text }
    const { code, html } = previewContentDraft(desk, draft)
    expect(html).toBe('<p>Short break</p>')
    expect(await refusal(() => publishContentDraft(desk, ada, { ...draft, text: text.replace('Short', 'Long') }, code))).toEqual(
      no('refused', /not the text/),
    )
    await publishContentDraft(desk, ada, draft, code)
    const [row] = await db.query<{ html: string; origin: string }>(
      "select html, origin from content_piece where slug = 'maintenance-sunday'",
    )
    expect(row).toEqual({ html, origin: 'staff' })
    await db.query("update content_piece set origin = 'release'")
    expect(await refusal(() => publishContentDraft(desk, ada, draft, code))).toEqual(no('refused', /belongs to another text/))
    expect(await refusal(() => previewContentDraft(desk, { ...draft, kind: 'agreement' }))).toEqual(no('usage', /cannot be published/))
    expect(await refusal(() => previewContentDraft(desk, { ...draft, text: text.replaceAll('2026-11-01', '2027-11-01') }))).toEqual(
      no('usage', /lie ahead/),
    )
    expect(await refusal(() => previewContentDraft(desk, { ...draft, text: 'titel: x\n\n<p>a</p>' }))).toEqual(no('usage', /known keys/))
  })
})
