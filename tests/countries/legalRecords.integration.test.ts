import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { productAvailabilitiesForResidence, type CountryRuleProfile, residenceCountriesOf } from '#server/core/countries.ts'
import type { SignedInUser } from '#server/core/visitor.ts'
import { asDecimal } from '#contract/decimal.ts'
import { closeReason } from '#contract/states.ts'
import { asInstant } from '#contract/time.ts'
import {
  type RegulatedProduct,
  regulatedProducts,
  type CountryProductPermissionStore,
  loadCountryProductPermissionStore,
} from '#server/core/legalRecords.ts'
import type { OperatorContext } from '#server/operator/operatorContext.ts'
import {
  approveProductPermission,
  declineProductPermission,
  disableProductInCountry,
  listProductPermissions,
  proposeProductPermission,
} from '#server/operator/legal.ts'
import { newestStaffLogEntries } from '#server/operator/log.ts'
import { addStaff, requireStaffByKey } from '#server/operator/staff.ts'
import { recheckRequestedAndHaltedOrders } from '#server/orders/orderRechecks.ts'
import { createContractOrderRechecker } from '#server/trading/recheck.ts'
import { hourMs, realAccountFixture } from '../limits/realAccountFixture.ts'
import { second } from '../secondContracts/secondContractFixture.ts'
import { order, refusalOf } from '../trading/tradingFixture.ts'

// What a production server offers is what two of the staff wrote down for a country, and never more than its profile allows (docs/rules/countries.md, docs/rules/environments.md).
const d = asDecimal
const world = await realAccountFixture({ env: 'production' })
const { db, app, clock } = world
const desk: OperatorContext = { app, kinds: [] }
const member = async (name: string) =>
  requireStaffByKey(db, (await addStaff(db, { name, roles: ['risk'], by: 'machine:test', now: clock.now() })).key)
const [mia, ben] = [await member('mia'), await member('ben')]
clock.advance(25 * hourMs)
const reason = 'Licence 4711 of the authority, seen by counsel'
let legal: CountryProductPermissionStore

beforeEach(async () => {
  await world.pass(1)
  legal = await loadCountryProductPermissionStore(db, clock)
  app.legal = legal
})
// Records stay for ever, so each story ends what it began.
afterEach(async () => {
  const open = await db.query<{ country: string; product: RegulatedProduct }>(
    'select distinct country, product from legal_record where status = 1',
  )
  for (const permission of open) await disableProductInCountry(desk, ben, { ...permission, reason })
})
afterAll(() => world.end())

const propose = (country: string, product: RegulatedProduct, money: 'demo' | 'real', from?: number) =>
  proposeProductPermission(desk, mia, { country, product, money, reason, ...(from !== undefined && { from: asInstant(from) }) })
const enable = async (country: string, product: RegulatedProduct, money: 'demo' | 'real', from?: number) => {
  await approveProductPermission(desk, ben, await propose(country, product, money, from))
  await legal.refresh()
}
const says = (of: Promise<unknown>) => of.then(String, (error: Error) => error.message)
const offered = (country: string) => productAvailabilitiesForResidence({ country }, app)
const previewOf = (who: SignedInUser, over = {}) => world.preview(who, order({ lever: 2, ...over }))

describe('without a record', () => {
  it('nothing with leverage, no option, second contract, loan or incentive is offered anywhere', async () => {
    for (const country of ['GB', 'DE', 'AU', 'CA', 'IL', 'US', 'NZ', 'BR', ''])
      for (const product of regulatedProducts) expect([country, product, offered(country)[product]]).toEqual([country, product, 'off'])
    // Practice with earn products and token sales needs no record in Asia (the table says "demo" there).
    expect(offered('JP')).toEqual({
      contract: 'off',
      cryptoContract: 'off',
      option: 'off',
      second: 'off',
      loan: 'off',
      earn: 'demo',
      ieo: 'demo',
      incentive: 'off',
    })
    const ann = await world.person()
    expect(await refusalOf(previewOf(ann))).toEqual({
      name: 'regionProduct',
      detail: { country: 'NZ', policy: '/articleDetail?id=where-products-are-offered' },
    })
    expect((await refusalOf(world.buy(ann, second()))).name).toBe('regionProduct')
  })

  it('a sandbox has everything, and a database without any record reader has nothing', () => {
    for (const country of ['US', ''])
      expect(productAvailabilitiesForResidence({ country }, { config: { env: 'sandbox' } }).second).toBe('real')
    expect(productAvailabilitiesForResidence({ country: 'NZ' }, { config: { env: 'production' } }).contract).toBe('off')
  })
})

