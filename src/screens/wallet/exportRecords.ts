import { ApiError, createUnansweredError } from '#api/apiError.ts'
import { sendApiCall } from '#api/send.ts'
import { serverNow } from '#api/serverClock.ts'
import type { CallArguments, CallReply } from '#contract/call.ts'
import { wallet } from '#contract/calls/wallet.ts'
import type { BalanceRecordFilter } from './recordFilter.ts'
import { buildBalanceRecordCallParams, listMonthKeysSince } from './recordMonths.ts'

type StatementRequest = CallArguments<typeof wallet.statement>
type StatementLink = CallReply<typeof wallet.statement>

export interface ExportProgress {
  /** Records written. */
  done: number
  total: number
  /** 'YYYY-MM' that is being read. */
  month: string
}

export interface ExportedFile {
  name: string
  blob: Blob
}

/** Every record of a filter as one table, oldest first, read month by month as it is sent; `since` is when the person's account began. */
export async function fetchBalanceRecordsCsv(
  { filter, accountType, since }: { filter: BalanceRecordFilter; accountType: 1 | 2; since: number },
  onProgress: (progress: ExportProgress) => void,
  signal: AbortSignal,
): Promise<ExportedFile> {
  const { total } = await sendApiCall(
    wallet.balanceRecords,
    { ...buildBalanceRecordCallParams(filter, { accountType }), pageNo: 1, pageSize: 1 },
    { signal },
  )
  const months = filter.month === undefined ? listMonthKeysSince(since, serverNow(), Infinity).toReversed() : [filter.month]
  const parts: string[] = []
  let done = 0
  for (const [index, month] of months.entries()) {
    onProgress({ done, total, month })
    const link = await requestStatementLink(
      { ...buildBalanceRecordCallParams({ ...filter, month }, { accountType }), format: 'csv' },
      signal,
    )
    // The first also brings the head of the table.
    if (link.records === 0 && index > 0) continue
    const doneBefore = done
    const lines = await readLines(link.url, signal, (count) => onProgress({ done: doneBefore + Math.max(0, count - 1), total, month }))
    parts.push(index === 0 ? lines : withoutHeaderRow(lines))
    done += link.records
  }
  const name = `fairlead-records-${filter.month ?? `to-${months.at(-1)}`}.csv`
  return { name, blob: new Blob(['\uFEFF', ...parts], { type: 'text/csv;charset=utf-8' }) }
}

/** One month of the server's calendar as a PDF. */
export async function fetchMonthlyStatementPdf(month: string, accountType: 1 | 2, signal: AbortSignal): Promise<ExportedFile> {
  const link = await requestStatementLink({ month, accountType, format: 'pdf' }, signal)
  return { name: link.name, blob: await (await fetchStatement(link.url, signal)).blob() }
}

/** A long list of months asks often: when it is told to wait, it waits. */
async function requestStatementLink(request: StatementRequest, signal: AbortSignal): Promise<StatementLink> {
  for (;;) {
    try {
      return await sendApiCall(wallet.statement, request, { signal })
    } catch (error) {
      const seconds = error instanceof ApiError && error.key === 'TOO_MANY' ? Number(error.detail['seconds']) : Number.NaN
      if (!(seconds > 0)) throw error
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
      signal.throwIfAborted()
    }
  }
}

async function fetchStatement(url: string, signal: AbortSignal): Promise<Response> {
  const response = await fetch(url, { signal }).catch((error: unknown) => {
    if (signal.aborted) throw error
    throw createUnansweredError('NETWORK', error)
  })
  if (response.ok && !response.headers.get('content-type')?.startsWith('application/json')) return response
  const refusal = (await response.json()) as { code: number; key?: string; message: string; traceId?: string }
  throw new ApiError(refusal.code, refusal.key ?? 'SERVER', refusal.message, {}, refusal.traceId)
}

async function readLines(url: string, signal: AbortSignal, onCount: (lines: number) => void): Promise<string> {
  const { body } = await fetchStatement(url, signal)
  const parts: string[] = []
  let lines = 0
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    parts.push(part.value)
    lines += part.value.split('\r\n').length - 1
    onCount(lines)
  }
  return parts.join('')
}

/** A table without its first line, which has no line break of its own. */
const withoutHeaderRow = (table: string): string => table.slice(table.indexOf('\r\n') + 2)
