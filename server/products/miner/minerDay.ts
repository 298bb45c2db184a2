import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { hashpriceInputSymbolOf, kwhInputSymbol } from '#market/record/inputs.ts'
import { readEffectiveMarketInputsAt } from '#market/record/inputStore.ts'
import { readRecordedPriceAtOrBefore } from '#market/record/recordedPrices.ts'
import { miningMachineDailyOutput, type MiningMachineDailyOutput } from '#rules/earn/mining.ts'
import type { ProductDayValue } from '../kind.ts'
import { trimDatabaseNumberZeros } from '../plain.ts'
import type { ProductRow } from '../rows.ts'

/** So far before the second of the hashprice its coin's price may lie. */
const priceBackSeconds = 3_600

/** The numbers that a machine's day is worked out from. */
export interface MinerDayInputs {
  hashprice: Decimal
  kwhPrice: Decimal
  coinPrice: Decimal | undefined
  /** The moment that the hashprice was published for. */
  sinceSec: number
  inputs: ProductDayValue['inputs']
}

type Machine = Pick<ProductRow, 'terms'>

export const requireMinerTerm = ({ terms }: Machine, name: string): Decimal => {
  const value = terms[name]
  if (value === undefined) throw new Error(`the terms have no ${name}`)
  return value as Decimal
}

/** What holds at a moment: the newest published hashprice and power price, and the coin's price in the second of the hashprice. */
export async function readMinerDayInputsAt(sql: Sql, feed: string, machine: Machine, atSec: number): Promise<MinerDayInputs | undefined> {
  const hashSymbol = hashpriceInputSymbolOf(requireMinerTerm(machine, 'network'))
  const coinSymbol = requireMinerTerm(machine, 'symbol')
  const found = await readEffectiveMarketInputsAt(sql, feed, atSec, [hashSymbol, kwhInputSymbol])
  const [hash, kwh] = [found.get(hashSymbol), found.get(kwhInputSymbol)]
  if (!hash || !kwh) return undefined
  const coin = await readRecordedPriceAtOrBefore(sql, feed, coinSymbol, hash.sec, priceBackSeconds)
  return {
    hashprice: trimDatabaseNumberZeros(hash.value),
    kwhPrice: trimDatabaseNumberZeros(kwh.value),
    coinPrice: coin && trimDatabaseNumberZeros(coin.price),
    sinceSec: hash.sinceSec,
    inputs: [
      { name: hashSymbol, value: trimDatabaseNumberZeros(hash.value), sec: hash.sec },
      { name: kwhInputSymbol, value: trimDatabaseNumberZeros(kwh.value), sec: kwh.sec },
      ...(coin ? [{ name: coinSymbol, value: trimDatabaseNumberZeros(coin.price), sec: coin.sec }] : []),
    ],
  }
}

/** What one machine brings on such a day. */
export const minerDayOutputOf = (machine: Machine, numbers: MinerDayInputs): MiningMachineDailyOutput =>
  miningMachineDailyOutput({ hashrate: requireMinerTerm(machine, 'hashrate'), powerW: requireMinerTerm(machine, 'powerW'), ...numbers })
