import { closeReason } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { type Book, lockWallet } from '#ledger/ledger.ts'
import { add, larger, q8, subtract, zero } from '#rules/decimal.ts'
import { lastCloseSeconds, payoffAt } from '#rules/option.ts'
import { optionMarkets } from '#rules/optionChain.ts'
import type { House } from '../house.ts'
import { freshQuote } from './ask.ts'
import { isTooLate, payOut, quoteFor, sellAt } from './close.ts'
import { payingLegs, refundingLegs } from './legs.ts'
import { bidOf, type OptionRow } from './position.ts'
import { type Settlement, settlementOf } from './settlement.ts'
import { claimOptions, closingOptions, dueOptions, markOver, pastExpiries } from './store.ts'
import { publishSurfaces, surfacesNow } from './surface.ts'
import { giveBackVouchers } from '../vouchers.ts'
import { note, tell } from './tell.ts'

const atOnce = 500
/** People are served side by side, this many at a time; one person's options in one transaction. */
const lanes = 6
const lookEveryMs = 1_000
const publishEveryMs = 3_600_000

/**
 * Settles what expired, sells what waits for a price and publishes the coming day's surface, each second. Prices never wait for it.
 * All that is to be done stands in the table, so a server that dies loses nothing and two servers do nothing twice.
 */
export function startOptions(house: House): () => Promise<void> {
  let running: Promise<void> | undefined
  let publishAtMs = 0
  const work = async (): Promise<void> => {
    if (house.clock.now() >= publishAtMs) {
      await publishSurfaces(house.db, house.clock.now())
      publishAtMs = house.clock.now() + publishEveryMs
    }
    await workDue(house)
  }
  const timer = setInterval(() => {
    running ??= work()
      .catch((error: unknown) => console.error('due work of options failed', error))
      .finally(() => (running = undefined))
  }, lookEveryMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Everything that is due now. */
export async function workDue(house: House): Promise<void> {
  const nowMs = house.clock.now()
  for (const expiry of await pastExpiries(house.db, Math.floor(nowMs / 1000))) {
    const settlement = await settlementOf(house.db, expiry, house.clock.now())
    if (!settlement) continue
    await eachBatch(
      (behindId) => dueOptions(house.db, expiry, behindId, atOnce),
      (row, sql) => settleOne(house, sql, row, settlement),
      house,
    )
  }
  const priced = optionMarkets.map(({ symbol }) => symbol).filter((symbol) => freshQuote(house.market, symbol, nowMs))
  if (priced.length === 0) return
  await eachBatch(
    (behindId) => closingOptions(house.db, priced, Math.floor(nowMs / 1000) + lastCloseSeconds, behindId, atOnce),
    (row, sql) => sellWaiting(house, sql, row),
    house,
  )
}

type EndOne = (row: OptionRow, sql: Sql) => Promise<OptionRow | undefined>

async function eachBatch(ask: (behindId: string) => Promise<OptionRow[]>, end: EndOne, house: House): Promise<void> {
  for (let behindId: string | undefined = '0'; behindId !== undefined; ) {
    const rows = await ask(behindId)
    const people = [...Map.groupBy(rows, (row) => `${row.user_id} ${row.account_type}`).values()]
    const serve = async () => {
      for (let theirs = people.shift(); theirs; theirs = people.shift()) await endOfPerson(house, theirs, end)
    }
    await Promise.all(Array.from({ length: Math.min(lanes, people.length) }, serve))
    behindId = rows.length === atOnce ? rows.at(-1)?.id : undefined
  }
}

/** One transaction. A failure is logged and leaves the options as they were: the next look finds them again. */
async function endOfPerson(house: House, rows: readonly OptionRow[], end: EndOne): Promise<void> {
  const [first] = rows
  if (!first) return
  const effects: (() => void)[] = []
  try {
    await house.db.transaction(async (sql) => {
      effects.length = 0
      // Wallet first, then the rows: the order that everybody keeps, so that nobody waits in a circle.
      await lockWallet(sql, first.user_id, first.account_type as Book)
      const ended: OptionRow[] = []
      for (const row of await claimOptions(
        sql,
        rows.map(({ id }) => id),
      )) {
        const done = await end(row, sql)
        if (done) ended.push(done)
      }
      await note(house, sql, ended, (effect) => effects.push(effect))
      await tell(house, sql, ended, (effect) => effects.push(effect))
    })
  } catch (error) {
    console.error(`options of ${first.user_id} could not be settled`, error)
    return
  }
  for (const effect of effects) effect()
}

/** The payoff of the settlement price, or, without one, premium and fee back (product §2.5). */
async function settleOne(house: House, sql: Sql, row: OptionRow, { price, records }: Settlement): Promise<OptionRow | undefined> {
  const at = house.clock.now()
  const gain = price && larger(row.cp === 'C' ? subtract(price, row.strike) : subtract(row.strike, price), zero)
  const returned = price ? payoffAt(row.cp, row.strike, row.quantity, price) : refundOf(row)
  const over = { reason: closeReason.expiry, closePrice: gain, settlePrice: price, records, returned }
  const done = await markOver(sql, row.id, { ...over, closeSec: Number(row.expiry_sec), closedMs: at })
  if (done) await payOut(sql, row, price ? payingLegs(row, returned) : refundingLegs(row), at)
  if (done && !price) await giveBackVouchers(sql, row, at)
  return done
}

const refundOf = ({ premium, fee }: OptionRow) => q8(add(premium, fee))

/** Sold at the first good record after it was asked for. */
async function sellWaiting(house: House, sql: Sql, row: OptionRow): Promise<OptionRow | undefined> {
  const at = house.clock.now()
  const quote = quoteFor(house, row, at)
  if (!quote || isTooLate(row, at)) return undefined
  const bid = bidOf(row, quote.mid, await surfacesNow(house, sql), at)
  return sellAt(sql, row, { bid, sec: quote.sec, reason: closeReason.user, at })
}
