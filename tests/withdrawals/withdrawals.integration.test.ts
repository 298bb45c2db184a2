import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { holdNewAddresses } from '#account/holds.ts'
import { withdrawalRejectionReasons } from '#contract/calls/withdrawals.ts'
import { instantToWireTime } from '#contract/time.ts'
import type { Database, Sql } from '#db/database.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { log } from '#server/core/log.ts'
import { noticeTextsByKind } from '#server/notifications/noticeTexts.ts'
import { createSemaphore } from '#server/core/semaphore.ts'
import { runDueWithdrawalJobs } from '#server/withdrawals/engine.ts'
import type { PayoutPayer } from '#server/withdrawals/payout.ts'
import { withdrawalRejectionReasonTexts } from '#server/withdrawals/reasons.ts'
import { applyWithdrawalLegalHoldById, recordBankWithdrawalReturn } from '#server/withdrawals/review.ts'
import { sandboxPayoutPayer } from '#server/withdrawals/sandboxPayer.ts'
import { refusalOf } from '../trading/tradingFixture.ts'
import { evmAddress, safePassword, tron, withdrawalFixture } from './withdrawalFixture.ts'

// How many proofs may be tried at once is another module's matter; here all of thirty-two are right.
vi.mock('#account/lockout.ts', async (original) => ({ ...(await original<object>()), countAndAssertAuthProofAttempt: async () => 5 }))

let world: Awaited<ReturnType<typeof withdrawalFixture>>
beforeAll(async () => {
  world = await withdrawalFixture()
})
afterAll(() => world?.end())
const whole = ['10000.00000000', '0.00000000']

/** What a payer of ours makes of it in time: signed, confirmed, paid. */
async function carryOut() {
  await world.move()
  world.clock.advance(60_000)
  await world.move()
}

describe('the worked example W1', () => {
  it('500 with a fee of 1: 499 arrive, and every leg says where it went', async () => {
    const ann = await world.person()
    const accountId = await world.known(ann)
    const shown = await world.look(ann, { accountId })
    expect(shown).toMatchObject({
      youPay: '500.00000000',
      youGet: '499.00000000',
      reviewHours: 0,
      fees: [{ key: 'networkFee', amount: '1.00000000', currency: 'USDT' }],
    })
    expect(shown.addressGroups.join('')).toBe(tron[0])
    expect(shown.addressGroups[0]).toHaveLength(4)
    const [out, fees] = [await world.houseHas('CHAIN_OUT'), await world.houseHas('NETFEE')]
    const { id, status, phase, canCancel } = await world.apply(ann, { accountId }, shown.confirmToken)
    expect([status, phase, canCancel]).toEqual([0, 'approved', true])
    expect(await world.money(ann)).toEqual(['9500.00000000', '500.00000000'])
    await world.move()
    expect(await world.one(ann, id)).toMatchObject({
      status: 0,
      phase: 'signed',
      canCancel: false,
      confirmations: 0,
      needConfirmations: 20,
    })
    world.clock.advance(19_000)
    await world.move()
    expect(await world.one(ann, id)).toMatchObject({ status: 0, confirmations: 19 })
    world.clock.advance(1_000)
    await world.move()
    const done = await world.one(ann, id)
    expect(done).toMatchObject({ status: 2, phase: 'done', money: '500.00000000', fee: '1.00000000', arrivalMoney: '499.00000000' })
    expect(done.txHash).toMatch(/^sandbox-/)
    expect(done.timeline.map(({ note }) => note)).toEqual(['requested', 'approved', 'sent', 'paid'])
    expect(await world.money(ann)).toEqual(['9500.00000000', '0.00000000'])
    expect(Number(await world.houseHas('CHAIN_OUT')) - Number(out)).toBe(499)
    expect(Number(await world.houseHas('NETFEE')) - Number(fees)).toBe(1)
    expect((await world.row(id)).final_ms).not.toBeNull()
    const page = await world.ask(ann, (context) => world.calls.withdrawals({ pageNo: 1, pageSize: 10, status: ['2'] }, context))
    expect(page).toMatchObject({ total: 1, records: [{ id }] })
    const types = await world.db.query<{ type: number; bucket: string; amount: string }>(
      `select type, bucket, amount from leg where user_id = $1 and book = 1 and type in (2, 3, 4) order by id`,
      [ann.userId],
    )
    expect(types.map(({ type, bucket, amount }) => `${bucket} ${type} ${amount}`).toSorted()).toEqual([
      'AVAIL 2 -500.00000000',
      'FROZEN 2 500.00000000',
      'FROZEN 3 -500.00000000',
    ])
  })
})

