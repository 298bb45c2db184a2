import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SignedInUser } from '#server/core/visitor.ts'
import { asDecimal } from '#contract/decimal.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { loadCurrencyUsesLookup } from '#server/deposits/currencyUses.ts'
import { ownerOfDepositReference } from '#server/deposits/bank.ts'
import { depositsHandlers } from '#server/deposits/handlers.ts'
import { newRowId } from '#server/core/ids.ts'
import { setOwnLimit } from '#server/risk/ownLimits.ts'
import {
  approveBankDetailsOrStatementLine,
  declineBankDetailsOrStatementLine,
  type BankStatementLineEntry,
  enterBankStatementLine,
  enterDepositBankDetails,
  listBankDetailsAndStatementLines,
} from '#server/operator/banks.ts'
import { newestStaffLogEntries } from '#server/operator/log.ts'
import { pauseNetwork, resumeNetwork } from '#server/operator/pauses.ts'
import { approveReviewCase, rejectReviewCase } from '#server/operator/reviews.ts'
import { startSandboxReviewer } from '#server/operator/sandboxReviewer.ts'
import { addStaff, type StaffMember } from '#server/operator/staff.ts'
import { claimWithdrawalForManualPayout } from '#server/operator/withdrawals.ts'
import { createReviewKinds } from '#server/operator/reviewKinds.ts'
import { refusalOf } from '../trading/tradingFixture.ts'
import { withdrawalFixture } from '../withdrawals/withdrawalFixture.ts'

// Money that comes in by bank: one of the staff enters the line of the statement, another agrees, and each line stands for money once.

const day = 24 * 3_600_000

async function bankWorld(env: 'sandbox' | 'production') {
  const world = await withdrawalFixture({ env })
  const { app, db, clock, ask } = world
  const calls = depositsHandlers(app)
  const desk = { app, kinds: createReviewKinds(app) }
  const staff = async (name: string) =>
    (await addStaff(db, { name, roles: ['reviewer', 'risk'], by: 'machine:test', now: clock.now() })).staff
  const [mia, tom, kim] = [await staff('mia'), await staff('tom'), await staff('kim')]
  // In production an account agrees to nothing in its first day.
  clock.advance(2 * day)
  const picture = async (who: SignedInUser) => {
    const id = newRowId(clock.now())
    await db.query(
      `insert into upload (id, user_id, biz, name, type, size, sha256, width, height, key_id, content, created_ms)
       values ($1, $2, 'voucher', 'a.jpg', 'image/jpeg', 3, $5, 1, 1, '', $3, $4)`,
      [id, who.userId, Buffer.from('jpg'), clock.now(), '0'.repeat(64)],
    )
    return id
  }
  const claimWith = (who: SignedInUser, money: string, voucher: string[], currency = 'USD') =>
    ask(who, (context) => calls.claim({ currency, chainType: 'BANK', money: asDecimal(money), voucher }, context))
  return {
    ...world,
    desk,
    mia,
    tom,
    kim,
    // As the edge asks reads: without a transaction of its own.
    shown: async (who: SignedInUser, currency = 'USD') =>
      calls.bankDeposit({ currency }, { ...(await ask(who, (context) => context)), sql: db }),
    claim: async (who: SignedInUser, money: string, currency = 'USD') => claimWith(who, money, [await picture(who)], currency),
    claimWith,
    list: async (who: SignedInUser) => (await ask(who, (context) => calls.deposits({ pageNo: 1, pageSize: 100 }, context))).records,
    notices: async (who: SignedInUser) =>
      (await db.query<{ kind: string }>('select kind from inbox_notice where user_id = $1 order by id', [who.userId])).map(
        ({ kind }) => kind,
      ),
  }
}

let world: Awaited<ReturnType<typeof bankWorld>>
let ann: SignedInUser
let lines = 0
const place = { currency: 'USD', bankName: 'First Harbour Bank', holder: 'Fairlead Ltd', account: 'NZ12 3456 7890 1234', swift: 'fhbknz22' }
beforeAll(async () => {
  world = await bankWorld('production')
})
afterAll(() => world?.end())
beforeEach(async () => {
  ann = await world.person({ real: '0' })
})

