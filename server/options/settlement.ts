import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { unpackSymbolPrice } from '#market/record/recordBytes.ts'
import { optionSettlementAverageSeconds, optionSettlementPrice } from '#rules/option/option.ts'
import type { OptionExpiry } from './store.ts'

/** What all options of one market and expiry are settled by. No price: void. */
export interface OptionExpirySettlement {
  records: number
  price: Decimal | null
}

/** A record can still be written this long after its second (see second contracts): until then a gap is not a gap. */
const gapIsFinalMs = 30_000

/**
 * The settlement of an expiry that is past: whoever asks first writes it down, and it never changes after that; undefined while a record
 * that belongs to it may still come.
 * It reads the recorded prices of the last 1,800 seconds before the expiry and nothing else, however much later that is.
 */
export async function getOrCreateOptionExpirySettlement(
  sql: Sql,
  expiry: OptionExpiry,
  nowMs: number,
): Promise<OptionExpirySettlement | undefined> {
  const fixed = await readSettlement(sql, expiry)
  if (fixed) return fixed
  const prices = await pricesBefore(sql, expiry)
  if (prices.length < optionSettlementAverageSeconds && nowMs < expiry.expirySec * 1000 + gapIsFinalMs) return undefined
  await sql.query(
    `insert into option_settlement (feed, symbol, expiry_sec, records, price, fixed_ms) values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [expiry.feed, expiry.symbol, expiry.expirySec, prices.length, optionSettlementPrice(prices) ?? null, nowMs],
  )
  return readSettlement(sql, expiry)
}

async function readSettlement(sql: Sql, { feed, symbol, expirySec }: OptionExpiry): Promise<OptionExpirySettlement | undefined> {
  const [row] = await sql.query<OptionExpirySettlement>(
    'select records, price from option_settlement where feed = $1 and symbol = $2 and expiry_sec = $3',
    [feed, symbol, expirySec],
  )
  return row
}

/** The market's recorded prices of the last seconds before the expiry, in whole numbers of 1e-10. */
async function pricesBefore(sql: Sql, { feed, symbol, expirySec }: OptionExpiry): Promise<bigint[]> {
  const number = symbolSeeds.findIndex((symbolSeed) => symbolSeed.symbol === symbol)
  const rows = await sql.query<{ prices: Uint8Array }>(
    'select prices from price_record where feed = $1 and sec >= $2 and sec < $3 order by sec',
    [feed, expirySec - optionSettlementAverageSeconds, expirySec],
  )
  return rows.flatMap(({ prices }) => unpackSymbolPrice(number, prices)?.price ?? [])
}