describe('every way out gives back all of it, the fee included', () => {
  it('cancelled, while nothing is signed, and only once', async () => {
    const ann = await world.person()
    const { id } = await world.withdraw(ann, {
      accountId: await world.known(ann),
      money: '2000',
      beneficiary: { type: 'self', name: 'Ann' },
    })
    expect(await world.cancel(ann, id)).toMatchObject({ status: -3, phase: 'done' })
    expect(await world.money(ann)).toEqual(whole)
    expect(await refusalOf(world.cancel(ann, id))).toMatchObject({ name: 'notCancellable', detail: { status: -3 } })
    expect(await refusalOf(world.approve(id))).toMatchObject({ name: 'stateConflict' })
    expect(await refusalOf(world.reject(id, 'legal_order'))).toMatchObject({ name: 'stateConflict' })
    expect((await world.allowance(ann)).usedUsdt).toMatch(/^0/)
  })
  it('rejected for each reason, and notified why and what to do', async () => {
    const ann = await world.person()
    const accountId = await world.known(ann)
    for (const reason of withdrawalRejectionReasons) {
      const { id } = await world.withdraw(ann, { accountId, money: '1500', beneficiary: { type: 'self', name: 'Ann' } })
      await world.reject(id, reason)
      expect(await world.one(ann, id)).toMatchObject({
        status: -1,
        reasonCode: reason,
        reasonText: withdrawalRejectionReasonTexts[reason].message,
      })
      expect(await world.money(ann)).toEqual(whole)
      world.clock.advance(5_000)
    }
    const { id } = await world.withdraw(ann, { accountId, money: '1500', beneficiary: { type: 'self', name: 'Ann' } })
    expect(await refusalOf(world.reject(id, 'tax_due'))).toMatchObject({ name: 'validation' })
    const [, notice] = await world.db.query('select * from inbox_notice where user_id = $1 order by id desc limit 2', [ann.userId])
    // The one that was asked for last is not decided.
    expect(notice).toMatchObject({ kind: 'withdrawalRejected', ref_type: 'withdrawal' })
  })
  it('lost on its way, before and after it counted as paid', async () => {
    const ann = await world.person()
    const accountId = await world.known(ann)
    const first = await world.withdraw(ann, { accountId })
    await world.move()
    const lost = { ...sandboxPayoutPayer, fate: async () => ({ kind: 'lost' }) as const }
    await world.move([lost])
    expect(await world.one(ann, first.id)).toMatchObject({ status: -2, reasonCode: 'network_halt' })
    expect(await world.money(ann)).toEqual(whole)
    const out = await world.houseHas('CHAIN_OUT')
    const second = await world.withdraw(ann, { accountId, money: '600' })
    const slow = { ...sandboxPayoutPayer, finalAt: () => 1_000 }
    await world.move([slow])
    world.clock.advance(60_000)
    await world.move([slow])
    expect(await world.one(ann, second.id)).toMatchObject({ status: 2 })
    await world.move([{ ...slow, fate: async () => ({ kind: 'lost' }) as const }])
    expect(await world.one(ann, second.id)).toMatchObject({ status: -2 })
    expect(await world.money(ann)).toEqual(whole)
    expect(await world.houseHas('CHAIN_OUT')).toBe(out)
    // It is over: no chain has a say any more.
    await world.move()
    expect(await world.one(ann, second.id)).toMatchObject({ status: -2 })
  })
  it('has no state that docs/rules/deposits-and-withdrawals.md does not list, whatever statement is tried', async () => {
    const ann = await world.person()
    const { id } = await world.withdraw(ann, { accountId: await world.known(ann) })
    await world.cancel(ann, id)
    for (const wrong of [
      'status = 0, phase = $2',
      `status = 2, phase = $2, tx_hash = 'x'`,
      'money = money + 1, phase = $2',
      'address = $2',
    ]) {
      await expect(world.db.query(`update withdrawal set ${wrong} where id = $1`, [id, 'review'])).rejects.toThrow(
        /cannot go|fixed|violates/,
      )
    }
    await expect(world.db.query('delete from withdrawal where id = $1', [id])).rejects.toThrow(/only grows/)
    await expect(world.db.query(`update withdrawal_step set note = 'x' where withdrawal_id = $1`, [id])).rejects.toThrow(/only grows/)
  })
})