const openBank = async () => {
  const id = await enterDepositBankDetails(world.desk, world.mia, place)
  await approveBankDetailsOrStatementLine(world.desk, world.tom, id)
}
const enter = async (by: StaffMember, who: SignedInUser, amount: string, over: Partial<BankStatementLineEntry> = {}) =>
  enterBankStatementLine(world.desk, by, {
    reference: over.reference ?? (await world.shown(who)).reference,
    currency: 'USD',
    amount: asDecimal(amount),
    bankReference: `FT 2611-${++lines}`,
    day: '2026-11-20',
    sender: 'Ann Lee',
    ...over,
  })
const usd = async (who: SignedInUser) => (await world.money(who, 'USD'))[0]

describe('where a currency is sent', () => {
  it('is not offered before staff say where; what one enters is shown once another agrees, and the newest holds', async () => {
    const canDeposit = async () => (await loadCurrencyUsesLookup(world.db, world.app))('USD').canDeposit
    expect(await refusalOf(world.shown(ann))).toEqual({ name: 'bankNotOffered', detail: { currency: 'USD' } })
    expect(await refusalOf(world.claim(ann, '100'))).toMatchObject({ name: 'bankNotOffered' })
    expect(await canDeposit()).toBe(false)
    const id = await enterDepositBankDetails(world.desk, world.mia, place)
    expect(await refusalOf(world.shown(ann))).toMatchObject({ name: 'bankNotOffered' })
    await expect(approveBankDetailsOrStatementLine(world.desk, world.mia, id)).rejects.toThrow(/Somebody else on staff must approve/)
    await approveBankDetailsOrStatementLine(world.desk, world.tom, id)
    await expect(approveBankDetailsOrStatementLine(world.desk, world.kim, id)).rejects.toThrow(/decided already/)
    expect(await world.shown(ann)).toMatchObject({
      currency: 'USD',
      bankName: 'First Harbour Bank',
      holder: 'Fairlead Ltd',
      account: 'NZ12 3456 7890 1234',
      swift: 'FHBKNZ22',
      minMoney: '50',
      simulated: false,
    })
    expect(await canDeposit()).toBe(true)
    const next = await enterDepositBankDetails(world.desk, world.tom, { ...place, account: 'NZ99 0000 0000 0001' })
    expect(await world.shown(ann)).toMatchObject({ account: 'NZ12 3456 7890 1234' })
    world.clock.advance(1000)
    await approveBankDetailsOrStatementLine(world.desk, world.kim, next)
    expect(await world.shown(ann)).toMatchObject({ account: 'NZ99 0000 0000 0001' })
    await expect(world.db.query(`update bank_details set account = 'mine' where id = $1`, [next])).rejects.toThrow(/decided once and stays/)
  })

  it('is shown to nobody while staff have it paused, says why, and what was sent before is credited', async () => {
    await openBank()
    const { desk, mia, tom, app, db } = world
    const sent = await world.shown(ann)
    const pause = { currency: 'USD', chainType: 'BANK', deposit: true, withdraw: false, reason: 'Our bank moves its systems' }
    await pauseNetwork(desk, mia, pause)
    expect(await refusalOf(world.shown(ann))).toEqual({ name: 'networkSuspended', detail: { reason: 'Our bank moves its systems' } })
    expect((await loadCurrencyUsesLookup(db, app))('USD').canDeposit).toBe(false)
    await world.claim(ann, '70')
    await approveBankDetailsOrStatementLine(desk, tom, await enter(mia, ann, '70', { reference: sent.reference }))
    expect(await usd(ann)).toBe('70.00000000')
    await resumeNetwork(desk, mia, pause)
    expect(await world.shown(ann)).toMatchObject({ account: sent.account })
    // All currencies at once; withdrawals are sent by hand and not paused.
    await pauseNetwork(desk, mia, { ...pause, currency: '*' })
    expect(await refusalOf(world.shown(ann))).toMatchObject({ name: 'networkSuspended' })
    await resumeNetwork(desk, mia, { ...pause, currency: '*' })
    await expect(async () => pauseNetwork(desk, mia, { ...pause, withdraw: true })).rejects.toThrow(/deposits alone/)
    await expect(async () => pauseNetwork(desk, mia, { ...pause, currency: 'BTC' })).rejects.toThrow(/does not move on BANK/)
  })

  it('is never a currency that no bank takes out again', async () => {
    expect(await refusalOf(world.shown(ann, 'JPY'))).toMatchObject({ name: 'bankNotOffered' })
    expect(() => enterDepositBankDetails(world.desk, world.mia, { ...place, currency: 'JPY' })).toThrow(/does not come in by bank/)
  })

  it('comes with a reference of the person’s own, the same ever after, in which one wrong digit is nobody’s', async () => {
    await openBank()
    const people = await Promise.all(Array.from({ length: 6 }, () => world.person({ real: '0' })))
    const asked = await Promise.all([...people, ...people, ...people].map(async (who) => (await world.shown(who)).reference))
    expect(new Set(asked).size).toBe(6)
    expect(asked.slice(0, 6)).toEqual(asked.slice(12))
    const [own = ''] = asked
    expect(own).toMatch(/^FL\d{7}$/)
    expect(await ownerOfDepositReference(world.db, ` ${own.slice(0, 4).toLowerCase()} ${own.slice(4)}`)).toBe(people[0]?.userId)
    for (let at = 2; at < own.length; at++) {
      const wrong = own.slice(0, at) + String((Number(own[at]) + 1) % 10) + own.slice(at + 1)
      expect(await ownerOfDepositReference(world.db, wrong)).toBeUndefined()
    }
  })
})

