import { afterEach, expect, it, vi } from 'vitest'
import { wireTimeToInstant } from '#contract/time.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { log } from '#server/core/log.ts'
import { tryMarkIeoCancelled } from '#server/ieo/refund.ts'
import { ieoFixture } from './ieoFixture.ts'

// Everything at once about one project: paying, ending, delivering, calling off (docs/rules/token-sales.md).

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const end of ends.splice(0)) await end()
})

const refusal = (of: Promise<unknown>): Promise<string> =>
  of.then(
    () => 'nothing',
    (error: { refusal?: string }) => error.refusal ?? String(error),
  )

it.each([
  ['while people apply', '2026-11-28 11:59:59', undefined, ['nothing', 'stateConflict', 'windowClosed', 'confirmRequired']],
  ['while people pay', '2026-11-30 12:59:59', '2026-11-30 12:59:59', ['nothing', 'stateConflict']],
  ['as the time to pay ends', '2026-11-30 12:59:59', '2026-11-30 13:00:00', ['nothing', 'payExpired', 'stateConflict']],
  ['as tokens unlock', '2026-11-30 20:00:00', '2026-12-01 00:00:00', ['payExpired', 'stateConflict']],
])(
  '%s it is called off, by two servers at work',
  async (_, first, then, may) => {
    const failed = vi.spyOn(log, 'error').mockImplementation(() => {})
    const made = await ieoFixture()
    ends.push(made.end)
    const { person, apply, applyWith, previewApply, cancel, payWith, previewPay, at, sign, clock, db, work, app, held, sales, order } = made
    const people = await Promise.all(Array.from({ length: 12 }, () => person({ real: '5000' })))
    const orders = await Promise.all(people.map((who) => apply(who, '6000')))
    const late = await Promise.all(Array.from({ length: 4 }, () => person({ real: '5000' })))
    const acts: (() => Promise<string>)[] = []
    if (then === undefined) {
      await at(first)
      for (const who of late) {
        const { confirmToken } = await previewApply(who, '50')
        acts.push(() => refusal(applyWith(who, '50', confirmToken)))
      }
      for (const [n, who] of people.entries()) acts.push(() => refusal(cancel(who, orders[n]!.id)))
    } else {
      await at('2026-11-28 13:00:00')
      for (const [n, who] of people.entries()) {
        const { confirmToken } = await previewPay(who, orders[n]!.id, n % 2 === 0 ? undefined : '1000')
        const pay = () => refusal(payWith(who, orders[n]!.id, n % 2 === 0 ? undefined : '1000', confirmToken))
        if (n < 6 || first < '2026-11-30 13') acts.push(pay, pay)
        // A third has paid long since.
        if (n < 4) expect(await pay()).toBe('nothing')
      }
      clock.set(wireTimeToInstant(first))
      await sign(first)
      await work()
      clock.set(wireTimeToInstant(then))
      await sign(then).catch(() => {})
    }
    const came = await Promise.all([
      ...acts.map((act) => act()),
      work(),
      db.transaction((sql) => tryMarkIeoCancelled(sql, 'tidewater', 'the issuer withdrew')),
      work({ ...app }),
      ...acts.map((act) => act()),
    ])
    const strange = came.filter(
      (outcome) => typeof outcome === 'string' && !may.includes(outcome) && outcome !== 'confirmRequired' && outcome !== 'alreadyApplied',
    )
    expect(new Set(strange)).toEqual(new Set())
    await work()
    await work()
    expect(await findAllLedgerViolations(db)).toEqual([])
    for (const [n, who] of people.entries()) {
      expect(await held(who, 'AVAIL', 'USDT', 1)).toBe('5000.00000000')
      expect([-1, -2]).toContain((await order(who, orders[n]!.id)).status)
    }
    expect([Number(await sales('USDT')), Number(await sales('TIDE'))]).toEqual([0, 200_000])
    expect(await db.query(`select is_settled from ieo where id = 'tidewater'`)).toEqual([{ is_settled: true }])
    expect(failed.mock.calls).toEqual([])
  },
  60_000,
)