describe('refusals', () => {
  it('name what is wrong with where it goes and how much', async () => {
    const [ann, bob] = [await world.person(), await world.person()]
    const accountId = await world.known(ann)
    const at = (wish: Parameters<typeof world.look>[1], who = ann) => refusalOf(world.look(who, wish))
    expect(await at({ accountId, money: '9.99' })).toMatchObject({ name: 'belowMin', detail: { min: '10 USDT' } })
    expect(await at({ accountId, money: '5000.01' })).toMatchObject({ name: 'dailyLimit' })
    expect(await at({ accountId, chainType: 'ERC20' })).toMatchObject({ name: 'validation', detail: { field: 'accountId' } })
    expect(await at({ accountId, chainType: 'DOGE' })).toMatchObject({ name: 'validation', detail: { field: 'chainType' } })
    expect(await at({ accountId }, bob)).toMatchObject({ name: 'notFound' })
    expect(await at({})).toMatchObject({ name: 'validation', detail: { field: 'accountId' } })
    expect(await at({ address: `${tron[1].slice(0, -1)}8` })).toMatchObject({ name: 'addressInvalid' })
    expect(await at({ address: tron[1], memo: '7' })).toMatchObject({ name: 'validation', detail: { field: 'memo' } })
    expect(await at({ accountId, currency: 'JPY', chainType: 'BANK' })).toMatchObject({ name: 'networkSuspended' })
    expect(await at({ accountId }, { ...ann, kycLevel: 0 })).toMatchObject({ name: 'kycRequired' })
    expect(await at({ accountId }, { ...ann, isGuest: true })).toMatchObject({ name: 'guestRestricted' })
  })
  it('ask for the password, the second factor, the confirmed figures and the receiver', async () => {
    const [ann, eve, none] = [await world.person(), await world.person({ passkeyHours: 25 }), await world.person({ safe: false })]
    const accountId = await world.known(ann)
    const { confirmToken } = await world.look(ann, { accountId })
    expect(await refusalOf(world.apply(ann, { accountId }))).toMatchObject({
      name: 'confirmRequired',
      detail: { preview: { youGet: '499.00000000' } },
    })
    for (const wish of [{ money: '501' }, { chainType: 'ERC20' }])
      await expect(world.apply(ann, { accountId, ...wish }, confirmToken)).rejects.toThrow(/confirmRequired|validation/)
    expect(await refusalOf(world.apply(ann, { accountId, money: '501' }, confirmToken))).toMatchObject({ name: 'confirmRequired' })
    expect(await refusalOf(world.apply(ann, { accountId }, `${confirmToken}x`))).toMatchObject({ name: 'confirmRequired' })
    const proofless = (who: typeof ann, proof: object) =>
      refusalOf(
        (async () => {
          const mine = who === ann ? accountId : await world.known(who, tron[1])
          const { confirmToken: token } = await world.look(who, { accountId: mine })
          return world.ask(who, (context) =>
            world.calls.apply({ remark: '', ...world.askOf({ accountId: mine }), ...proof, confirmToken: token }, context),
          )
        })(),
      )
    expect(await proofless(ann, {})).toMatchObject({ name: 'stepUpRequired', detail: { methods: ['safePassword'] } })
    expect(await proofless(ann, { safePassword: '111112' })).toMatchObject({ name: 'safePasswordWrong' })
    expect(await proofless(eve, { safePassword })).toMatchObject({ name: 'stepUpRequired', detail: { methods: ['passkey'] } })
    expect(await refusalOf(world.add(none))).toMatchObject({ name: 'safePasswordNotSet' })
    expect(await refusalOf(world.withdraw(ann, { accountId, money: '1000' }))).toMatchObject({ name: 'travelRuleInfo' })
    // The figures are good for ten minutes.
    world.clock.advance(600_000)
    expect(await refusalOf(world.apply(ann, { accountId }, confirmToken))).toMatchObject({ name: 'confirmRequired' })
    expect(await world.money(ann)).toEqual(whole)
  })
  it('an account edited after the preview is another one', async () => {
    const ann = await world.person()
    const accountId = await world.known(ann)
    const { confirmToken } = await world.look(ann, { accountId })
    await world.db.query('update withdrawal_account set address = $2 where id = $1', [accountId, tron[2]])
    expect(await refusalOf(world.apply(ann, { accountId }, confirmToken))).toMatchObject({ name: 'confirmRequired' })
  })
  it('more than there is', async () => {
    const ann = await world.person({ real: '100' })
    const accountId = await world.known(ann)
    expect((await world.look(ann, { accountId })).warnings).toContainEqual({ level: 'warn', key: 'insufficientBalance' })
    expect(await refusalOf(world.withdraw(ann, { accountId }))).toMatchObject({ name: 'insufficientBalance', detail: { currency: 'USDT' } })
  })
})

