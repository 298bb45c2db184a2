import type { CallArguments } from '#contract/call.ts'
import type { wallet } from '#contract/calls/wallet.ts'
import { instantToWireTime } from '#contract/time.ts'
import type { BalanceRecordFilter, BalanceRecordsAccount } from './recordFilter.ts'

type BalanceRecordQuery<Of> = Of & Pick<CallArguments<typeof wallet.balanceRecords>, 'type' | 'currency' | 'beginTime' | 'endTime'>

/** The filter as the call wants it: of one book, times on the wire's clock, both ends inclusive. */
export function buildBalanceRecordCallParams<Of extends BalanceRecordsAccount>(
  { type, currency, month }: BalanceRecordFilter,
  of: Of,
): BalanceRecordQuery<Of> {
  return {
    ...of,
    ...(type !== undefined && { type: String(type) }),
    ...(currency !== undefined && { currency }),
    ...(month !== undefined && {
      beginTime: instantToWireTime(startOfMonth(month, 0)),
      endTime: instantToWireTime(startOfMonth(month, 1) - 1000),
    }),
  }
}

/** When the month that is `monthOffset` months after this one begins on this device, epoch ms. */
function startOfMonth(month: string, monthOffset: number): number {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(year, number - 1 + monthOffset, 1).getTime()
}

/** 'YYYY-MM' of a moment on this device. */
export const formatMonthKey = (at: number): string => {
  const date = new Date(at)
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`
}

/** Months from the newest back to the one of `since`; the last two years at most unless told. */
export function listMonthKeysSince(since: number, now: number, maxMonths = 24): string[] {
  const oldest = formatMonthKey(since)
  const months: string[] = []
  const date = new Date(now)
  for (let monthsBack = 0; monthsBack < maxMonths; monthsBack++) {
    const month = formatMonthKey(new Date(date.getFullYear(), date.getMonth() - monthsBack, 1).getTime())
    if (month < oldest) break
    months.push(month)
  }
  return months
}
