import type { Visitor } from '#account/visitor.ts'
import type { Decimal } from '#contract/decimal.ts'
import { asDecimal } from '#contract/decimal.ts'
import type { Chain } from '#server/deposits/chains/chain.ts'
import { simulatedChain } from '#server/deposits/chains/simulated.ts'
import { depositsHandlers } from '#server/deposits/handlers.ts'
import { stepChain } from '#server/deposits/watch.ts'
import { newId } from '#server/ids.ts'
import { tradingWorld } from './tradingWorld.ts'

/** Deposits with a clock turned by hand; chains are read when told. */
export async function depositWorld(over: Parameters<typeof tradingWorld>[0] = {}) {
  const world = await tradingWorld(over)
  const { house, db, clock } = world
  world.hand.set({ BTCUSDT: '90000', ETHUSDT: '3000' })
  const calls = depositsHandlers(house)
  const chain = simulatedChain(db, clock)
  const step = async (of: Chain = chain, holder = 'one') => {
    while (await stepChain(house, of, holder));
  }
  const list = (who: Visitor, also: object = {}) =>
    world.ask(who, (asking) => calls.deposits({ pageNo: 1, pageSize: 100, ...also }, asking))
  return {
    ...world,
    calls,
    chain,
    step,
    list,
    verified: () => world.person({ kycLevel: 1 }),
    address: (who: Visitor, currency = 'USDT', chainType = 'TRC20') =>
      // As the edge asks reads: without a transaction of its own.
      world.ask(who, (asking) => asking).then((asking) => calls.address({ currency, chainType }, { ...asking, sql: db })),
    simulate: (who: Visitor, money: string, currency = 'USDT', chainType = 'TRC20') =>
      world.ask(who, (asking) => calls.simulate({ currency, chainType, money: asDecimal(money) }, asking)),
    claim: (who: Visitor, txHash: string, money: string, voucher: string[], currency = 'USDT', chainType = 'TRC20') =>
      world.ask(who, (asking) => calls.claim({ currency, chainType, money: asDecimal(money), txHash, voucher }, asking)),
    /** A picture of this person's, as the upload room keeps it. */
    picture: async (who: Visitor) => {
      const id = newId(clock.now())
      await db.query(
        `insert into upload (id, user_id, biz, name, type, size, sha256, width, height, key_id, content, created_ms)
         values ($1, $2, 'voucher', 'a.jpg', 'image/jpeg', 3, $5, 1, 1, '', $3, $4)`,
        [id, who.userId, Buffer.from('jpg'), clock.now(), '0'.repeat(64)],
      )
      return id
    },
    /** Seconds of the simulated chain, one block each, read one by one. */
    pass: async (seconds: number) => {
      for (let n = 0; n < seconds; n++) {
        clock.advance(1000)
        await step()
      }
    },
    real: async (who: Visitor, currency = 'USDT'): Promise<Decimal> => {
      const balances = await world.ask(who, (asking) => world.wallet.balances({ accountType: 1 }, asking))
      return balances.find((balance) => balance.currency === currency)?.available ?? asDecimal('0')
    },
  }
}