describe('the address book', () => {
  it('lets a new address wait a day without a second factor', async () => {
    const ann = await world.person()
    const { id: accountId, coolUntil, isVouched } = await world.add(ann)
    expect([Number(coolUntil) - world.clock.now(), isVouched]).toEqual([24 * 3_600_000, false])
    expect(await refusalOf(world.look(ann, { accountId }))).toMatchObject({ name: 'addressCooling' })
    expect(await refusalOf(world.withdraw(ann, { address: tron[2] }))).toMatchObject({ name: 'addressUnknown' })
    world.later(24)
    expect((await world.accounts(ann))[0]).toMatchObject({ whitelisted: 1 })
    expect(await world.withdraw(ann, { accountId })).toMatchObject({ phase: 'approved' })
  })
  it('with a second factor less than 1,000 USDT a day go there at once, after a look of a reviewer', async () => {
    const eve = await world.person({ passkeyHours: 25 })
    const { id: accountId } = await world.add(eve)
    expect(await world.withdraw(eve, { accountId, money: '600' })).toMatchObject({ phase: 'review' })
    expect(await refusalOf(world.look(eve, { accountId, money: '400' }))).toMatchObject({ name: 'addressCooling' })
    expect((await world.allowance(eve)).youngLeftUsdt).toMatch(/^400(\.0*)?$/)
    expect(await world.withdraw(eve, { address: tron[2], money: '399.99' })).toMatchObject({ phase: 'review' })
    world.later(24)
    expect(await world.withdraw(eve, { accountId, money: '900' })).toMatchObject({ phase: 'approved' })
  })
  it('a second factor of less than a day confirms none, and adding another later starts no new wait', async () => {
    const eve = await world.person({ passkeyHours: 24 })
    const { id: accountId, isVouched } = await world.add(eve)
    expect([isVouched, (await world.allowance(eve)).factorUsableFrom]).toEqual([false, world.clock.now()])
    expect(await refusalOf(world.look(eve, { accountId, money: '50' }))).toMatchObject({ name: 'addressCooling' })
    expect(await refusalOf(world.withdraw(eve, { address: tron[2], money: '50' }))).toMatchObject({ name: 'addressUnknown' })
    world.clock.advance(1)
    expect(await world.add(eve, tron[1])).toMatchObject({ isVouched: true })
    expect(await world.withdraw(eve, { address: tron[2], money: '50' })).toMatchObject({ phase: 'review' })
  })
  it('in a sandbox the wait of a place can be skipped by its owner, also while a hold lasts; in production by nobody', async () => {
    const [ann, bob] = [await world.person(), await world.person()]
    const { id } = await world.add(ann)
    await holdNewAddresses(world.db, ann.userId, 72, 'passwordReset', world.clock.now())
    expect(await refusalOf(world.skipWait(bob, id))).toMatchObject({ name: 'notFound' })
    expect(await world.skipWait(ann, id)).toMatchObject({ id, whitelisted: 1 })
    expect(await world.look(ann, { accountId: id, money: '50' })).toMatchObject({ youGet: '49.00000000' })
    const real = await withdrawalFixture({ env: 'production' })
    const eve = await real.person()
    const place = await real.add(eve, '0x52908400098527886E0F7030069857D2E4169EE7', { chainType: 'ERC20' })
    expect(await refusalOf(real.skipWait(eve, place.id))).toMatchObject({ name: 'notFound' })
    await real.end()
  })
  it('a hold after a change of sign-in details keeps what is new waiting, and nothing else', async () => {
    const eve = await world.person({ passkeyHours: 25 })
    const [old, young] = [await world.known(eve), (await world.add(eve, tron[1])).id]
    await holdNewAddresses(world.db, eve.userId, 72, 'authenticatorRemoved', world.clock.now())
    expect(await refusalOf(world.look(eve, { accountId: young, money: '50' }))).toMatchObject({
      name: 'securityHold',
      detail: { reason: 'authenticatorRemoved' },
    })
    expect(Number((await world.add(eve, tron[2])).coolUntil) - world.clock.now()).toBe(72 * 3_600_000)
    // Known ones stay open; a reviewer looks while the hold lasts, knows of it, and the preview says so.
    const shown = await world.look(eve, { accountId: old })
    expect([shown.reviewHours, shown.lines.find(({ key }) => key === 'reviewHours')?.value]).toEqual([24, '24'])
    const { id } = await world.withdraw(eve, { accountId: old })
    expect(await world.one(eve, id)).toMatchObject({ phase: 'review' })
    const until = instantToWireTime(world.clock.now() + 72 * 3_600_000)
    expect((await world.waiting()).find((reviewCase) => reviewCase.id === id)?.facts).toMatchObject({
      hold: `authenticatorRemoved until ${until} UTC+8`,
    })
    world.later(72)
    expect(await world.look(eve, { accountId: old })).toMatchObject({ reviewHours: 0 })
    expect((await world.waiting()).find((reviewCase) => reviewCase.id === id)?.facts).not.toHaveProperty('hold')
  })
  it('a hold that begins while an address is new lasts for it to its end, and so does the one after', async () => {
    const eve = await world.person({ passkeyHours: 25 })
    const [old, young] = [await world.known(eve), (await world.add(eve, tron[1])).id]
    const begin = world.clock.now()
    world.later(12)
    await holdNewAddresses(world.db, eve.userId, 72, 'passwordReset', world.clock.now())
    world.later(13)
    // Its own day is over; the hold is not.
    const coolUntilOf = async () => (await world.accounts(eve)).find(({ id }) => id === young)?.coolUntil
    expect(await refusalOf(world.look(eve, { accountId: young, money: '50' }))).toMatchObject({
      name: 'securityHold',
      detail: { reason: 'passwordReset' },
    })
    expect(Number(await coolUntilOf()) - begin).toBe(84 * 3_600_000)
    world.later(25)
    await holdNewAddresses(world.db, eve.userId, 72, 'signInAdded', world.clock.now())
    world.later(40)
    expect(await refusalOf(world.look(eve, { address: tron[1], money: '50' }))).toMatchObject({
      name: 'securityHold',
      detail: { reason: 'signInAdded' },
    })
    expect(Number(await coolUntilOf()) - begin).toBe(122 * 3_600_000)
    expect(await world.look(eve, { accountId: old, money: '50' })).toMatchObject({ youGet: '49.00000000' })
    world.later(32)
    expect(await coolUntilOf()).toBeUndefined()
    expect(await world.withdraw(eve, { accountId: young, money: '50' })).toMatchObject({ phase: 'approved' })
  })
  it('only known addresses: at once, and off after a day', async () => {
    const eve = await world.person({ passkeyHours: 25 })
    const [old, young] = [await world.known(eve), (await world.add(eve, tron[1])).id]
    const only = async (on: boolean) => {
      const proof = await world.proofOf(eve)
      return world.ask(eve, (context) => world.calls.whitelistOnly({ on, ...proof }, context))
    }
    expect(await only(true)).toEqual({ whitelistOnly: 1, whitelistOffAt: null })
    expect(await refusalOf(world.look(eve, { accountId: young, money: '50' }))).toMatchObject({ name: 'addressCooling' })
    expect(await refusalOf(world.look(eve, { address: tron[2], money: '50' }))).toMatchObject({ name: 'addressUnknown' })
    expect(await world.look(eve, { accountId: old, money: '50' })).toMatchObject({ youGet: '49.00000000' })
    const { whitelistOffAt } = await only(false)
    expect(Number(whitelistOffAt) - world.clock.now()).toBe(24 * 3_600_000)
    world.later(23)
    expect((await only(false)).whitelistOffAt).toBe(whitelistOffAt)
    expect(await refusalOf(world.look(eve, { address: tron[2], money: '50' }))).toMatchObject({ name: 'addressUnknown' })
    world.later(1)
    expect(await world.look(eve, { address: tron[2], money: '50' })).toMatchObject({ youGet: '49.00000000' })
    expect((await world.allowance(eve)).whitelistOnly).toBe(0)
  })
  it('an address that is changed is new again; a label changes nothing', async () => {
    const ann = await world.person()
    const accountId = await world.known(ann)
    const edit = async (more: object) => {
      const proof = await world.proofOf(ann)
      return world.ask(ann, (context) => world.calls.editAccount({ id: accountId, ...proof, ...more }, context))
    }
    expect(await edit({ label: 'Home' })).toMatchObject({ label: 'Home', whitelisted: 1 })
    expect(await edit({ address: tron[1] })).toMatchObject({ address: tron[1], whitelisted: 0, label: 'Home' })
    expect(await refusalOf(edit({ address: 'T123456' }))).toMatchObject({ name: 'addressInvalid' })
    expect(await refusalOf(world.look(ann, { accountId }))).toMatchObject({ name: 'addressCooling' })
  })
  it('a new way out and a withdrawal are notified in the inbox, also to who has no e-mail', async () => {
    const ann = await world.person()
    await world.db.query('update account set email = null where id = $1', [ann.userId])
    const told = async () =>
      (
        await world.db.query<{ type: string; kind: string; params: object; link: string; ref_id: string }>(
          'select type, kind, params, link, ref_id from inbox_notice where user_id = $1 order by id',
          [ann.userId],
        )
      ).at(-1)
    const { id } = await world.add(ann)
    const added = { type: 'system', kind: 'addressAdded', link: '/address-book', ref_id: id }
    expect(await told()).toEqual({ ...added, params: { account: `${tron[0]} (USDT TRC20)` } })
    const edit = async (change: object) => {
      const proof = await world.proofOf(ann)
      return world.ask(ann, (context) => world.calls.editAccount({ id, ...change, ...proof }, context))
    }
    await edit({ address: tron[1] })
    expect(await told()).toEqual({ ...added, params: { account: `${tron[1]} (USDT TRC20)` } })
    await edit({ label: 'Home' })
    const count = () => world.db.query('select from inbox_notice where user_id = $1', [ann.userId])
    expect(await count()).toHaveLength(2)
    await world.db.query('update withdrawal_account set cool_until_ms = $2 where id = $1', [id, world.clock.now()])
    const made = await world.withdraw(ann, { accountId: id, money: '500' })
    expect(await told()).toEqual({
      type: 'system',
      kind: 'withdrawalRequested',
      params: { amount: '500.00000000', currency: 'USDT', address: 'Home' },
      link: `/chongzhitixianResult?id=${made.id}`,
      ref_id: made.id,
    })
    expect(await world.db.query('select from mail_outbox where account_id = $1', [ann.userId])).toEqual([])
  })
  it('keeps twenty, each once, each its owner’s, however many come at once', async () => {
    const [ann, bob] = [await world.person(), await world.person()]
    const more = { currency: 'ETH', chainType: 'ERC20' }
    const first = evmAddress()
    await world.add(ann, first, more)
    expect(await refusalOf(world.add(ann, first.toUpperCase().replace('0X', '0x'), more))).toMatchObject({ name: 'addressSaved' })
    for (let n = 0; n < 14; n++) await world.add(ann, evmAddress(), more)
    const all = await Promise.allSettled(Array.from({ length: 9 }, () => world.add(ann, evmAddress(), more)))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(await refusalOf(world.add(ann, evmAddress(), more))).toMatchObject({ name: 'tooManyAccounts', detail: { max: 20 } })
    const [{ id } = { id: '' }] = await world.accounts(ann)
    const proof = await world.proofOf(bob)
    expect(await refusalOf(world.ask(bob, (context) => world.calls.removeAccount({ id, ...proof }, context)))).toMatchObject({
      name: 'notFound',
    })
    expect(await refusalOf(world.ask(bob, (context) => world.calls.editAccount({ id, label: 'x', ...proof }, context)))).toMatchObject({
      name: 'notFound',
    })
    const own = await world.proofOf(ann)
    expect(await world.ask(ann, (context) => world.calls.removeAccount({ id, ...own }, context))).toEqual({ id })
    expect(await world.accounts(ann)).toHaveLength(19)
    expect(await world.accounts(bob)).toEqual([])
  })
  it('a withdrawal is its owner’s alone', async () => {
    const [ann, bob] = [await world.person(), await world.person()]
    const { id } = await world.withdraw(ann, { accountId: await world.known(ann) })
    expect(await refusalOf(world.one(bob, id))).toMatchObject({ name: 'notFound' })
    expect(await refusalOf(world.cancel(bob, id))).toMatchObject({ name: 'notFound' })
  })
})

