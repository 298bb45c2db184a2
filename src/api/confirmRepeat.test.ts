import { i18n } from '@lingui/core'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { trading } from '#contract/calls/trading.ts'
import { pendingRepeatConfirmationStore, sendWriteWithRepeatConfirmation } from './confirmRepeat.ts'
import { patienceMs } from '../../tests/support/patience.ts'

// A close names its order in the path, so that a plain body says that nothing was meant twice.
const message = 'Same as a moment ago. Do it again?'
const sent: string[] = []
beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(() => {
  vi.unstubAllGlobals()
  sent.length = 0
})
const answering = (...codes: number[]) =>
  vi.stubGlobal('fetch', (url: string, { body }: { body?: string }) => {
    if (url.includes('sealKey')) return Promise.resolve(new Response(JSON.stringify({ code: 500, message: 'no key here' })))
    sent.push(body ?? '')
    const code = codes.shift() ?? 200
    const key = code === 4091 ? 'DUPLICATE_RECENT' : 'OTHER'
    return Promise.resolve(new Response(JSON.stringify({ code, key, message, result: {} })))
  })
const close = () => sendWriteWithRepeatConfirmation(trading.closePosition, { id: '7' }, { requestId: crypto.randomUUID() })
const asked = () => vi.waitUntil(() => pendingRepeatConfirmationStore.get(), { timeout: patienceMs })

it('asks in the words of the server; a no leaves it refused, and nothing is sent again', async () => {
  answering(4091)
  const done = expect(close()).rejects.toMatchObject({ code: 4091 })
  const question = await asked()
  expect(question?.message).toBe(message)
  question?.answer(false)
  await done
  expect(pendingRepeatConfirmationStore.get()).toBeUndefined()
  expect(sent).toEqual(['{}'])
})

it('a yes is sent sealed, never as a plain body; other refusals ask nothing', async () => {
  answering(4091)
  const done = expect(close()).rejects.toMatchObject({ message: 'no key here' })
  const question = await asked()
  question?.answer(true)
  await done
  expect(sent).toEqual(['{}'])
  answering(4611)
  await expect(close()).rejects.toMatchObject({ code: 4611 })
  expect(pendingRepeatConfirmationStore.get()).toBeUndefined()
})
