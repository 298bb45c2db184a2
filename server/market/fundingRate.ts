import { createHmac } from 'node:crypto'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { multiply } from '#rules/decimal.ts'
import { fundingNumber } from '#rules/funding.ts'

/**
 * The published generator of funding rates (product §3.3): a fraction per 8 hours, −0.015 % to +0.025 %, recomputable from the day's
 * revealed seed. `dueSec` is the moment of the charge; `seed` is that of its UTC+8 day.
 */
export function simFundingRate(seed: Buffer, symbol: string, dueSec: number): Decimal {
  const draw =
    createHmac('sha256', seed)
      .update(`fund1|${symbol}|${fundingNumber(dueSec)}`)
      .digest()
      .readUInt32BE(0) % 4001
  return multiply(asDecimal(String(500 + draw - 2000)), '0.0000001')
}