describe('a record', () => {
  it('opens its product in its country from its moment on, for the money that it names', async () => {
    const ann = await world.person()
    const bob = await world.person({ country: 'BR' })
    await enable('NZ', 'cryptoContract', 'demo', clock.now() + hourMs)
    expect((await refusalOf(previewOf(ann))).name).toBe('regionProduct')
    clock.advance(hourMs)
    await world.market.step()
    await previewOf(ann)
    expect((await refusalOf(previewOf(ann, { accountType: 1 }))).name).toBe('regionProduct')
    expect((await refusalOf(previewOf(bob))).name).toBe('regionProduct')
    expect(offered('NZ')).toMatchObject({ contract: 'off', cryptoContract: 'demo', second: 'off' })
    await enable('NZ', 'cryptoContract', 'real')
    // Past the gate of the country; in production simulated prices take no real money.
    expect((await refusalOf(previewOf(ann, { accountType: 1 }))).name).toBe('marketSimulated')
  })

  it('never opens more than the rules of the country allow', async () => {
    const never: [string, RegulatedProduct][] = [
      ...['GB', 'DE', 'AU', 'CA', 'IL', 'US'].map((country): [string, RegulatedProduct] => [country, 'second']),
      ...['CA', 'IL', 'US'].flatMap((country) => regulatedProducts.map((product): [string, RegulatedProduct] => [country, product])),
      ['GB', 'cryptoContract'],
      ['AU', 'option'],
      ['JP', 'loan'],
      ['JP', 'incentive'],
    ]
    for (const [country, product] of never) expect(await says(propose(country, product, 'real'))).toMatch(/allow .* not at all/)
    for (const [country, product] of [
      ['JP', 'second'],
      ['DE', 'option'],
      ['TH', 'earn'],
    ] as const) {
      expect(await says(propose(country, product, 'real'))).toMatch(/for play money/)
      await enable(country, product, 'demo')
      expect(offered(country)[product]).toBe('demo')
    }
    // Whatever got into the table: the profile has the last word.
    const everything = { config: { env: 'production' as const }, legal: { granted: () => 'real' as const, refresh: async () => {} } }
    const on = (country: string) =>
      regulatedProducts.filter((product) => productAvailabilitiesForResidence({ country }, everything)[product] === 'real')
    const table: [CountryRuleProfile, string, RegulatedProduct[]][] = [
      ['UK', 'GG', ['contract']],
      ['EEA', 'CH', ['contract', 'cryptoContract']],
      ['AU', 'AU', ['contract', 'cryptoContract']],
      ['CA', 'CA', []],
      ['IL', 'IL', []],
      ['US', 'PR', []],
      ['ASIA', 'SG', ['contract']],
      ['OTHER', 'NZ', [...regulatedProducts]],
      ['UNKNOWN', '', []],
      ['BLOCKED', 'IR', []],
    ]
    for (const [profile, country, products] of table) expect([profile, on(country)]).toEqual([profile, products])
  })

  it('of one country does not open for somebody of whom another is known too', async () => {
    await enable('NZ', 'contract', 'real')
    expect(productAvailabilitiesForResidence(residenceCountriesOf('NZ', 'BR'), app).contract).toBe('off')
    expect(productAvailabilitiesForResidence(residenceCountriesOf('BR', 'NZ'), app).contract).toBe('off')
    expect(productAvailabilitiesForResidence(residenceCountriesOf('', 'NZ'), app).contract).toBe('real')
    const gold = order({ symbol: 'XAUUSD', quantity: d('1'), lever: 2 })
    const ann = { ...(await world.person()), otherCountry: 'BR' }
    expect(await refusalOf(world.preview(ann, gold))).toMatchObject({ name: 'regionProduct', detail: { country: 'BR' } })
  })

  it('is proposed by one and approved by another, each a link of the log', async () => {
    const id = await propose('NZ', 'second', 'demo')
    expect(await says(approveProductPermission(desk, mia, id))).toMatch(/Somebody else on staff/)
    const eve = await member('eve')
    expect(await says(approveProductPermission(desk, eve, id))).toMatch(/joined after|24 hours/)
    expect(await listProductPermissions(desk, false)).toMatchObject([
      { id, country: 'NZ', product: 'second', availability: 'demo', status: 'waiting' },
    ])
    await approveProductPermission(desk, ben, id)
    expect(await says(approveProductPermission(desk, ben, id))).toMatch(/was approved by ben already/)
    expect(
      (await newestStaffLogEntries(db, 3))
        .filter(({ action }) => action !== 'staff.add')
        .map(({ by, action, about }) => [by, action, about['id'], about['country'], about['product']]),
    ).toEqual([
      ['mia', 'legal.propose', id, 'NZ', 'second'],
      ['ben', 'legal.approve', id, 'NZ', 'second'],
    ])
    await expect(db.query('update legal_record set reason = $2 where id = $1', [id, 'another reason'])).rejects.toThrow(/decided once/)
    await expect(db.query('delete from legal_record where id = $1', [id])).rejects.toThrow(/decided once/)
    const other = await propose('NZ', 'option', 'real')
    await declineProductPermission(desk, mia, other)
    await legal.refresh()
    expect(offered('NZ')).toMatchObject({ second: 'demo', option: 'off' })
  })

  it('is refused with nonsense, and in a sandbox', async () => {
    expect(await says(propose('UK', 'contract', 'real'))).toMatch(/no country/)
    expect(await says(propose('GG', 'contract', 'real'))).toMatch(/name GB/)
    expect(await says(propose('NZ', 'spot' as RegulatedProduct, 'real'))).toMatch(/no product/)
    expect(await says(propose('NZ', 'loan', 'demo'))).toMatch(/no play money/)
    expect(await says(propose('NZ', 'contract', 'real', clock.now() - 1))).toMatch(/from now on/)
    const sandbox = { ...desk, app: { ...app, config: { ...app.config, env: 'sandbox' as const } } }
    expect(await says(proposeProductPermission(sandbox, mia, { country: 'NZ', product: 'contract', money: 'real', reason }))).toMatch(
      /everything on/,
    )
  })
})