describe('a transfer by bank', () => {
  beforeEach(openBank)

  it('is claimed during a break without a reference where none was given before, and gives none', async () => {
    const [early, late] = [await world.person({ real: '0' }), await world.person({ real: '0' })]
    const { reference } = await world.shown(early)
    for (const who of [early, late]) await world.exclude(who, 6, 'all')
    expect(await refusalOf(world.shown(late))).toMatchObject({ name: 'selfExcluded' })
    expect(await world.claim(early, '70')).toMatchObject({ status: 0, address: reference })
    expect(await world.claim(late, '70')).toMatchObject({ status: 0, address: '' })
    expect(await world.db.query('select from bank_reference where user_id = $1', [late.userId])).toEqual([])
  })

  it('is claimed with a picture, entered by one, agreed to by another, and credited with what the statement says', async () => {
    const claim = await world.claim(ann, '500')
    const { reference } = await world.shown(ann)
    expect(claim).toMatchObject({
      status: 0,
      source: 'bank',
      chainType: 'BANK',
      money: '500.00000000',
      address: reference,
      txHash: '',
      simulated: false,
    })
    const id = await enter(world.mia, ann, '488.5')
    expect(await usd(ann)).toBe('0.00000000')
    expect((await listBankDetailsAndStatementLines(world.desk, world.tom)).lines).toMatchObject([
      { id, deposit_id: claim.id, amount: '488.50000000', enterer: 'mia' },
    ])
    await expect(approveBankDetailsOrStatementLine(world.desk, world.mia, id)).rejects.toThrow(/Somebody else on staff/)
    expect(await approveBankDetailsOrStatementLine(world.desk, world.tom, id)).toContain('488.50000000 USD')
    expect(await usd(ann)).toBe('488.50000000')
    expect(await world.list(ann)).toMatchObject([{ id: claim.id, status: 1, money: '500.00000000', creditedMoney: '488.50000000' }])
    expect(await world.notices(ann)).toEqual(['bankDepositCredited'])
    const [entry] = (await newestStaffLogEntries(world.db, 1000)).filter(({ action }) => action === 'bank.agree').toReversed()
    expect(entry).toMatchObject({ by: 'tom', about: { id, userId: ann.userId, amount: '488.50000000', enteredBy: 'mia' } })
    expect(await findAllLedgerViolations(world.db)).toEqual([])
  })

  it('is credited without a claim too, and answers the claim that is named', async () => {
    await approveBankDetailsOrStatementLine(world.desk, world.tom, await enter(world.mia, ann, '75'))
    expect(await world.list(ann)).toMatchObject([{ status: 1, source: 'bank', money: '75.00000000', creditedMoney: '75.00000000' }])
    const [first, second] = [await world.claim(ann, '60'), await world.claim(ann, '70')]
    await approveBankDetailsOrStatementLine(world.desk, world.tom, await enter(world.mia, ann, '70', { claim: second.id }))
    expect((await world.list(ann)).find(({ id }) => id === first.id)).toMatchObject({ status: 0 })
    expect((await world.list(ann)).find(({ id }) => id === second.id)).toMatchObject({ status: 1 })
    const bob = await world.person({ real: '0' })
    await expect(enter(world.mia, bob, '60', { claim: first.id })).rejects.toThrow(/No claim/)
    expect(await usd(ann)).toBe('145.00000000')
  })

  it('is posted once when many agree at the same moment', async () => {
    await world.claim(ann, '300')
    const id = await enter(world.mia, ann, '300')
    const all = await Promise.allSettled(
      [world.tom, world.kim, world.tom, world.kim, world.tom, world.mia].map((by) => approveBankDetailsOrStatementLine(world.desk, by, id)),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await usd(ann)).toBe('300.00000000')
    expect(await world.notices(ann)).toEqual(['bankDepositCredited'])
    expect(await findAllLedgerViolations(world.db)).toEqual([])
  })

  it('is entered once for each line of the bank, however it is spelt and whoever enters it, also at the same moment', async () => {
    const over = { bankReference: 'ft-77 0001' }
    const all = await Promise.allSettled(
      [world.mia, world.tom, world.kim].flatMap((by) => [enter(by, ann, '90', over), enter(by, ann, '90', { bankReference: 'FT-770001' })]),
    )
    const [first, ...others] = all.filter(({ status }) => status === 'fulfilled')
    expect(others).toEqual([])
    for (const each of all) if (each.status === 'rejected') expect(String(each.reason)).toMatch(/FT-770001 in USD was entered already/)
    const id = (first as PromiseFulfilledResult<string>).value
    const { lines: waiting } = await listBankDetailsAndStatementLines(world.desk, world.tom)
    const enterer = waiting.find((line) => line.id === id)?.enterer
    await approveBankDetailsOrStatementLine(world.desk, enterer === 'tom' ? world.kim : world.tom, id)
    await expect(enter(world.mia, ann, '90', over)).rejects.toThrow(/entered already/)
    expect(await usd(ann)).toBe('90.00000000')
  })

  it('that was declined is entered again; one whose claim was rejected meanwhile is not credited', async () => {
    const over = { bankReference: `AGAIN-${++lines}` }
    const first = await enter(world.mia, ann, '80', over)
    await declineBankDetailsOrStatementLine(world.desk, world.mia, first)
    await expect(approveBankDetailsOrStatementLine(world.desk, world.tom, first)).rejects.toThrow(/decided already/)
    const claim = await world.claim(ann, '80')
    const second = await enter(world.mia, ann, '80', over)
    await rejectReviewCase(world.desk, world.kim, 'deposit', claim.id, 'notFound')
    await expect(approveBankDetailsOrStatementLine(world.desk, world.tom, second)).rejects.toThrow(/decided meanwhile/)
    expect(await usd(ann)).toBe('0.00000000')
    expect(await world.notices(ann)).toEqual(['depositRejected'])
    await declineBankDetailsOrStatementLine(world.desk, world.tom, second)
    await approveBankDetailsOrStatementLine(world.desk, world.tom, await enter(world.mia, ann, '80', over))
    expect(await usd(ann)).toBe('80.00000000')
  })

  it('is approved by no one person, whatever command they use', async () => {
    const claim = await world.claim(ann, '100')
    await expect(approveReviewCase(world.desk, world.mia, 'deposit', claim.id)).rejects.toThrow(/bank enter, then bank agree/)
    expect(await usd(ann)).toBe('0.00000000')
    // Nor by the database: who entered a line never decided for it.
    const id = await enter(world.mia, ann, '100')
    const cheat = `update bank_line set status = 1, decided_by = entered_by, decided_ms = 1 where id = $1`
    await expect(world.db.query(cheat, [id])).rejects.toThrow(/violates check constraint/)
  })

  it('refuses bad lines in words', async () => {
    await expect(enter(world.mia, ann, '10.001')).rejects.toThrow(/at most 2 decimals/)
    await expect(enter(world.mia, ann, '0')).rejects.toThrow(/above zero/)
    await expect(enter(world.mia, ann, '10', { bankReference: 'x' })).rejects.toThrow(/--line/)
    await expect(enter(world.mia, ann, '10', { day: '2027-01-01' })).rejects.toThrow(/--day/)
    await expect(enter(world.mia, ann, '10', { sender: ' ' })).rejects.toThrow(/--sender/)
    await expect(enter(world.mia, ann, '10', { reference: 'FL9999999' })).rejects.toThrow(/Nobody has the reference/)
  })

  it('claimed: not below what could leave again, not above the person’s own limit, not in fractions of a cent, and only with one’s own picture', async () => {
    expect(await refusalOf(world.claim(ann, '49.99'))).toEqual({ name: 'belowMin', detail: { min: '50 USD' } })
    expect(await refusalOf(world.claim(ann, '50.001'))).toMatchObject({ name: 'validation', detail: { field: 'money' } })
    expect(await refusalOf(world.claimWith(ann, '50', ['1']))).toMatchObject({ name: 'notFound' })
    await world.db.transaction((sql) => setOwnLimit(sql, ann.userId, 'depositDay', asDecimal('100'), world.clock.now()))
    await world.claim(ann, '60')
    expect(await refusalOf(world.claim(ann, '60'))).toMatchObject({ name: 'ownLimit', detail: { left: '40.00' } })
    const many = await Promise.allSettled(Array.from({ length: 4 }, () => world.claim(ann, '50')))
    expect(many.filter(({ status }) => status === 'fulfilled')).toEqual([])
    // Money that is there already is credited all the same, as a chain's is.
    await approveBankDetailsOrStatementLine(world.desk, world.tom, await enter(world.mia, ann, '900'))
    expect(await usd(ann)).toBe('900.00000000')
  })

  it('is not offered during a break from everything', async () => {
    await world.shown(ann)
    await world.timeout(ann, 24)
    expect(await refusalOf(world.shown(ann))).toMatchObject({ name: 'selfExcluded' })
  })

  it('leaves by bank again: what came in is withdrawn, taken by staff and paid with a reference', async () => {
    await world.db.query('update account set kyc_level = 0 where id = $1', [ann.userId])
    await world.db.query(
      `insert into personal_details (account_id, surname, first_name, gender, birthday, country, address, area_code, phone, updated_ms)
       values ($1, 'Lee', 'Ann', 2, '1990-01-01', 'NZ', '1 Harbour St', '64', '21123456', 0)`,
      [ann.userId],
    )
    await world.db.query('update account set kyc_level = 1 where id = $1', [ann.userId])
    await world.claim(ann, '500')
    await approveBankDetailsOrStatementLine(world.desk, world.tom, await enter(world.mia, ann, '500'))
    const proof = await world.proofOf(ann)
    const bank = {
      type: 1,
      currency: 'USD',
      bankName: 'First Harbour',
      bankAccount: 'NZ12 3456 7890',
      realName: 'Ann Lee',
      label: '',
    } as const
    const { id: accountId } = await world.ask(ann, (context) => world.calls.addAccount({ ...bank, ...proof }, context))
    world.later(25)
    const { id } = await world.withdraw(ann, { accountId, currency: 'USD', chainType: 'BANK', money: '500' })
    expect(await world.money(ann, 'USD')).toEqual(['0.00000000', '500.00000000'])
    await claimWithdrawalForManualPayout(world.desk, world.mia, id)
    await approveReviewCase(world.desk, world.mia, 'withdrawal', id, 'OUT-2611-0001')
    expect(await world.one(ann, id)).toMatchObject({ status: 2, method: 'bank', arrivalMoney: '490.00000000', txHash: 'OUT-2611-0001' })
    expect(await world.money(ann, 'USD')).toEqual(['0.00000000', '0.00000000'])
    expect(await findAllLedgerViolations(world.db)).toEqual([])
  })
})

it('in a sandbox the bank is made up and says so, and its reviewer credits what was claimed', async () => {
  const sandbox = await bankWorld('sandbox')
  try {
    const bob = await sandbox.person({ real: '0' })
    expect(await sandbox.shown(bob)).toMatchObject({ bankName: 'Sandbox Bank', simulated: true })
    const claim = await sandbox.claim(bob, '250')
    expect(claim).toMatchObject({ status: 0, simulated: true })
    const reviewer = startSandboxReviewer(sandbox.app, sandbox.desk.kinds)
    sandbox.clock.advance(60_000)
    await reviewer.step()
    await reviewer.stop()
    expect(await sandbox.list(bob)).toMatchObject([{ status: 1, creditedMoney: '250.00000000', simulated: true }])
    expect((await sandbox.money(bob, 'USD'))[0]).toBe('250.00000000')
    expect(await sandbox.notices(bob)).toContain('bankDepositCredited')
  } finally {
    await sandbox.end()
  }
})