describe('banks', () => {
  const bank = { type: 1, currency: 'USD', bankName: 'First Harbour', bankAccount: 'NZ12 3456 7890', label: '' } as const
  it('take the verified name only, show the end of the number, and are paid by staff with a reference', async () => {
    const ann = await world.person()
    await world.give(ann, 'USD', '1000')
    await world.db.query('update account set kyc_level = 0 where id = $1', [ann.userId])
    await world.db.query(
      `insert into personal_details (account_id, surname, first_name, gender, birthday, country, address, area_code, phone, updated_ms)
       values ($1, 'Lee', 'Ann', 2, '1990-01-01', 'NZ', '1 Harbour St', '64', '21123456', 0)`,
      [ann.userId],
    )
    await world.db.query('update account set kyc_level = 1 where id = $1', [ann.userId])
    const proof = await world.proofOf(ann)
    const save = (realName: string, currency = 'USD') =>
      world.ask(ann, (context) => world.calls.addAccount({ ...bank, currency, realName, ...proof }, context))
    expect(await refusalOf(save('Bob Lee'))).toMatchObject({ name: 'nameMismatch' })
    expect(await refusalOf(save('Ann Lee', 'JPY'))).toMatchObject({ name: 'networkSuspended' })
    const { id, bankAccount } = await save('lee  ANN')
    expect(bankAccount).toBe('···· 7890')
    expect(await world.db.query('select kind, params from inbox_notice where user_id = $1 order by id desc limit 1', [ann.userId])).toEqual(
      [{ kind: 'accountAdded', params: { account: 'First Harbour ···· 7890' } }],
    )
    world.later(24)
    const made = await world.withdraw(ann, { accountId: id, currency: 'USD', chainType: 'BANK', money: '500.129' })
    // What is smaller than a cent stays in the wallet.
    expect(made).toMatchObject({ method: 'bank', money: '500.12000000', fee: '10.00000000', bankMasked: 'First Harbour ···· 7890' })
    expect(made.address).toBeUndefined()
    const none: never[] = []
    await world.move(none)
    expect((await world.waiting(none)).find((id) => id.id === made.id)?.facts).toMatchObject({
      needs: 'withdrawal take',
      bankAccount: 'NZ1234567890',
    })
    expect(await refusalOf(world.approve(made.id, undefined, none))).toMatchObject({ name: 'stateConflict' })
    await world.take(made.id, none)
    await world.approve(made.id, 'FT2611-0042', none)
    expect(await world.one(ann, made.id)).toMatchObject({ status: 2, txHash: 'FT2611-0042' })
    expect(await world.money(ann, 'USD')).toEqual(['499.88000000', '0.00000000'])
    expect(await world.houseHas('FEE', 'USD')).toBe('10.00000000')
    // Sent back by the bank after all.
    await world.decide((sql, after) =>
      recordBankWithdrawalReturn(world.app, sql, made.id, 'ownership_unconfirmed', world.clock.now(), after),
    )
    expect(await world.one(ann, made.id)).toMatchObject({ status: -2, reasonCode: 'ownership_unconfirmed' })
    expect(await world.money(ann, 'USD')).toEqual(['1000.00000000', '0.00000000'])
  })
})

