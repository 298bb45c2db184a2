import type { SignedInUser } from '#server/core/visitor.ts'
import type { Decimal } from '#contract/decimal.ts'
import { asDecimal } from '#contract/decimal.ts'
import type { DepositChainReader } from '#server/deposits/chains/chain.ts'
import { createSimulatedDepositChainReader } from '#server/deposits/chains/simulated.ts'
import { depositsHandlers } from '#server/deposits/handlers.ts'
import { scanChainForDeposits } from '#server/deposits/watch.ts'
import { newRowId } from '#server/core/ids.ts'
import { tradingFixture } from '../trading/tradingFixture.ts'

/** Deposits with a clock turned by hand; chains are read when told. */
export async function depositFixture(over: Parameters<typeof tradingFixture>[0] = {}) {
  const world = await tradingFixture(over)
  const { app, db, clock } = world
  world.hand.set({ BTCUSDT: '90000', ETHUSDT: '3000' })
  const calls = depositsHandlers(app)
  const chain = createSimulatedDepositChainReader(db, clock)
  const step = async (of: DepositChainReader = chain, holder = 'one') => {
    while (await scanChainForDeposits(app, of, holder));
  }
  const list = (who: SignedInUser, also: object = {}) =>
    world.ask(who, (context) => calls.deposits({ pageNo: 1, pageSize: 100, ...also }, context))
  return {
    ...world,
    calls,
    chain,
    step,
    list,
    verified: () => world.person({ kycLevel: 1 }),
    address: (who: SignedInUser, currency = 'USDT', chainType = 'TRC20') =>
      // As the edge asks reads: without a transaction of its own.
      world.ask(who, (context) => context).then((context) => calls.address({ currency, chainType }, { ...context, sql: db })),
    simulate: (who: SignedInUser, money: string, currency = 'USDT', chainType = 'TRC20') =>
      world.ask(who, (context) => calls.simulate({ currency, chainType, money: asDecimal(money) }, context)),
    claim: (who: SignedInUser, txHash: string, money: string, voucher: string[], currency = 'USDT', chainType = 'TRC20') =>
      world.ask(who, (context) => calls.claim({ currency, chainType, money: asDecimal(money), txHash, voucher }, context)),
    /** A picture of this person's, as the upload module keeps it. */
    picture: async (who: SignedInUser) => {
      const id = newRowId(clock.now())
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
    real: async (who: SignedInUser, currency = 'USDT'): Promise<Decimal> => {
      const balances = await world.ask(who, (context) => world.wallet.balances({ accountType: 1 }, context))
      return balances.find((balance) => balance.currency === currency)?.available ?? asDecimal('0')
    },
  }
}
