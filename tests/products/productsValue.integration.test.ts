import { afterEach, describe, expect, it } from 'vitest'
import type { SignedInUser } from '#server/core/visitor.ts'
import { createProductGainsBatchValuationReader, createProductGainsValuationReader } from '#server/products/valuation.ts'
import { walletHandlers } from '#server/wallet/handlers.ts'
import { productFixture } from './productFixture.ts'

// What orders of earn products count among a person's assets (docs/rules/{earn,ledger}.md).

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function world() {
  const made = await productFixture()
  ends.push(made.end)
  return made
}

describe('a running order is worth what leaving it then would pay', () => {
  const worth = async ({ app, kinds, ask }: Awaited<ReturnType<typeof world>>, who: SignedInUser) => {
    const wallet = walletHandlers(app, [createProductGainsValuationReader(app, kinds)])
    return (await ask(who, (context) => wallet.assets({ accountType: 2, target: 'USDT' }, context))).totalUsdt
  }

  it('less the fee, which is fixed when one leaves and gone when the money is back', async () => {
    const own = await world()
    const ann = await own.person({ level: 2 })
    const { id } = await own.buy(ann, 'harbour-90', '5000')
    expect(await worth(own, ann)).toBe('100000.00000000')
    await own.passDays(3)
    expect(await worth(own, ann)).toBe('100000.00000000')
    await own.exit(ann, id)
    expect(await worth(own, ann)).toBe('100000.00000000')
    await own.passDays(1)
    expect(await worth(own, ann)).toBe('100000.00000000')
    expect(await own.held(ann, 'AVAIL')).toBe('100000.00000000')
  })

  it('whole once its term is over, and a past moment is the same after its end as before it', async () => {
    const own = await world()
    const { app, kinds, db, clock } = own
    const ann = await own.person()
    await own.buy(ann, 'harbour-7', '5000')
    await own.passDays(3)
    const moment = clock.now() + 1
    const valuation = createProductGainsValuationReader(app, kinds)
    const then = () => valuation(db, { userId: ann.userId, accountType: 2, prices: app.market, atMs: moment })
    const [before] = await then()
    expect(before?.usdt).toBe('-2.00000000')
    await own.passDays(5)
    expect(await worth(own, ann)).toBe(await own.held(ann, 'AVAIL'))
    expect((await then())[0]?.usdt).toBe('-2.00000000')
    expect(Number(await own.held(ann, 'AVAIL'))).toBeGreaterThan(100_002)
  })

  it('and many people’s together are the same', async () => {
    const own = await world()
    const ann = await own.person({ real: '10000', level: 2 })
    await own.setReserve('USDT', '100000')
    await own.buy(ann, 'harbour-90', '5000', 1)
    await own.passDays(3)
    const values = await createProductGainsBatchValuationReader(own.app, own.kinds)(own.db, [ann.userId])
    const [one] = await createProductGainsValuationReader(own.app, own.kinds)(own.db, {
      userId: ann.userId,
      accountType: 1,
      prices: own.app.market,
    })
    expect(Number(one?.usdt)).toBeLessThan(0)
    expect(values.get(ann.userId)).toBe(one?.usdt)
  })
})
