import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { asDecimal, type Decimal } from '#contract/decimal.ts'

/** The recorded Ether day; undefined on machines where the recordings are not beside the project. */
export function recordedEtherDay(): { file: string; bars: RecordedBar[] } | undefined {
  const file = resolve(import.meta.dirname, '../../../shared/data/ethusd_1m_coinbase_2017-09-04.csv')
  if (!existsSync(file)) return undefined
  const bars = readFileSync(file, 'utf8').trim().split('\n').slice(1).map(readBar)
  return { file, bars }
}

export interface RecordedBar {
  atMs: number
  open: Decimal
  high: Decimal
  low: Decimal
  close: Decimal
}

function readBar(line: string): RecordedBar {
  const [at, open, high, low, close] = line.split(',') as [string, string, string, string, string]
  return { atMs: Number(at), open: asDecimal(open), high: asDecimal(high), low: asDecimal(low), close: asDecimal(close) }
}

/** The prices a bar visits when it is played: open, the two extremes (low first when it rose), close. */
export const visitsOf = ({ open, high, low, close }: RecordedBar): Decimal[] =>
  Number(close) >= Number(open) ? [open, low, high, close] : [open, high, low, close]
