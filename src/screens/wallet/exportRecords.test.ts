import { afterEach, expect, it, vi } from 'vitest'
import { wallet } from '#contract/calls/wallet.ts'
import { fetchBalanceRecordsCsv } from './exportRecords.ts'

const asked: { call: string; input: Record<string, unknown> }[] = []
let refuseOnce = false
vi.mock('#api/send.ts', async () => {
  const { ApiError } = await import('#api/apiError.ts')
  return {
    sendApiCall: async (call: { path: string }, input: Record<string, unknown>) => {
      asked.push({ call: call.path, input })
      if (call.path === wallet.balanceRecords.path) return { total: 3 }
      if (refuseOnce) {
        refuseOnce = false
        throw new ApiError(429, 'TOO_MANY', 'wait', { seconds: 0.01 })
      }
      const month = String(input['beginTime']).slice(0, 7)
      return { url: `/file/${month}`, name: 'x', records: { '2026-09': 0, '2026-10': 2 }[month] ?? 1 }
    },
  }
})
const files: Record<string, string> = { '2026-09': '', '2026-10': 'a,1\r\nb,2\r\n', '2026-11': 'c,3\r\n' }

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  asked.length = 0
})

it('writes one table of all months, oldest first, with one head, and reports its progress', async () => {
  vi.setSystemTime(Date.UTC(2026, 10, 20))
  const fetched: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    fetched.push(url)
    return new Response(`\uFEFFhead\r\n${files[url.slice(-7)]}`, { headers: { 'content-type': 'text/csv' } })
  })
  refuseOnce = true
  const told: string[] = []
  const { name, blob } = await fetchBalanceRecordsCsv(
    { filter: { currency: 'USDT' }, accountType: 2, since: Date.UTC(2026, 8, 15) },
    ({ done, total, month }) => told.push(`${month} ${done}/${total}`),
    new AbortController().signal,
  )
  expect(name).toBe('fairlead-records-to-2026-11.csv')
  expect(await blob.text()).toBe('head\r\na,1\r\nb,2\r\nc,3\r\n')
  expect(new Uint8Array(await blob.arrayBuffer()).slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]))
  expect(told.at(-1)).toBe('2026-11 3/3')
  expect(asked.every(({ input }) => input['currency'] === 'USDT' && input['accountType'] === 2)).toBe(true)
  expect(fetched).toHaveLength(3)
})

it('saves nothing of a table that ends in the middle', async () => {
  vi.stubGlobal('fetch', async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error('cut')),
    })
    return new Response(body, { headers: { 'content-type': 'text/csv' } })
  })
  const read = fetchBalanceRecordsCsv({ filter: { month: '2026-10' }, accountType: 1, since: 0 }, () => {}, new AbortController().signal)
  await expect(read).rejects.toThrow('cut')
})

it('says what the server says', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 404, key: 'NOT_FOUND', message: 'Not found' }, { status: 404 }))
  const read = fetchBalanceRecordsCsv({ filter: { month: '2026-10' }, accountType: 1, since: 0 }, () => {}, new AbortController().signal)
  await expect(read).rejects.toMatchObject({ key: 'NOT_FOUND', message: 'Not found' })
})
