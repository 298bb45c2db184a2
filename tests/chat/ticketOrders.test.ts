import { readFileSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { tryCreateUser } from '#account/people.ts'
import type { AnyPosTypeOrderRequest } from '#contract/calls/trading.ts'
import { asDecimal } from '#contract/decimal.ts'
import type { AppContext } from '#server/core/appContext.ts'
import type { RequestContext } from '#server/core/handlers.ts'
import { type OrderPrefix, orderTableByPrefix } from '#server/core/ids.ts'
import type { SignedInUser } from '#server/core/visitor.ts'
import { readOptionChain } from '#server/options/chain.ts'
import { supportHandlers } from '#server/support/handlers.ts'
import { depositFixture } from '../deposits/depositFixture.ts'
import { ieoFixture } from '../ieo/ieoFixture.ts'
import { loanFixture } from '../loans/loanFixture.ts'
import { second } from '../secondContracts/secondContractFixture.ts'
import { order, refusalOf } from '../trading/tradingFixture.ts'
import { withdrawalFixture } from '../withdrawals/withdrawalFixture.ts'

// A ticket can be about each kind of order that there is, whatever its number begins with.

const d = asDecimal
const [traded, earned, deposited, withdrawn] = [await loanFixture(), await ieoFixture(), await depositFixture(), await withdrawalFixture()]
afterAll(async () => {
  await Promise.all([traded.end(), earned.end(), withdrawn.end()])
  await deposited.db.close()
})

interface World {
  app: AppContext
  person(): Promise<SignedInUser>
  ask<T>(who: SignedInUser, call: (context: RequestContext) => T | Promise<T>): Promise<T>
}
interface Drawn {
  world: World
  who: SignedInUser
  made: { orderNo: string }
}

const tradedBy = async (make: (who: SignedInUser) => Promise<{ orderNo: string }>): Promise<Drawn> => {
  const who = await traded.person({ real: '10000', coins: { BTC: '1' } })
  return { world: traded, who, made: await make(who) }
}
const placed = (asked: unknown) => tradedBy((who) => traded.open(who, asked as AnyPosTypeOrderRequest))
const coins = { accountType: 1, symbol: 'BTCUSDT', orderType: 1, direction: 1, slippageBps: 50 }

/** By what its number begins with: one order of each kind, drawn as its person does. */
const drawn: Record<OrderPrefix, () => Promise<Drawn>> = {
  PC: () => placed(order({ accountType: 1, lever: 2, quantity: d('0.01') })),
  SP: () => placed({ ...coins, posType: 1, money: d('100') }),
  OP: async () => {
    const { list } = await readOptionChain(traded.app, traded.db, 'BTCUSDT', undefined)
    return placed({ ...coins, posType: 3, optionId: list[0]?.optionId, quantity: d('0.1') })
  },
  FX: () => placed({ ...coins, posType: 5, money: d('50') }),
  SC: () => tradedBy((who) => traded.realSecond(who, second())),
  LN: () => tradedBy((who) => traded.pledge(who, traded.pledgeAsk('1000', '0.1'))),
  PR: async () => {
    const who = await earned.person()
    return { world: earned, who, made: await earned.buy(who, 'harbour-7', '100') }
  },
  IE: async () => {
    const who = await earned.person({ real: '5000' })
    return { world: earned, who, made: await earned.apply(who, '1000') }
  },
  RC: async () => {
    const names = { email: 'sends@example.com', passwordHash: 'x', country: 'NZ', lang: 'en-us' } as const
    const account = await tryCreateUser(deposited.db, names, deposited.clock.now())
    const who = { ...(await deposited.verified()), userId: account?.id ?? '' }
    return { world: deposited, who, made: await deposited.claim(who, '1'.repeat(64), '75', [await deposited.picture(who)]) }
  },
  WD: async () => {
    const who = await withdrawn.person()
    return { world: withdrawn, who, made: await withdrawn.withdraw(who, { accountId: await withdrawn.known(who), money: '100' }) }
  },
}

it.each(Object.keys(orderTableByPrefix) as OrderPrefix[])(
  'is opened about an order that begins with %s, by its owner alone',
  async (prefix) => {
    const { world, who, made } = await drawn[prefix]()
    expect(made.orderNo.slice(0, 2)).toBe(prefix)
    const write = (by: SignedInUser) =>
      world.ask(by, (context) =>
        supportHandlers(world.app).createTicket({ topic: 'other', text: 'What about this?', orderNo: made.orderNo }, context),
      )
    expect(await write(who)).toMatchObject({ orderNo: made.orderNo })
    expect((await refusalOf(write(await world.person()))).name).toBe('notFound')
  },
)

it('says of each prefix what it is of (docs/rules/time-and-numbers.md)', () => {
  const page = readFileSync(new URL('../../docs/rules/time-and-numbers.md', import.meta.url), 'utf8')
  expect(
    page
      .match(/`[A-Z]{2}` [a-z]/g)
      ?.map((words) => words.slice(1, 3))
      .toSorted(),
  ).toEqual(Object.keys(orderTableByPrefix).toSorted())
})
