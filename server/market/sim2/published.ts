import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { dayOf } from '#rules/sim/days.ts'
import { simDay } from '#rules/sim/sim2.ts'
import type { SymbolSpec } from '../market.ts'
import { createSeedHmac } from '../sim/sim.ts'
import { publishedVolatility, volatilityClass } from '#rules/sim/volatility.ts'

type Category = SymbolSpec['category']

/** The classes whose volatility is published, each with a market whose feed tells whether it is simulated. */
export const volatilityReferenceMarkets: readonly { name: string; category: Category; market: string }[] = [
  { name: volatilityClass.crypto, category: 'crypto', market: 'BTCUSDT' },
  { name: volatilityClass.metal, category: 'metal', market: 'XAUUSD' },
  { name: volatilityClass.forex, category: 'forex', market: 'EURUSD' },
]

/** How much a class moves in the regime of this moment, as a multiple of the usual. */
export const simVolatilityMultiplierAt = (seed: Buffer, category: Category, sec: number): Decimal =>
  asDecimal(publishedVolatility(simDay(createSeedHmac(seed), dayOf(sec)).regime(category), sec))
