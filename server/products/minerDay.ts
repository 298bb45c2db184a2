import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { hashpriceSymbol, kwhSymbol } from '#market/inputs.ts'
import { publishedBy } from '#market/inputStore.ts'
import { recordedBy } from '#market/recordedPrices.ts'
import { machineDay, type MachineOutput } from '#rules/mining.ts'
import type { DayValue } from './kind.ts'
import { plain } from './product.ts'
import type { ProductRow } from './rows.ts'

/** So far before the second of the hashprice its coin's price may lie. */
const priceBackSeconds = 3_600

/** The numbers that a machine's day is worked out from. */
export interface MiningNumbers {
  hashprice: Decimal
  kwhPrice: Decimal
  coinPrice: Decimal | undefined
  /** The moment that the hashprice was published for. */
  sinceSec: number
  inputs: DayValue['inputs']
}

type Machine = Pick<ProductRow, 'terms'>

export const termOf = ({ terms }: Machine, name: string): Decimal => {
  const value = terms[name]
  if (value === undefined) throw new Error(`the terms have no ${name}`)
  return value as Decimal
}

/** What holds at a moment: the newest published hashprice and power price, and the coin's price in the second of the hashprice. */
export async function miningNumbers(sql: Sql, feed: string, machine: Machine, atSec: number): Promise<MiningNumbers | undefined> {
  const hashSymbol = hashpriceSymbol(termOf(machine, 'network'))
  const coinSymbol = termOf(machine, 'symbol')
  const found = await publishedBy(sql, feed, atSec, [hashSymbol, kwhSymbol])
  const [hash, kwh] = [found.get(hashSymbol), found.get(kwhSymbol)]
  if (!hash || !kwh) return undefined
  const coin = await recordedBy(sql, feed, coinSymbol, hash.sec, priceBackSeconds)
  return {
    hashprice: plain(hash.value),
    kwhPrice: plain(kwh.value),
    coinPrice: coin && plain(coin.price),
    sinceSec: hash.sinceSec,
    inputs: [
      { name: hashSymbol, value: plain(hash.value), sec: hash.sec },
      { name: kwhSymbol, value: plain(kwh.value), sec: kwh.sec },
      ...(coin ? [{ name: coinSymbol, value: plain(coin.price), sec: coin.sec }] : []),
    ],
  }
}

/** What one machine brings on such a day. */
export const outputOf = (machine: Machine, numbers: MiningNumbers): MachineOutput =>
  machineDay({ hashrate: termOf(machine, 'hashrate'), powerW: termOf(machine, 'powerW'), ...numbers })
