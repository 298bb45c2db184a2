import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settings } from '#contract/calls/settings.ts'
import { demoFundUsdt } from '#contract/constants.ts'
import { wireTimeToInstant } from '#contract/time.ts'
import type { Database } from '#db/database.ts'
import { createManualClock } from '../core/clock.ts'
import { createCallHandlers } from '../modules.ts'
import { createAppHttpServer, type AppHttpServer } from '#server/http/server.ts'
import { addStaff, type StaffMember } from '#server/operator/staff.ts'
import { clearOperatorSetting, listOperatorSettings, setOperatorSetting } from '#server/operator/settings.ts'
import { newestStaffLogEntries } from '#server/operator/log.ts'
import { seedContent } from '#server/content/seedContent.ts'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import { noLimits, testContext, createInProcessClient } from '../../tests/support/wire.ts'

const startMs = wireTimeToInstant('2026-11-20 12:00:00')
const clock = createManualClock(startMs)
let db: Database
let http: AppHttpServer
let desk: Parameters<typeof setOperatorSetting>[0]
let pia: StaffMember

beforeAll(async () => {
  db = await testDatabase()
  await seedContent(db)
  const app = testContext(db, clock)
  http = createAppHttpServer(app, createCallHandlers(app), { rates: noLimits, dist: '/nonexistent' })
  desk = { app, kinds: [] }
  pia = (await addStaff(db, { name: 'pia', roles: ['productManager'], by: 'machine:test', now: clock.now() })).staff
})
afterAll(async () => {
  await http.close()
  await db.close()
})

const ask = (key: string, lang = 'en-us') => createInProcessClient(http, clock).get(settings.setting.path, { key }, { lang })
const system = async (lang?: string) => (await ask('sys_set', lang)).result

describe('each key', () => {
  const result = async (key: string, lang?: string) => {
    const answer = await ask(key, lang)
    expect([key, answer.envelope.code]).toEqual([key, 200])
    return answer.result
  }

  it('app_config fills commonConfig', async () => {
    expect(await result('app_config')).toMatchObject({
      settleCurrency: 'USDT',
      demoFund: demoFundUsdt,
      teamRebateRate: '0.2',
      slippageMaxBps: 200,
    })
    expect((await result('app_config'))['languages']).toHaveLength(9)
  })

  it('limits', async () => {
    const limits = await result('limits')
    expect(limits['withdrawDay']).toMatchObject({ basic: '5000', newAddress: '1000' })
    expect(limits['withdrawDay'].advanced.at(-1)).toEqual({ level: 6, most: '500000' })
    expect(limits['second']).toEqual({ stake: '200', stakeDay: '500', lossDay: '200', betweenSeconds: 30, afterLossesSeconds: 60 })
    expect(limits).toMatchObject({ swapMost: '50000', loans: [{ id: 'credit-usdt', currency: 'USDT', most: '5000' }, { most: '100000' }] })
  })

  it('agreements, in the reader’s language', async () => {
    const { agreements } = await result('agreements', 'jp')
    expect(agreements.map(({ id }: { id: string }) => id).sort()).toEqual([
      'fair-dealing-charter',
      'privacy',
      'risk-disclosure',
      'terms-of-odds-and-fees',
      'user-agreement',
    ])
    const english = (await result('agreements'))['agreements']
    const of = (list: { id: string; title: string; mustAgree: boolean }[], id: string) => list.find((agreement) => agreement.id === id)
    expect(of(english, 'risk-disclosure')).toMatchObject({ version: '4', mustAgree: true })
    expect(of(english, 'privacy')?.mustAgree).toBe(false)
    expect(of(agreements, 'privacy')?.title).not.toBe(of(english, 'privacy')?.title)
  })

  it('risk_texts, product by product', async () => {
    const { version, texts } = await result('risk_texts')
    expect(version).toBe('4')
    expect(texts[0]).toMatchObject({
      id: 'section-1',
      title: 'Contracts',
      html: expect.stringMatching(/^<ul>[^]*Leverage works both ways[^]*<\/ul>$/),
    })
    expect(texts.length).toBeGreaterThan(5)
    expect(texts.filter(({ html }: { html: string }) => html === '' || html.includes('<h2'))).toEqual([])
    expect((await result('risk_texts', 'ko'))['texts']).toHaveLength(texts.length)
  })

  it('min_amounts', async () => {
    const least = await result('min_amounts')
    expect(least).toMatchObject({ contract: '10', spot: '10', swap: '1', second: '10' })
    expect(least['deposits']).toContainEqual({ currency: 'USDT', chainType: 'TRC20', least: '10' })
    expect(least['withdrawals']).toContainEqual({ currency: 'BTC', chainType: 'BTC', least: '0.0005' })
    expect(least['withdrawals']).toContainEqual({ currency: 'USD', chainType: 'BANK', least: '50' })
    expect(least['loans']).toContainEqual({ id: 'credit-usdt', currency: 'USDT', least: '100' })
  })

  it.each(['sys_sets', '', 'constructor', 'SYS_SET'])('and no other: %j', async (key) => {
    expect((await ask(key)).envelope).toMatchObject({ code: 404, key: 'NOT_FOUND' })
  })
})

