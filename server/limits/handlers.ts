import { type LimitKind, limits as rows, type Protection } from '#contract/calls/limits.ts'
import type { Asked } from '#contract/call.ts'
import { book } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Instant } from '#contract/time.ts'
import type { House } from '../house.ts'
import type { Asking, Handlers } from '../http/handlers.ts'
import type { Product, TradeAsk } from '../mayTrade.ts'
import { noteTask } from '../noteTask.ts'
import { requestRecheck } from '../orderRechecks.ts'
import { beginBreak, breaksOf, hoursFrom, monthsFrom } from './breaks.ts'
import { hasLimit, ownLimits, setLimit } from './ownLimits.ts'
import { startOf } from './periods.ts'
import { questionsFor } from './questions.ts'
import { resultsSince } from './results.ts'
import { skipWait, submit, suitabilityOf } from './suitability.ts'

type MayTrade = (house: House, ask: TradeAsk, asker: Asking) => Promise<void>

/** What a person sets against themselves, and the questions about risk (product §1.10 calls 169–172, §3.7). `mayTrade` is the one gate. */
export function limitsHandlers(house: House, mayTrade: MayTrade): Handlers<'limits'> {
  const protectionOf = (asking: Asking) => readProtection(house, mayTrade, asking)
  return {
    mine: (_, asking) => protectionOf(asking),
    set: async (asked, asking) => {
      const { sql, visitor } = asking
      for (const [kind, wanted] of wishesOf(asked)) await setLimit(sql, visitor.userId, kind, wanted, house.clock.now())
      if (await hasLimit(sql, visitor.userId)) await noteTask(house, asking, 'setLimit')
      return protectionOf(asking)
    },
    timeout: async ({ hours }, asking) => {
      const now = house.clock.now()
      await beginBreak(asking.sql, asking.visitor.userId, { kind: 'timeout', scope: 'all', until: hoursFrom(now, hours) }, now)
      await requestRecheck(house, asking.sql, asking.visitor.userId)
      return protectionOf(asking)
    },
    selfExclude: async ({ months, scope }, asking) => {
      const now = house.clock.now()
      await beginBreak(asking.sql, asking.visitor.userId, { kind: 'exclusion', scope, until: monthsFrom(now, months) }, now)
      await requestRecheck(house, asking.sql, asking.visitor.userId)
      return protectionOf(asking)
    },
    questions: async (_, { sql, visitor }) => {
      if (visitor.isGuest) throw new Refusal('guestRestricted')
      const { failures } = await suitabilityOf(sql, visitor.userId, house.clock.now())
      return questionsFor(visitor.userId, failures)
    },
    submitSuitability: async ({ answers }, asking) => {
      const { sql, visitor } = asking
      if (visitor.isGuest) throw new Refusal('guestRestricted')
      const outcome = await submit(sql, visitor.userId, answers, house.clock.now())
      if (outcome.passed) await noteTask(house, asking, 'riskQuiz')
      return outcome
    },
    skipWait: async (_, asking) => {
      if (house.config.env !== 'sandbox') throw new Refusal('notFound')
      await skipWait(asking.sql, asking.visitor.userId, house.clock.now())
      return protectionOf(asking)
    },
  }
}

/** What is asked for, kind by kind; what is not named stays as it is. */
function wishesOf({ deposit, loss, stakeSecond, sessionMinutes }: Asked<typeof rows.set>): [LimitKind, Decimal | null][] {
  const named: [LimitKind, Decimal | null | undefined][] = [
    ['depositDay', deposit?.day],
    ['depositWeek', deposit?.week],
    ['depositMonth', deposit?.month],
    ['lossDay', loss?.day],
    ['lossWeek', loss?.week],
    ['lossMonth', loss?.month],
    ['stakeSecond', stakeSecond],
    ['sessionMinutes', sessionMinutes === undefined ? undefined : asDecimal(String(sessionMinutes))],
  ]
  const wishes = named.filter((one): one is [LimitKind, Decimal | null] => one[1] !== undefined)
  if (wishes.length === 0) throw new Refusal('validation', { field: 'limits', rule: 'at least one' })
  return wishes
}

async function readProtection(house: House, mayTrade: MayTrade, asking: Asking): Promise<Protection> {
  const { sql, visitor } = asking
  const now = house.clock.now()
  const { userId } = visitor
  const today = (inBook: 1 | 2) => resultsSince(sql, userId, inBook, startOf('day', now))
  const missing = async (product: Product, symbol: string): Promise<Protection['real']['spot']> => {
    try {
      await mayTrade(house, { accountType: book.real, product, symbols: [symbol] }, asking)
      return null
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { reason: error.refusal, until: (error.detail['until'] as Instant | undefined) ?? null }
    }
  }
  const named = (isCrypto: boolean) => house.market.specs.find(({ category }) => (category === 'crypto') === isCrypto)?.symbol ?? ''
  return {
    limits: await ownLimits(sql, userId, now),
    breaks: await breaksOf(sql, userId, now),
    suitability: await suitabilityOf(sql, userId, now),
    real: {
      spot: await missing('spot', named(true)),
      contract: await missing('contract', named(false)),
      cryptoContract: await missing('contract', named(true)),
      option: await missing('option', named(false)),
      second: await missing('second', named(true)),
    },
    today: { real: (await today(book.real)).net, demo: (await today(book.demo)).net },
  }
}