describe('taking it back', () => {
  it('cancels what waits, leaves what runs to be closed, and outlasts what was approved before', async () => {
    await enable('NZ', 'cryptoContract', 'demo')
    await enable('NZ', 'cryptoContract', 'real', clock.now() + 48 * hourMs)
    const [ann, abroad] = [await world.person(), await world.person({ country: 'BR' })]
    const held = await world.open(ann, order({ lever: 2, quantity: d('0.01') }))
    const waiting = await world.open(ann, order({ orderType: 2, price: d('80000.00'), lever: 2, quantity: d('0.01') }))
    await disableProductInCountry(desk, mia, { country: 'NZ', product: 'cryptoContract', reason })
    expect(await db.query('select from order_recheck where user_id = $1', [abroad.userId])).toEqual([])
    // Another server's memory is as old as its last look; it looks before it judges.
    expect(offered('NZ').cryptoContract).toBe('demo')
    await db.query('update market_feed set heard_sec = $1', [Math.floor(clock.now() / 1000) + 1])
    await recheckRequestedAndHaltedOrders(app, [createContractOrderRechecker(app)])
    expect(offered('NZ').cryptoContract).toBe('off')
    const rows = (await world.ask(ann, (context) => world.trading.positions({ accountType: 2, pageNo: 1, pageSize: 10 }, context))).records
    expect(rows.find(({ id }) => id === waiting.id)).toMatchObject({ status: 4, closeReason: closeReason.country })
    expect(rows.find(({ id }) => id === held.id)).toMatchObject({ status: 1 })
    expect((await refusalOf(previewOf(ann))).name).toBe('regionProduct')
    await world.ask(ann, (context) => world.trading.setStops({ id: held.id, stopLoss: d('85000') }, context))
    expect(await world.close(ann, held.id)).toMatchObject({ status: 3 })
    clock.advance(49 * hourMs)
    expect(offered('NZ').cryptoContract).toBe('off')
  })
})
