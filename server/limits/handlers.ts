import { type OwnLimitKind, limits as rows, type UserTradingRestrictions } from '#contract/calls/limits.ts'
import type { ValidatedCallInput } from '#contract/call.ts'
import { accountTypes } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { wireTimeToInstant } from '#contract/time.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext, CallHandlers } from '../core/handlers.ts'
import type { TradableProduct, TradePermissionQuery } from '../risk/assertCanTrade.ts'
import { completeRewardTask } from '../notifications/completeTask.ts'
import { requestPendingOrderRecheck } from '../orders/orderRechecks.ts'
import { currenciesNotSold } from '../risk/withdrawability.ts'
import { beginTradingBreak, readActiveTradingBreaks, addHours, addCalendarMonths } from '../risk/breaks.ts'
import { hasOwnLimit, readOwnLimits, setOwnLimit } from '../risk/ownLimits.ts'
import { startOfPeriod } from '../risk/periods.ts'
import { suitabilityQuestionsFor } from '../risk/questions.ts'
import { readTradingResultsSince } from '../risk/results.ts'
import { skipSuitabilityWait, submitSuitabilityAnswers, readSuitability } from '../risk/suitability.ts'

type MayTrade = (app: AppContext, ask: TradePermissionQuery, requester: RequestContext) => Promise<void>

/** What a person sets against themselves, and the questions about risk (docs/rules/protection.md). `assertCanTrade` is the one gate. */
export function ownLimitsHandlers(app: AppContext, mayTrade: MayTrade): CallHandlers<'limits'> {
  const protectionOf = (context: RequestContext) => readProtection(app, mayTrade, context)
  return {
    mine: (_, context) => protectionOf(context),
    set: async (input, context) => {
      const { sql, visitor } = context
      for (const [kind, wanted] of wishesOf(input)) await setOwnLimit(sql, visitor.userId, kind, wanted, app.clock.now())
      if (await hasOwnLimit(sql, visitor.userId)) await completeRewardTask(app, context, 'setLimit')
      return protectionOf(context)
    },
    timeout: async ({ hours }, context) => {
      const now = app.clock.now()
      await beginTradingBreak(context.sql, context.visitor.userId, { kind: 'timeout', scope: 'all', until: addHours(now, hours) }, now)
      await requestPendingOrderRecheck(app, context.sql, context.visitor.userId)
      return protectionOf(context)
    },
    selfExclude: async ({ months, scope }, context) => {
      const now = app.clock.now()
      await beginTradingBreak(context.sql, context.visitor.userId, { kind: 'exclusion', scope, until: addCalendarMonths(now, months) }, now)
      await requestPendingOrderRecheck(app, context.sql, context.visitor.userId)
      return protectionOf(context)
    },
    questions: async (_, { sql, visitor }) => {
      if (visitor.isGuest) throw new Refusal('guestRestricted')
      const { failures } = await readSuitability(sql, visitor.userId, app.clock.now())
      return suitabilityQuestionsFor(visitor.userId, failures)
    },
    submitSuitability: async ({ answers }, context) => {
      const { sql, visitor } = context
      if (visitor.isGuest) throw new Refusal('guestRestricted')
      const outcome = await submitSuitabilityAnswers(sql, visitor.userId, answers, app.clock.now())
      if (outcome.passed) await completeRewardTask(app, context, 'riskQuiz')
      return outcome
    },
    skipWait: async (_, context) => {
      if (app.config.env !== 'sandbox') throw new Refusal('notFound')
      await skipSuitabilityWait(context.sql, context.visitor.userId, app.clock.now())
      return protectionOf(context)
    },
  }
}

/** What is asked for, kind by kind; what is not named stays as it is. */
function wishesOf({ deposit, loss, stakeSecond, sessionMinutes }: ValidatedCallInput<typeof rows.set>): [OwnLimitKind, Decimal | null][] {
  const named: [OwnLimitKind, Decimal | null | undefined][] = [
    ['depositDay', deposit?.day],
    ['depositWeek', deposit?.week],
    ['depositMonth', deposit?.month],
    ['lossDay', loss?.day],
    ['lossWeek', loss?.week],
    ['lossMonth', loss?.month],
    ['stakeSecond', stakeSecond],
    ['sessionMinutes', sessionMinutes === undefined ? undefined : asDecimal(String(sessionMinutes))],
  ]
  const wishes = named.filter((entry): entry is [OwnLimitKind, Decimal | null] => entry[1] !== undefined)
  if (wishes.length === 0) throw new Refusal('validation', { field: 'limits', rule: 'at least one' })
  return wishes
}

async function readProtection(app: AppContext, mayTrade: MayTrade, context: RequestContext): Promise<UserTradingRestrictions> {
  const { sql, visitor } = context
  const now = app.clock.now()
  const { userId } = visitor
  const today = (inBook: 1 | 2) => readTradingResultsSince(sql, userId, inBook, startOfPeriod('day', now))
  const missing = async (product: TradableProduct, symbol: string): Promise<UserTradingRestrictions['real']['spot']> => {
    try {
      await mayTrade(app, { accountType: accountTypes.real, product, symbols: [symbol] }, context)
      return null
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { until } = error.detail
      return { reason: error.refusal, until: typeof until === 'string' ? wireTimeToInstant(until) : null }
    }
  }
  const named = (isCrypto: boolean) => app.market.specs.find(({ category }) => (category === 'crypto') === isCrypto)?.symbol ?? ''
  return {
    limits: await readOwnLimits(sql, userId, now),
    breaks: await readActiveTradingBreaks(sql, userId, now),
    suitability: await readSuitability(sql, userId, now),
    real: {
      spot: await missing('spot', named(true)),
      contract: await missing('contract', named(false)),
      cryptoContract: await missing('contract', named(true)),
      option: await missing('option', named(false)),
      second: await missing('second', named(true)),
    },
    notBought: await currenciesNotSold(sql, app),
    today: { real: (await today(accountTypes.real)).net, demo: (await today(accountTypes.demo)).net },
  }
}