describe('the clock', () => {
  it('passes on what is late, once, and approves it after 72 hours', async () => {
    const ann = await world.person()
    const { id, reviewBy, createTime } = await world.withdraw(ann, {
      accountId: await world.known(ann),
      money: '2000',
      beneficiary: { type: 'other', name: 'Bob Lee', vasp: 'Harbour' },
    })
    expect(Number(reviewBy) - Number(createTime)).toBe(24 * 3_600_000)
    world.later(23)
    await world.move()
    expect(await world.one(ann, id)).toMatchObject({ isLate: false })
    world.later(1)
    await Promise.all([world.move(), world.move()])
    expect(await world.one(ann, id)).toMatchObject({ isLate: true, phase: 'review' })
    await world.move()
    world.later(47.9)
    await world.move()
    expect(await world.one(ann, id)).toMatchObject({ phase: 'review' })
    world.later(0.2)
    await carryOut()
    const done = await world.one(ann, id)
    expect(done.timeline.map(({ note }) => note)).toEqual(['requested', 'escalated', 'approvedLate', 'sent', 'paid'])
  })
  it('stops only for a legal reference, which is shown', async () => {
    const ann = await world.person()
    const { id } = await world.withdraw(ann, {
      accountId: await world.known(ann),
      money: '2000',
      beneficiary: { type: 'self', name: 'Ann' },
    })
    await world.decide((sql, after) => applyWithdrawalLegalHoldById(world.app, sql, id, 'Court 12/26', world.clock.now(), after))
    world.later(80)
    await world.move()
    expect(await world.one(ann, id)).toMatchObject({ phase: 'review', legalReference: 'Court 12/26', canCancel: true })
    await world.approve(id)
    await carryOut()
    expect(await world.one(ann, id)).toMatchObject({ status: 2 })
  })
  it('what nobody needs to look at is at most 1,000 USDT', async () => {
    const ann = await world.person({ kyc: 2, real: '100000' })
    await world.give(ann, 'BTC', '1')
    const [usdt, btc] = [
      await world.known(ann),
      await world.known(ann, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', { currency: 'BTC', chainType: 'BTC' }),
    ]
    const self = { type: 'self', name: 'Ann' } as const
    expect(await world.withdraw(ann, { accountId: usdt, money: '1000', beneficiary: self })).toMatchObject({ phase: 'approved' })
    expect(await world.withdraw(ann, { accountId: usdt, money: '1000.01', beneficiary: self })).toMatchObject({ phase: 'review' })
    // 0.02 BTC at 90,000.
    expect(
      await world.withdraw(ann, { currency: 'BTC', chainType: 'BTC', accountId: btc, money: '0.02', beneficiary: self }),
    ).toMatchObject({ phase: 'review' })
    expect(await world.withdraw(ann, { currency: 'BTC', chainType: 'BTC', accountId: btc, money: '0.01' })).toMatchObject({
      phase: 'approved',
    })
  })
})

describe('money that can always leave', () => {
  it('a break, an exclusion or questions that were not passed hinder nothing', async () => {
    const ann = await world.person({ passed: false })
    await world.exclude(ann, 60, 'all')
    await world.timeout(ann, 1008)
    expect(await world.withdraw(ann, { accountId: await world.known(ann) })).toMatchObject({ phase: 'approved' })
  })
  it('a paused network names the others, and what waits on it keeps its place', async () => {
    const ann = await world.person()
    const accountId = await world.known(ann)
    const first = await world.withdraw(ann, { accountId, money: '20' })
    world.clock.advance(1_000)
    const second = await world.withdraw(ann, { accountId, money: '30' })
    await world.db.query(
      `insert into network_pause (currency, chain_type, deposit, withdraw, reason) values ('USDT', 'TRC20', false, true, 'maintenance')`,
    )
    try {
      expect(await refusalOf(world.look(ann, { accountId }))).toMatchObject({
        name: 'networkSuspended',
        detail: { others: ['BEP20', 'ERC20'] },
      })
      await world.move()
      expect((await world.one(ann, first.id)).phase).toBe('approved')
    } finally {
      await world.db.query('delete from network_pause')
    }
    const order: string[] = []
    await world.move([{ ...sandboxPayoutPayer, broadcast: async ({ id }) => void order.push(id) }])
    expect(order.filter((id) => [first.id, second.id].includes(id))).toEqual([first.id, second.id])
  })
  it('how long it takes and why it was refused is shown to everybody', async () => {
    const stats = await world.ask(await world.person(), (context) => world.calls.withdrawalStats({}, context))
    expect(stats.paid).toBeGreaterThan(3)
    expect(stats.p95Seconds).toBeGreaterThanOrEqual(stats.p50Seconds as number)
    expect(stats.late).toBeGreaterThanOrEqual(1)
    expect(stats.refused.map(({ reason }) => reason)).toEqual(expect.arrayContaining(['sanction_match', 'network_halt']))
  })
  it('no reason and no notice asks for money', () => {
    const texts = [
      ...withdrawalRejectionReasons.flatMap((reason) => [reason, withdrawalRejectionReasonTexts[reason].message]),
      ...Object.entries(noticeTextsByKind).flatMap(([kind, { title, content }]) =>
        kind.startsWith('withdrawal') ? [title.message, content.message] : [],
      ),
    ]
    expect(texts.length).toBeGreaterThan(20)
    for (const text of texts) expect(text).not.toMatch(/\bpay|deposit|\btax|top up|transfer to/i)
  })
})

describe('many at once', () => {
  // As the edge lets them in: each holds a connection and needs another one to prove itself.
  const atTheEdge = createSemaphore(8, 100)
  it('32 together cannot exceed the daily limit', async () => {
    const ann = await world.person({ real: '100000' })
    const accountId = await world.known(ann)
    const { confirmToken } = await world.look(ann, { accountId, money: '900' })
    const all = await Promise.allSettled(
      Array.from({ length: 32 }, () => atTheEdge(() => world.apply(ann, { accountId, money: '900' }, confirmToken))),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(await world.money(ann)).toEqual(['95500.00000000', '4500.00000000'])
    expect((await world.allowance(ann)).leftUsdt).toMatch(/^500/)
    expect(await refusalOf(world.look(ann, { accountId, money: '500.01' }))).toMatchObject({ name: 'dailyLimit' })
    expect(await world.look(ann, { accountId, money: '500' })).toBeDefined()
    world.later(24)
    expect(await world.look(ann, { accountId, money: '900' })).toBeDefined()
  })
  it('32 together cannot exceed what there is', async () => {
    const ann = await world.person({ real: '1000', kyc: 2 })
    const accountId = await world.known(ann)
    const { confirmToken } = await world.look(ann, { accountId, money: '300' })
    const all = await Promise.allSettled(
      Array.from({ length: 32 }, () => atTheEdge(() => world.apply(ann, { accountId, money: '300' }, confirmToken))),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await world.money(ann)).toEqual(['100.00000000', '900.00000000'])
  })
  it('a cancel against a payout, and several servers: each withdrawal ends once', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => world.person()))
    const made = await Promise.all(
      people.map(async (who) => ({ who, id: (await world.withdraw(who, { accountId: await world.known(who) })).id })),
    )
    const sent: string[] = []
    const payer = { ...sandboxPayoutPayer, broadcast: async ({ id }: { id: string }) => void sent.push(id) }
    await Promise.all([world.move([payer]), world.move([payer]), ...made.map(({ who, id }) => world.cancel(who, id).catch(() => {}))])
    await world.move([payer])
    world.clock.advance(60_000)
    await Promise.all([world.move([payer]), world.move([payer]), world.move([payer])])
    for (const { who, id } of made) {
      const { status } = await world.one(who, id)
      expect(await world.money(who)).toEqual(status === -3 ? whole : ['9500.00000000', '0.00000000'])
      expect(sent.filter((each) => each === id)).toHaveLength(status === -3 ? 0 : 1)
    }
    expect(await findAllLedgerViolations(world.db)).toEqual([])
  })
})

