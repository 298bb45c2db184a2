import { afterAll, beforeAll, expect, it } from 'vitest'
import { asDecimal as d } from '#contract/decimal.ts'
import { createAssetValuationReaders } from '#server/modules.ts'
import { readNetAssetsUsdtByUser } from '#server/levels/netAssets.ts'
import { createProductKinds } from '#server/products/kinds.ts'
import { seedProducts } from '#server/products/seedProducts.ts'
import { readAccountAssets } from '#server/wallet/assets.ts'
import { levelFixture } from '../levels/levelFixture.ts'

// A level counts what an account is worth on the asset page, to the last digit (docs/rules/ledger.md), for many people at once.

let world: Awaited<ReturnType<typeof levelFixture>>
beforeAll(async () => {
  world = await levelFixture()
})
afterAll(() => world?.end())

/** Lent in a coin, so that what it is worth has more digits than are kept. */
const lend = (userId: string, money: string, n: number) =>
  world.db.query(
    `insert into product_order (id, order_no, product_id, user_id, account_type, type, currency, income_currency, money, weight, held, days, terms,
       bought_ms, status)
     select $2::bigint, 'LD' || $2, id, $1, 1, 5, 'ETH', 'ETH', $3, 0, 0, 90, '{}', 1, 0 from product where id = 'fishing-boats'`,
    [userId, n, money],
  )

it('counts coins, contracts, what is lent and what is owed as the asset page does', async () => {
  const { app, db, person, give, open, credit, price, others } = world
  await seedProducts({ ...app, db }, createProductKinds(app))
  await db.query(
    `insert into debt_project (product_id, book, status, opens_ms, deadline_ms, target, annual_rate, days, repay)
     values ('fishing-boats', 1, 1, 1, 2, 1, 0.08, 90, 'maturity')`,
  )
  const [ann, bob, cat] = [await person(), await person(), await person()]
  for (const who of [ann, bob]) await give(who, 'USDT', '20000')
  await give(ann, 'BTC', '0.12345678')
  await give(ann, 'SOL', '3.33333333')
  await open(ann, {
    accountType: 1,
    posType: 2,
    symbol: 'BTCUSDT',
    direction: 1,
    orderType: 1,
    quantity: d('0.0123'),
    lever: 5,
    slippageBps: 50,
  })
  await credit(bob, '700')
  for (const [n, money] of ['0.00000001', '0.00000001', '0.10000001'].entries()) await lend(ann.userId, money, 900 + n)
  await price({ BTCUSDT: '60123.47', ETHUSDT: '3200.75', SOLUSDT: '151.237' })
  const people = [ann, bob, cat]
  const counted = await readNetAssetsUsdtByUser(
    app,
    others,
    db,
    people.map(({ userId }) => userId),
    true,
  )
  const shown = await Promise.all(
    people.map(({ userId }) => readAccountAssets(app, createAssetValuationReaders(app), db, userId, 1, 'USDT')),
  )
  expect(people.map(({ userId }) => counted.get(userId))).toEqual(shown.map(({ net }) => net))
  expect(shown.map(({ groups, totalDebt }) => [Number(groups.debt) > 320, Number(totalDebt) >= 700])).toEqual([
    [true, false],
    [false, true],
    [false, false],
  ])
})
