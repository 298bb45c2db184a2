import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** One record: all prices of one second. */
export type Prices = Record<string, string>

const folder = resolve(import.meta.dirname, '../../../shared/data')

const rowsOf = (file: string): string[][] | undefined => {
  const path = resolve(folder, file)
  if (!existsSync(path)) return undefined
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
}

/** The most violent `count` rows in a row: those whose highest and lowest are farthest apart. */
function violentPart<T>(rows: readonly T[], count: number, high: (row: T) => number, low: (row: T) => number): T[] {
  let best = 0
  let widest = 0
  const stride = Math.max(1, Math.floor(count / 20))
  for (let from = 0; from + count <= rows.length; from += stride) {
    const part = rows.slice(from, from + count)
    const width = Math.max(...part.map(high)) / Math.min(...part.map(low))
    if (width > widest) [best, widest] = [from, width]
  }
  return rows.slice(best, best + count)
}

/** Each minute visits its open, both extremes (the near one first) and its close. */
const visits = ([, open, high, low, close]: string[]): string[] =>
  (Number(close) >= Number(open) ? [open, low, high, close] : [open, high, low, close]) as string[]

/**
 * Bitcoin and Ether on 4 September 2017, minute by minute, each minute as four seconds; undefined where the recordings are not beside
 * the project. The worst `minutes` of the Ether day.
 */
export function violentCrypto(minutes: number): Prices[] | undefined {
  const ether = rowsOf('ethusd_1m_coinbase_2017-09-04.csv')
  const bitcoin = rowsOf('btcusd_1m_coinbase_2017-09-04.csv')
  if (!ether || !bitcoin) return undefined
  const at = new Map(bitcoin.map((row) => [row[0], visits(row)]))
  const part = violentPart(
    ether,
    minutes,
    (row) => Number(row[2]),
    (row) => Number(row[3]),
  )
  let last: string[] | undefined
  return part.flatMap((row) => {
    const btc = at.get(row[0]) ?? last
    last = btc
    return visits(row).map((eth, n) => ({ ETHUSDT: eth, ...(btc && { BTCUSDT: btc[n] as string }) }))
  })
}

/** Gold second by second around the payrolls release of 2 May 2014 at 12:30 UTC, mid of bid and ask; undefined without the recording. */
export function violentGold(seconds: number): Prices[] | undefined {
  const rows = rowsOf('xauusd_1s_quote_oanda_2014-05-02_NFP.csv')
  if (!rows) return undefined
  const release = rows.findIndex(([at]) => Number(at) >= Date.UTC(2014, 4, 2, 12, 30))
  const from = Math.max(0, release - Math.floor(seconds / 4))
  return rows.slice(from, from + seconds).map((row) => ({ XAUUSD: ((Number(row[4]) + Number(row[8])) / 2).toFixed(4) }))
}