describe('killed after any statement', () => {
  function breakingAfter(n: number) {
    let count = 0
    const wrap = (sql: Sql): Sql => ({
      query: async <Row extends object>(text: string, values?: readonly unknown[]) => {
        const found = await sql.query<Row>(text, values)
        if (++count === n) throw new Error('killed')
        return found
      },
    })
    return { wrap, broke: () => count >= n }
  }
  const trace = async () => ({
    rows: await world.db.query('select * from withdrawal order by id'),
    steps: await world.db.query('select count(*) as n from withdrawal_step'),
    balances: await world.db.query('select * from balance order by user_id, book, currency, bucket'),
    legs: await world.db.query('select count(*) as n from leg'),
    notices: await world.db.query('select count(*) as n from inbox_notice'),
  })
  async function killAtEach(run: (wrap: (sql: Sql) => Sql) => Promise<unknown>): Promise<number> {
    for (let n = 1; ; n++) {
      const before = await trace()
      const { wrap, broke } = breakingAfter(n)
      await run(wrap).catch((error: Error) => {
        if (error.message !== 'killed') throw error
      })
      if (!broke()) return n - 1
      expect(await trace(), `after statement ${n}`).toEqual(before)
    }
  }

  it('an application, a cancel, the signing and the paying leave nothing half done, and go through when tried again', async () => {
    // What others left behind is carried out first.
    await carryOut()
    await carryOut()
    const ann = await world.person()
    const accountId = await world.known(ann)
    const { confirmToken } = await world.look(ann, { accountId })
    expect(await killAtEach((wrap) => world.apply(ann, { accountId }, confirmToken, wrap))).toBeGreaterThanOrEqual(10)
    const [row] = await world.db.query<{ id: string }>('select id from withdrawal where user_id = $1', [ann.userId])
    expect(await killAtEach((wrap) => world.cancel(ann, row?.id as string, wrap))).toBeGreaterThanOrEqual(6)
    const { id } = await world.withdraw(ann, { accountId })
    const silenced = vi.spyOn(log, 'error').mockImplementation(() => {})
    const moving = (wrap: (sql: Sql) => Sql, payer: PayoutPayer = sandboxPayoutPayer) => {
      const db: Database = { ...world.db, transaction: (work) => world.db.transaction((sql) => work(wrap(sql))) }
      return runDueWithdrawalJobs({ ...world.app, db }, [payer])
    }
    const unseen = { ...sandboxPayoutPayer, fate: async () => ({ kind: 'unseen' }) as const }
    expect(await killAtEach((wrap) => moving(wrap, unseen))).toBeGreaterThanOrEqual(4)
    expect((await world.row(id)).phase).toBe('signed')
    world.clock.advance(60_000)
    expect(await killAtEach((wrap) => moving(wrap))).toBeGreaterThanOrEqual(8)
    silenced.mockRestore()
    expect(await world.one(ann, id)).toMatchObject({ status: 2 })
    expect(await findAllLedgerViolations(world.db)).toEqual([])
  })
})
