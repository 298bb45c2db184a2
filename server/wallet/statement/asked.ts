import type { LanguageCode } from '#contract/calls/account.ts'
import { Refusal } from '#contract/refusals.ts'
import { fromWire, toWire } from '#contract/time.ts'
import type { RecordFilter } from '#ledger/recordFilter.ts'
import { instantOf } from '../wireTime.ts'

/** What one file holds: the records of a filter between two moments, both inclusive, in a language. */
export interface StatementAsked extends RecordFilter {
  format: 'csv' | 'pdf'
  fromMs: number
  toMs: number
  lang: LanguageCode
}

/** The first and the last millisecond of 'YYYY-MM' of the server's calendar (UTC+8). Refuses a month that does not exist. */
export function monthBounds(month: string): { fromMs: number; toMs: number } {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
  const [fromMs, endMs] = [fromWire(`${month}-01 00:00:00`), fromWire(`${next}-01 00:00:00`)]
  if (Number.isNaN(fromMs) || Number.isNaN(endMs)) throw new Refusal('validation', { field: 'month', rule: 'YYYY-MM' })
  return { fromMs, toMs: endMs - 1 }
}

/** A month, or two moments of the wire instead of it. Refuses both, neither, and an end before its beginning. */
export function boundsOf({
  month,
  beginTime,
  endTime,
}: {
  month?: string | undefined
  beginTime?: string | undefined
  endTime?: string | undefined
}) {
  if (month !== undefined && beginTime === undefined && endTime === undefined) return monthBounds(month)
  if (month !== undefined || beginTime === undefined || endTime === undefined)
    throw new Refusal('validation', { field: 'month', rule: 'either a month, or beginTime and endTime' })
  const fromMs = instantOf('beginTime', beginTime, 0)
  const toMs = instantOf('endTime', endTime, 999)
  if (toMs < fromMs) throw new Refusal('validation', { field: 'endTime', rule: 'not before beginTime' })
  return { fromMs, toMs }
}

/** Such as fairlead-2026-11-demo.csv; two days instead of the month where it is not one. */
export function fileNameOf({ fromMs, toMs, book, format }: StatementAsked): string {
  const [from, to] = [toWire(fromMs).slice(0, 10), toWire(toMs).slice(0, 10)]
  const month = from.slice(0, 7)
  const isMonth = from.endsWith('-01') && monthBounds(month).toMs === toMs
  return `fairlead-${isMonth ? month : `${from}-to-${to}`}-${book === 2 ? 'demo' : 'real'}.${format}`
}
