import { i18n } from '@lingui/core'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { settings } from '#contract/calls/settings.ts'
import { requestTimeoutMs } from '#contract/constants.ts'
import { formatDateTime } from '#i18n/date.ts'
import { onApiLayerEvent } from './stream/appEvents.ts'
import { sendApiCall } from './send.ts'

// What counts as an answer, and what an answer means (docs/rules/{interface,wire}.md).

const told: string[] = []
let stop: () => void
beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  stop = onApiLayerEvent(({ kind }) => told.push(kind))
})
afterEach(() => {
  stop()
  told.length = 0
  vi.unstubAllGlobals()
})
const answering = (body: unknown) => vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(body))))
const failing = (error: Error) => vi.stubGlobal('fetch', () => Promise.reject(error))
const ask = () => sendApiCall(settings.sealKey, {})

it('200, 0 and a bare list are success', async () => {
  answering({ code: 200, message: '', result: [1] })
  expect(await ask()).toEqual([1])
  answering({ code: 0, message: '', result: [2] })
  expect(await ask()).toEqual([2])
  answering([3])
  expect(await ask()).toEqual([3])
})

it('any other code fails with the words of the server, or with "Error"', async () => {
  answering({ code: 4201, message: 'Not enough USDT', result: null })
  await expect(ask()).rejects.toMatchObject({ code: 4201, message: 'Not enough USDT' })
  answering({ code: 500 })
  await expect(ask()).rejects.toMatchObject({ code: 500, message: 'Error' })
  expect(told).toEqual([])
})

it('a time in the words of a refusal is read on the clock of this device', async () => {
  answering({ code: 4207, message: 'This address can be used from 2026-11-21 00:00:00', result: { until: '2026-11-21 00:00:00' } })
  const here = formatDateTime(Date.parse('2026-11-20T16:00:00Z'))
  await expect(ask()).rejects.toMatchObject({
    message: `This address can be used from ${here}`,
    detail: { until: '2026-11-21 00:00:00' },
  })
  answering({ code: 4208, message: 'Until 2026-11-21', result: null })
  await expect(ask()).rejects.toMatchObject({ message: 'Until 2026-11-21' })
})

it('a 401 is announced, in the body and in the message of a failing network', async () => {
  answering({ code: 401, message: 'Please sign in again' })
  await expect(ask()).rejects.toMatchObject({ code: 401 })
  failing(new TypeError('Request failed with status code 401'))
  await expect(ask()).rejects.toMatchObject({ code: 401, message: 'Request failed with status code 401' })
  expect(told).toEqual(['signedOut', 'signedOut'])
})

it('no answer is a failure of its own, and so is one that takes longer than 60 seconds', async () => {
  failing(new TypeError('Failed to fetch'))
  await expect(ask()).rejects.toMatchObject({ code: 0, key: 'NETWORK' })
  expect(requestTimeoutMs).toBe(60_000)
  const limits: number[] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms)
    return AbortSignal.abort(new DOMException('late', 'TimeoutError'))
  })
  failing(new DOMException('late', 'TimeoutError'))
  await expect(ask()).rejects.toMatchObject({ code: 0, key: 'TIMEOUT' })
  expect(limits).toEqual([60_000])
  vi.restoreAllMocks()
})
