import { afterEach, expect, it } from 'vitest'
import type { SignedInUser } from '#server/core/visitor.ts'
import type { WalletAssets } from '#contract/calls/wallet.ts'
import { wireTimeToInstant } from '#contract/time.ts'
import { add, q8, zero } from '#rules/decimal.ts'
import { createAssetValuationReaders } from '#server/modules.ts'
import { runDueProductJobs } from '#server/products/engine.ts'
import { markDebtProjectDefaulted } from '#server/products/debt/debtRepay.ts'
import { walletHandlers } from '#server/wallet/handlers.ts'
import { ieoFixture } from '../ieo/ieoFixture.ts'

// Where the money of an account is (docs/rules/ledger.md): every part of it in one group, and all groups together the whole.

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function world() {
  const made = await ieoFixture()
  ends.push(made.end)
  const wallet = walletHandlers(made.app, createAssetValuationReaders(made.app))
  const earn = () => runDueProductJobs(made.app, made.kinds, { requestedAt: new Map() })
  await made.db.query(`update product set terms = (terms || '{"target": "2000"}') - 'example', total_cap = 2000 where type = 5`)
  await earn()
  return {
    ...made,
    earn,
    groups: async (who: SignedInUser, accountType: 1 | 2) => {
      const assets = await made.ask(who, (context) => wallet.assets({ accountType, target: 'USDT' }, context))
      expect(q8(add(zero, ...Object.values(assets.groups)))).toBe(assets.totalUsdt)
      return assets.groups
    },
  }
}

const but = (groups: Partial<Record<keyof WalletAssets['groups'], string>>) => expect.objectContaining(groups)

it('what is lent, what waits for a machine and what waits for tokens are groups of their own', async () => {
  const { person, buy, buyMachines, publishMining, apply, pay, at, groups } = await world()
  const ann = await person({ real: '20000' })
  await publishMining('2026-11-21')
  await buy(ann, 'harbour-7', '1000', 1)
  await buy(ann, 'fishing-boats', '300', 1)
  await buyMachines(ann, 'keel-k1-mini', 2, 1)
  expect(await groups(ann, 1)).toEqual(
    but({ spot: '16200.00000000', earn: '1000.00000000', debt: '300.00000000', miner: '2500.00000000', ieo: '0.00000000' }),
  )
  const { id } = await apply(ann, '60000')
  await at('2026-11-28 13:00:00')
  await pay(ann, id, '10000')
  expect(await groups(ann, 1)).toEqual(but({ ieo: '500.00000000', debt: '300.00000000' }))
})

it('what was lent to a borrower who does not repay counts as nothing among what is lent', async () => {
  const { app, db, clock, person, buy, earn, groups } = await world()
  const bob = await person()
  await buy(bob, 'fishing-boats', '2000')
  clock.set(wireTimeToInstant('2026-11-22 00:00:01'))
  await earn()
  expect(await groups(bob, 2)).toEqual(but({ spot: '98000.00000000', debt: '2000.00000000' }))
  const project = { product_id: 'fishing-boats', book: 2 as const }
  expect((await groups(bob, 2)).earn).toBe('0.00000000')
  await db.transaction((sql) => markDebtProjectDefaulted(app, sql, project, '2026-11-22', () => {}))
  expect(await groups(bob, 2)).toEqual(but({ spot: '98000.00000000', debt: '0.00000000', earn: '0.00000000' }))
})
