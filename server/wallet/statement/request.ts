import type { LanguageCode } from '#contract/calls/account.ts'
import { Refusal } from '#contract/refusals.ts'
import { wireTimeToInstant, instantToWireTime } from '#contract/time.ts'
import type { LedgerRecordFilter } from '#ledger/recordFilter.ts'
import { parseWireTime } from '../wireTime.ts'

/** What one file holds: the records of a filter between two moments, both inclusive, in a language. */
export interface StatementRequest extends LedgerRecordFilter {
  format: 'csv' | 'pdf'
  fromMs: number
  toMs: number
  lang: LanguageCode
}

/** The first and the last millisecond of 'YYYY-MM' of the server's calendar (UTC+8). Refuses a month that does not exist. */
export function statementMonthBounds(month: string): { fromMs: number; toMs: number } {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
  const [fromMs, endMs] = [wireTimeToInstant(`${month}-01 00:00:00`), wireTimeToInstant(`${next}-01 00:00:00`)]
  if (Number.isNaN(fromMs) || Number.isNaN(endMs)) throw new Refusal('validation', { field: 'month', rule: 'YYYY-MM' })
  return { fromMs, toMs: endMs - 1 }
}

/** A month, or two moments of the wire instead of it. Refuses both, neither, and an end before its beginning. */
export function statementBoundsOf({
  month,
  beginTime,
  endTime,
}: {
  month?: string | undefined
  beginTime?: string | undefined
  endTime?: string | undefined
}) {
  if (month !== undefined && beginTime === undefined && endTime === undefined) return statementMonthBounds(month)
  if (month !== undefined || beginTime === undefined || endTime === undefined)
    throw new Refusal('validation', { field: 'month', rule: 'either a month, or beginTime and endTime' })
  const fromMs = parseWireTime('beginTime', beginTime, 0)
  const toMs = parseWireTime('endTime', endTime, 999)
  if (toMs < fromMs) throw new Refusal('validation', { field: 'endTime', rule: 'not before beginTime' })
  return { fromMs, toMs }
}

/** Such as fairlead-2026-11-demo.csv; two days instead of the month where it is not one. */
export function statementFileNameOf({ fromMs, toMs, book, format }: StatementRequest): string {
  const [from, to] = [instantToWireTime(fromMs).slice(0, 10), instantToWireTime(toMs).slice(0, 10)]
  const month = from.slice(0, 7)
  const isMonth = from.endsWith('-01') && statementMonthBounds(month).toMs === toMs
  return `fairlead-${isMonth ? month : `${from}-to-${to}`}-${book === 2 ? 'demo' : 'real'}.${format}`
}
