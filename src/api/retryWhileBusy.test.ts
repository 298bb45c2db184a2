import { i18n } from '@lingui/core'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CallArguments } from '#contract/call.ts'
import { settings } from '#contract/calls/settings.ts'
import { trading } from '#contract/calls/trading.ts'
import { retryingReadCountStore } from './busyReads.ts'
import './retryRead.ts'
import { sendApiCall } from './send.ts'

// How bodies are sealed is another test's matter.
vi.mock('./sealing/seal.ts', () => ({ sealRequestBody: async () => ({ kid: 'k', body: 'sealed' }), forgetServerSealKey: () => {} }))

let asked: string[] = []
let answers: (() => Response)[] = []
const refusal = (code: number, key: string, seconds: number) => () =>
  new Response(JSON.stringify({ code, key, message: 'Please wait', result: { seconds } }), {
    status: code,
  })
const answered = () => new Response(JSON.stringify({ code: 200, result: [{ kid: 'k', publicKey: 'p' }] }))

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0)
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  asked = []
  answers = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return (answers.shift() ?? answered)()
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const ask = (signal = new AbortController().signal) => {
  const state = { is: 'waiting' as unknown }
  sendApiCall(settings.sealKey, {}, { signal }).then(
    () => (state.is = 'answered'),
    (error: unknown) => (state.is = error),
  )
  return state
}

it('waits as long as the server says and repeats, saying that it waits', async () => {
  answers = [refusal(429, 'TOO_MANY', 7), refusal(503, 'BUSY', 3)]
  const read = ask()
  await pass(6_999)
  expect([asked.length, retryingReadCountStore.get(), read.is]).toEqual([1, 1, 'waiting'])
  await pass(1)
  expect([asked.length, retryingReadCountStore.get()]).toEqual([2, 1])
  await pass(2_999)
  expect(asked).toHaveLength(2)
  await pass(1)
  expect([asked.length, retryingReadCountStore.get(), read.is]).toEqual([3, 0, 'answered'])
})

it('waits longer each time that it was not enough, never more than half a minute, and goes on', async () => {
  answers = Array(60).fill(refusal(429, 'TOO_MANY', 1))
  const read = ask()
  await pass(1_000 + 2_000 + 4_000 + 8_000 + 16_000)
  expect(asked).toHaveLength(6)
  await pass(54 * 30_000)
  expect([asked.length, read.is]).toEqual([60, 'waiting'])
  await pass(30_000)
  expect([read.is, retryingReadCountStore.get()]).toEqual(['answered', 0])
})

it('comes at another moment than others that were refused together', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.8)
  answers = [refusal(429, 'TOO_MANY', 10)]
  ask()
  await pass(11_999)
  expect(asked).toHaveLength(1)
  await pass(1)
  expect(asked).toHaveLength(2)
})

it('ends with whoever asked', async () => {
  answers = [refusal(429, 'TOO_MANY', 5)]
  const leaving = new AbortController()
  const read = ask(leaving.signal)
  await pass(1_000)
  leaving.abort()
  await pass(60_000)
  expect([asked.length, retryingReadCountStore.get()]).toEqual([1, 0])
  expect(read.is).toMatchObject({ name: 'AbortError' })
})

it.each([
  [429, 'TOO_MANY', 61],
  [503, 'MAINTENANCE', 1],
  [500, 'SERVER', 1],
  [4201, 'INSUFFICIENT_BALANCE', 1],
])('reports a %i %s that asks for %i s instead of waiting', async (code, key, seconds) => {
  answers = [() => new Response(JSON.stringify({ code, key, message: 'No', result: { seconds } }))]
  const read = ask()
  await pass(0)
  expect([read.is, retryingReadCountStore.get()]).toMatchObject([{ code, key }, 0])
})

it('gives up after a while where nobody can say that the answer is not wanted any more', async () => {
  answers = Array(60).fill(refusal(429, 'TOO_MANY', 1))
  const failed = expect(sendApiCall(settings.sealKey, {})).rejects.toMatchObject({ code: 429 })
  await pass(600_000)
  await failed
  expect([asked.length, retryingReadCountStore.get()]).toEqual([6, 0])
})

it('repeats previews, of which only the newest counts, and no write', async () => {
  answers = [refusal(429, 'TOO_MANY', 2), refusal(429, 'TOO_MANY', 2), answered, answered]
  const order = { action: 'second', payload: {} } as unknown as CallArguments<typeof trading.preview>
  const older = expect(sendApiCall(trading.preview, order)).rejects.toMatchObject({ code: 429 })
  await pass(1_000)
  const newer = sendApiCall(trading.preview, order)
  await pass(1_000)
  await older
  expect(asked).toHaveLength(2)
  await pass(1_000)
  expect(Object.values(await newer)).toMatchObject([{ kid: 'k' }])
  answers = [refusal(503, 'BUSY', 2)]
  await expect(sendApiCall(trading.openPosition, {} as never, { requestId: 'a' })).rejects.toMatchObject({ key: 'BUSY' })
  await pass(600_000)
  expect([asked.length, retryingReadCountStore.get()]).toEqual([4, 0])
})