describe('what staff set', () => {
  it('is nothing on a fresh install', async () => {
    expect(await system()).toMatchObject({ env: 'sandbox', isPcLimite: 0, minClient: '0.1.0', secondsReal: false, realMoney: false })
    expect(Object.keys(await system())).not.toContain('statusNote')
    expect(Object.keys(await system())).not.toContain('maintenance')
  })

  it('reaches every app, each thing in its language, and stands in the log', async () => {
    await setOperatorSetting(desk, pia, { name: 'isPcLimite', value: '1' })
    await setOperatorSetting(desk, pia, { name: 'minClient', value: '0.2.0' })
    await setOperatorSetting(desk, pia, { name: 'statusNote', value: ' Bitcoin deposits take longer ' })
    await setOperatorSetting(desk, pia, { name: 'statusNote', value: 'ビットコインの入金が遅れています', lang: 'jp' })
    expect(await system('ko')).toMatchObject({ isPcLimite: 1, minClient: '0.2.0', statusNote: 'Bitcoin deposits take longer' })
    expect((await system('jp')).statusNote).toBe('ビットコインの入金が遅れています')
    const logged = await newestStaffLogEntries(db, 1)
    expect(logged[0]).toMatchObject({
      by: 'pia',
      action: 'setting.set',
      about: { name: 'statusNote', lang: 'jp', value: 'ビットコインの入金が遅れています' },
    })
    await setOperatorSetting(desk, pia, { name: 'isPcLimite', value: '0' })
    await clearOperatorSetting(desk, pia, { name: 'minClient' })
    await clearOperatorSetting(desk, pia, { name: 'statusNote' })
    expect(await listOperatorSettings(desk)).toMatchObject([{ name: 'isPcLimite', value: '0' }])
    expect(await system('jp')).toMatchObject({ isPcLimite: 0, minClient: '0.1.0' })
    expect((await system('jp')).statusNote).toBeUndefined()
  })

  it('names the hosts that links open at once, each once, and none on a fresh install', async () => {
    expect(Object.keys(await system())).not.toContain('vouchedHosts')
    await setOperatorSetting(desk, pia, { name: 'vouchedHosts', value: ' Docs.Example.com, *.example.org\ndocs.example.com ' })
    expect((await system()).vouchedHosts).toEqual(['docs.example.com', '*.example.org'])
    await clearOperatorSetting(desk, pia, { name: 'vouchedHosts' })
    expect((await system()).vouchedHosts).toBeUndefined()
  })

  it('says maintenance until it is over', async () => {
    await setOperatorSetting(desk, pia, { name: 'maintenance', value: '2026-11-20 13:00/2026-11-20 13:30' })
    const [from, to] = [wireTimeToInstant('2026-11-20 13:00:00'), wireTimeToInstant('2026-11-20 13:30:00')]
    expect((await system()).maintenance).toEqual({ from, to })
    clock.advance(to - clock.now())
    expect((await system()).maintenance).toBeUndefined()
  })

  it.each([
    [{ name: 'realMoney', value: '1' }, /^"realMoney" is no setting/],
    [{ name: 'isPcLimite', value: 'yes' }, /0 or 1/],
    [{ name: 'minClient', value: '1.0' }, /a version/],
    [{ name: 'statusNote', value: 'Hm' }, /5 to 200/],
    [{ name: 'statusNote', value: 'Bonjour', lang: 'fr' }, /^"fr" is no language/],
    [{ name: 'minClient', value: '0.1.0', lang: 'jp' }, /the same in every language/],
    [{ name: 'maintenance', value: '2026-11-20 13:30/2026-11-20 13:00' }, /a time to come/],
    [{ name: 'maintenance', value: '2026-11-19 13:00/2026-11-19 13:30' }, /a time to come/],
    ...[
      '',
      'https://docs.example.com',
      'docs.example.com/x',
      'docs.example.com:443',
      'a@example.com',
      '*',
      '*.com',
      '*example.com',
      'a.*.com',
    ]
      .concat([
        'localhost',
        '127.0.0.1',
        '[::1]',
        'example.com.',
        'xn--pple-43d.example',
        'a.xn--p1ai',
        '\u0430pple.example',
        '-a.example',
        'a..example',
      ])
      .concat(Array.from({ length: 51 }, (_, at) => `h${at}.example.com`).join(' '))
      .map((value): [object & { name: string; value: string }, RegExp] => [{ name: 'vouchedHosts', value }, /up to 50 hosts/]),
    [{ name: 'vouchedHosts', value: 'docs.example.com', lang: 'jp' }, /the same in every language/],
    [{ name: 'maintenance', value: '2026-13-40 13:00/2026-13-41 13:30' }, /a time to come/],
  ])('refuses %j', async (input, words) => {
    const before = (await newestStaffLogEntries(db, 100)).length
    expect(() => setOperatorSetting(desk, pia, input)).toThrow(words)
    expect((await newestStaffLogEntries(db, 100)).length).toBe(before)
  })

  it('cannot take back what is not set', async () => {
    await expect(clearOperatorSetting(desk, pia, { name: 'minClient' })).rejects.toThrow('minClient is not set.')
  })
})
