import * as z from 'zod/mini'
import type { IeoApplyAsk, IeoApplyPreview, IeoPayAsk, IeoPayPreview } from '#contract/calls/ieo.ts'
import type { CreditAsk, CreditPreview, PledgeAsk, PledgePreview } from '#contract/calls/loans.ts'
import type { MinerAsk, MinerPreview, ProductAsk, ProductPreview } from '#contract/calls/products.ts'
import type { SecondAsk, SecondPreview } from '#contract/calls/secondContracts.ts'
import { type AskedOrder, trading } from '#contract/calls/trading.ts'
import type { WithdrawAsk, WithdrawPreview } from '#contract/calls/withdrawals.ts'
import { book } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import { refuseHalted } from '#market/halts.ts'
import { entryMeant } from '../contest.ts'
import type { House } from '../house.ts'
import type { Asking, Handlers } from '../http/handlers.ts'
import { mayTrade, mayTradeNow, tradeAskOf } from '../mayTrade.ts'
import type { OrderKind } from '../orderKind.ts'
import { bookMeant } from '../ownBook.ts'
import { holdingRates } from './holding.ts'
import { orderKinds } from './kinds.ts'
import { addMargin } from './margin.ts'
import { closePart } from './part.ts'
import { setStops } from './stops.ts'
import { summaryOf } from './summary.ts'

/** What else has a preview here (product §1.11). */
export interface OtherPreviews {
  second(ask: SecondAsk, asking: Asking): Promise<SecondPreview>
  withdraw?(ask: WithdrawAsk, asking: Asking): Promise<WithdrawPreview>
  product?(ask: z.output<typeof ProductAsk>, asking: Asking): Promise<ProductPreview>
  loanCredit?(ask: CreditAsk, asking: Asking): Promise<CreditPreview>
  loanPledge?(ask: PledgeAsk, asking: Asking): Promise<PledgePreview>
  miner?(ask: z.output<typeof MinerAsk>, asking: Asking): Promise<MinerPreview>
  ieoApply?(ask: z.output<typeof IeoApplyAsk>, asking: Asking): Promise<IeoApplyPreview>
  ieoPay?(ask: z.output<typeof IeoPayAsk>, asking: Asking): Promise<IeoPayPreview>
}

/** The one way of all orders, each done by its kind, and what contracts alone have (product §1.5, §2.4). Reads serve both books. */
export function tradingHandlers(house: House, kinds: readonly OrderKind[], others: OtherPreviews): Handlers<'trading'> {
  const orders = orderKinds(kinds)
  return {
    preview: async (asked, asking) => {
      if (asked.action === 'withdraw') {
        // It opens nothing: no break, country or halt has a say in it.
        if (!others.withdraw) throw new Refusal('notFound')
        return others.withdraw(asked.payload, asking)
      }
      // Loans ask for themselves, in an order of their own.
      if (asked.action === 'loanCredit' && others.loanCredit) return others.loanCredit(asked.payload, asking)
      if (asked.action === 'loanPledge' && others.loanPledge) return others.loanPledge(asked.payload, asking)
      if (asked.action === 'loanCredit' || asked.action === 'loanPledge') throw new Refusal('notFound')
      // Earn products ask for themselves, and no halted market stops them.
      if (asked.action === 'product' && others.product) return others.product(asked.payload, asking)
      if (asked.action === 'miner' && others.miner) return others.miner(asked.payload, asking)
      if (asked.action === 'product' || asked.action === 'miner') throw new Refusal('notFound')
      if (asked.action === 'ieoApply' || asked.action === 'ieoPay') {
        if (!others.ieoApply || !others.ieoPay) throw new Refusal('notFound')
        return asked.action === 'ieoApply' ? others.ieoApply(asked.payload, asking) : others.ieoPay(asked.payload, asking)
      }
      // Second contracts ask for themselves.
      if (asked.action === 'second') {
        await refuseHalted(asking.sql, asked.payload.symbol)
        return others.second(asked.payload, asking)
      }
      const order = await meant(asked.payload, asking)
      await mayTrade(house, tradeAskOf(house, order), asking)
      await refuseHalted(asking.sql, order.symbol)
      return orders.kindOf(order.posType).preview(order, asking)
    },
    openPosition: async ({ confirmToken, ...asked }, asking) => {
      const order = await meant(asked, asking)
      await mayTradeNow(house, tradeAskOf(house, order), asking)
      await refuseHalted(asking.sql, order.symbol)
      return orders.kindOf(order.posType).place(order, confirmToken, asking)
    },
    closePosition: async ({ id }, asking) => (await orders.kindOfOwn(asking.sql, id, asking.visitor.userId)).close(id, asking),
    setStops: (asked, asking) => setStops(house, asked, asking),
    addMargin: (asked, asking) => addMargin(house, asked, asking),
    closePart: (asked, asking) => closePart(house, asked, asking),
    cancelLimit: async ({ id }, asking) => {
      const kind = await orders.kindOfOwn(asking.sql, id, asking.visitor.userId)
      return kind.cancel(id, asking).catch(async (error: unknown) => {
        if (error instanceof Refusal && error.refusal === 'notRunning') throw await conflict(kind, id, asking)
        throw error
      })
    },
    holdingRates: ({ symbol }, { sql }) => holdingRates(sql, house.market, symbol, house.clock.now()),
    positions: async ({ pageNo, pageSize, accountType, posType, status, symbol, compId }, { sql, visitor }) => {
      const entry = compId === undefined ? undefined : await entryMeant(sql, visitor.userId, compId)
      const { records, total } = await orders.page(sql, {
        userId: visitor.userId,
        accountType: entry ? book.contest : accountType,
        entryId: entry?.id,
        posType,
        statuses: status?.map(statusNumber),
        symbol,
        limit: pageSize,
        offset: (pageNo - 1) * pageSize,
      })
      return { records, total, size: pageSize, current: pageNo, pages: Math.ceil(total / pageSize) }
    },
    positionsSummary: async (asked, { sql, visitor }) => summaryOf(house, sql, await bookMeant(sql, visitor.userId, asked)),
  }
}

/** An order in a competition says which one; where it does not, the only one that runs is meant. */
async function meant(order: AskedOrder, { sql, visitor }: Asking): Promise<AskedOrder> {
  if (order.posType !== 2 || order.accountType !== book.contest || order.compId !== undefined) return order
  return { ...order, compId: (await entryMeant(sql, visitor.userId, undefined)).competition_id }
}

/** It does not wait, and maybe never did: the answer shows what it is (product §1.1). */
async function conflict(kind: OrderKind, id: string, { sql }: Asking): Promise<Refusal> {
  const [now] = await kind.shown(sql, [id])
  return new Refusal('stateConflict', now && z.encode(trading.cancelLimit.reply, now))
}

function statusNumber(text: string): number {
  if (!/^[0-4]$/.test(text)) throw new Refusal('validation', { field: 'status', rule: '0 to 4' })
  return Number(text)
}
