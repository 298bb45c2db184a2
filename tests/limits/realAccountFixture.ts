import { randomUUID } from 'node:crypto'
import { tryCreateUser } from '#account/people.ts'
import type { SignedInUser } from '#server/core/visitor.ts'
import type { ValidatedCallInput } from '#contract/call.ts'
import type { limits as limitRows } from '#contract/calls/limits.ts'
import type { SecondContractOrderRequest } from '#contract/calls/secondContracts.ts'
import type { AnyPosTypeOrderRequest } from '#contract/calls/trading.ts'
import { asDecimal } from '#contract/decimal.ts'
import { post } from '#ledger/ledger.ts'
import { fundSandboxReserves } from '#ledger/sandboxFund.ts'
import { ownLimitsHandlers } from '#server/limits/handlers.ts'
import { assertCanTrade } from '#server/risk/assertCanTrade.ts'
import { optionOrderKindHandler } from '#server/options/kind.ts'
import { secondContractPreviewHandler } from '#server/secondContracts/handlers.ts'
import { spotOrderKindHandler } from '#server/spot/kind.ts'
import { swapHandlers } from '#server/swap/handlers.ts'
import { fastTradeOrderKindHandler } from '#server/swap/kind.ts'
import { tradingHandlers } from '#server/trading/handlers.ts'
import { contractOrderKindHandler } from '#server/trading/kind.ts'
import { noPreviewers } from '../support/noPreviewers.ts'
import { secondContractFixture } from '../secondContracts/secondContractFixture.ts'

const right: Record<string, string> = {
  leverage: 'b',
  closeOut: 'c',
  gap: 'a',
  stop: 'c',
  charges: 'b',
  odds: 'a',
  option: 'b',
  winner: 'c',
  money: 'a',
  help: 'b',
}

/** Ten answers of which so many are right. */
const answers = (howMany = 10) =>
  Object.entries(right).map(([id, option], n) => ({ id, option: n < howMany ? option : option === 'a' ? 'b' : 'a' }))

export const hourMs = 3_600_000

/** Both books with every kind of order, people with accounts, and what they set against themselves. */
export async function realAccountFixture(over: Parameters<typeof secondContractFixture>[0] = {}) {
  const world = await secondContractFixture(over)
  const { app, db, clock, ask } = world
  const trading = tradingHandlers(
    app,
    [contractOrderKindHandler(app), spotOrderKindHandler(app), fastTradeOrderKindHandler(app), optionOrderKindHandler(app)],
    {
      ...noPreviewers,
      second: secondContractPreviewHandler(app),
    },
  )
  const swap = swapHandlers(app)
  const limits = ownLimitsHandlers(app, assertCanTrade)
  if (app.config.env === 'sandbox') await fundSandboxReserves(db, clock)

  interface Wanted {
    country?: string
    kyc?: SignedInUser['kycLevel']
    real?: string
    guest?: boolean
    passed?: boolean
  }
  /** A person with an account, 100,000 in DEMO; `kyc` and `real` money as asked. */
  async function person({ country = 'NZ', kyc = 1, real = '100000', guest = false, passed = true }: Wanted = {}): Promise<SignedInUser> {
    const names = guest ? { guestDevice: randomUUID() } : { email: `${randomUUID()}@example.com` }
    const visitor = await db.transaction(async (sql) => {
      const row = await tryCreateUser(sql, { ...names, passwordHash: 'x', country, lang: 'en-us' }, clock.now())
      if (!row) throw new Error('the person was not added')
      await sql.query('update account set kyc_level = $2 where id = $1', [row.id, kyc])
      return {
        userId: row.id,
        sessionId: '1',
        isGuest: guest,
        kycLevel: kyc,
        country,
        lang: 'en-us',
        createdAtMs: clock.now() - 60 * 24 * hourMs,
      } as const
    })
    if (real !== '0') {
      const amount = asDecimal(real)
      const legs = [
        { user: visitor.userId, currency: 'USDT', bucket: 'AVAIL', amount, type: 36 },
        { house: 'CAPITAL', currency: 'USDT', amount: asDecimal(`-${real}`) },
      ] as const
      await db.transaction((sql) => post(sql, { book: 1, refType: 'test', refId: visitor.userId, at: clock.now(), legs }))
    }
    if (passed) {
      const long = clock.now() - 48 * hourMs
      await db.query('insert into suitability_try (user_id, right_answers, passed, at_ms) values ($1, 10, true, $2)', [
        visitor.userId,
        long,
      ])
    }
    return visitor
  }

  const preview = (visitor: SignedInUser, asked: AnyPosTypeOrderRequest) =>
    ask(visitor, (context) => trading.preview({ action: 'position', payload: asked }, context))
  const place = (visitor: SignedInUser, asked: AnyPosTypeOrderRequest, confirmToken?: string) =>
    ask(visitor, (context) => trading.openPosition({ ...asked, confirmToken }, context))
  return {
    ...world,
    trading,
    person,
    preview,
    previewSecond: world.preview,
    place,
    open: async (visitor: SignedInUser, asked: AnyPosTypeOrderRequest) =>
      place(visitor, asked, (await preview(visitor, asked)).confirmToken),
    close: (visitor: SignedInUser, id: string) => ask(visitor, (context) => trading.closePosition({ id }, context)),
    quote: (visitor: SignedInUser, asked: Parameters<typeof swap.quote>[0]) => ask(visitor, (context) => swap.quote(asked, context)),
    exchange: (visitor: SignedInUser, quoteId: string) => ask(visitor, (context) => swap.swap({ quoteId }, context)),
    realSecond: async (visitor: SignedInUser, asked: SecondContractOrderRequest) => world.buy(visitor, { ...asked, accountType: 1 }),
    mine: (visitor: SignedInUser) => ask(visitor, (context) => limits.mine({}, context)),
    set: (visitor: SignedInUser, asked: ValidatedCallInput<typeof limitRows.set>) => ask(visitor, (context) => limits.set(asked, context)),
    timeout: (visitor: SignedInUser, hours: 24 | 168 | 720 | 1008) => ask(visitor, (context) => limits.timeout({ hours }, context)),
    exclude: (visitor: SignedInUser, months: 6 | 12 | 24 | 60, scope: 'second' | 'leverage' | 'all') =>
      ask(visitor, (context) => limits.selfExclude({ months, scope }, context)),
    questions: (visitor: SignedInUser) => ask(visitor, (context) => limits.questions({}, context)),
    skipQuizWait: (visitor: SignedInUser) => ask(visitor, (context) => limits.skipWait({}, context)),
    submit: (visitor: SignedInUser, howMany = 10) =>
      ask(visitor, (context) => limits.submitSuitability({ answers: answers(howMany) }, context)),
    has: async (visitor: SignedInUser, book = 1) =>
      (
        await db.query<{ amount: string }>(
          `select amount from balance where user_id = $1 and book = $2 and currency = 'USDT' and bucket = 'AVAIL'`,
          [visitor.userId, book],
        )
      )[0]?.amount,
  }
}
