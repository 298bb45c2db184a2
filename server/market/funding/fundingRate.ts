import type { Decimal } from '#contract/decimal.ts'
import { fromScaledPrice, toScaledPrice } from '#rules/scaled.ts'
import { drawnFunding } from '#rules/sim/drawnInputs.ts'
import { createSeedHmac } from '../sim/sim.ts'

/**
 * The published generator of funding rates (docs/rules/prices.md): a fraction per 8 hours, −0.015 % to +0.025 %, recomputable from the day's
 * revealed seed. `dueSec` is the moment of the charge; `seed` is that of its UTC+8 day.
 */
export const simFundingRate = (seed: Buffer, symbol: string, dueSec: number): Decimal =>
  fromScaledPrice(toScaledPrice(drawnFunding(createSeedHmac(seed), symbol, dueSec)))
