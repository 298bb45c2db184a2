import { randomUUID } from 'node:crypto'
import { addPerson } from '#account/people.ts'
import type { Visitor } from '#account/visitor.ts'
import type { Asked } from '#contract/call.ts'
import type { limits as limitRows } from '#contract/calls/limits.ts'
import type { SecondAsk } from '#contract/calls/secondContracts.ts'
import type { AskedOrder } from '#contract/calls/trading.ts'
import { asDecimal } from '#contract/decimal.ts'
import { post } from '#ledger/ledger.ts'
import { fundSandbox } from '#ledger/sandboxFund.ts'
import { limitsHandlers } from '#server/limits/handlers.ts'
import { mayTrade } from '#server/mayTrade.ts'
import { optionKind } from '#server/options/kind.ts'
import { secondPreview } from '#server/secondContracts/handlers.ts'
import { spotKind } from '#server/spot/kind.ts'
import { swapHandlers } from '#server/swap/handlers.ts'
import { fastKind } from '#server/swap/kind.ts'
import { tradingHandlers } from '#server/trading/handlers.ts'
import { contractKind } from '#server/trading/kind.ts'
import { secondWorld } from './secondWorld.ts'

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
export async function realWorld(over: { env?: 'sandbox' | 'production' } = {}) {
  const world = await secondWorld(over)
  const { house, db, clock, ask } = world
  const trading = tradingHandlers(house, [contractKind(house), spotKind(house), fastKind(house), optionKind(house)], {
    second: secondPreview(house),
  })
  const swap = swapHandlers(house)
  const limits = limitsHandlers(house, mayTrade)
  if (house.config.env === 'sandbox') await fundSandbox(db, clock)

  interface Wanted {
    country?: string
    kyc?: Visitor['kycLevel']
    real?: string
    guest?: boolean
    passed?: boolean
  }
  /** A person with an account, 100,000 in DEMO; `kyc` and `real` money as asked. */
  async function person({ country = 'NZ', kyc = 1, real = '100000', guest = false, passed = true }: Wanted = {}): Promise<Visitor> {
    const names = guest ? { guestDevice: randomUUID() } : { email: `${randomUUID()}@example.com` }
    const visitor = await db.transaction(async (sql) => {
      const row = await addPerson(sql, { ...names, passwordHash: 'x', country, lang: 'en-us' }, clock.now())
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

  const preview = (visitor: Visitor, asked: AskedOrder) =>
    ask(visitor, (asking) => trading.preview({ action: 'position', payload: asked }, asking))
  const place = (visitor: Visitor, asked: AskedOrder, confirmToken?: string) =>
    ask(visitor, (asking) => trading.openPosition({ ...asked, confirmToken }, asking))
  return {
    ...world,
    trading,
    person,
    preview,
    previewSecond: world.preview,
    place,
    open: async (visitor: Visitor, asked: AskedOrder) => place(visitor, asked, (await preview(visitor, asked)).confirmToken),
    close: (visitor: Visitor, id: string) => ask(visitor, (asking) => trading.closePosition({ id }, asking)),
    quote: (visitor: Visitor, asked: Parameters<typeof swap.quote>[0]) => ask(visitor, (asking) => swap.quote(asked, asking)),
    exchange: (visitor: Visitor, quoteId: string) => ask(visitor, (asking) => swap.swap({ quoteId }, asking)),
    realSecond: async (visitor: Visitor, asked: SecondAsk) => world.buy(visitor, { ...asked, accountType: 1 }),
    mine: (visitor: Visitor) => ask(visitor, (asking) => limits.mine({}, asking)),
    set: (visitor: Visitor, asked: Asked<typeof limitRows.set>) => ask(visitor, (asking) => limits.set(asked, asking)),
    timeout: (visitor: Visitor, hours: 24 | 168 | 720 | 1008) => ask(visitor, (asking) => limits.timeout({ hours }, asking)),
    exclude: (visitor: Visitor, months: 6 | 12 | 24 | 60, scope: 'second' | 'leverage' | 'all') =>
      ask(visitor, (asking) => limits.selfExclude({ months, scope }, asking)),
    questions: (visitor: Visitor) => ask(visitor, (asking) => limits.questions({}, asking)),
    skipQuizWait: (visitor: Visitor) => ask(visitor, (asking) => limits.skipWait({}, asking)),
    submit: (visitor: Visitor, howMany = 10) => ask(visitor, (asking) => limits.submitSuitability({ answers: answers(howMany) }, asking)),
    has: async (visitor: Visitor, book = 1) =>
      (
        await db.query<{ amount: string }>(
          `select amount from balance where user_id = $1 and book = $2 and currency = 'USDT' and bucket = 'AVAIL'`,
          [visitor.userId, book],
        )
      )[0]?.amount,
  }
}
