import { beforeEach, expect, it, vi } from 'vitest'
import { account } from '#contract/calls/account.ts'
import { limits } from '#contract/calls/limits.ts'
import { settings } from '#contract/calls/settings.ts'
import { instantToWireTime } from '#contract/time.ts'

const bornMs = Date.UTC(2026, 0, 2)
let frame: Record<string, unknown> | undefined
const asked: string[] = []
vi.stubGlobal('fetch', async (url: string) => {
  asked.push(url)
  if (url !== '/api/app/frame') return Response.json({ code: 200, result: { of: url } })
  if (!frame) throw new TypeError('Failed to fetch')
  return Response.json({ code: 200, result: frame })
})

// Each start of the app is a page of its own.
const start = async () => {
  vi.resetModules()
  const { readStartupReplyOrSend } = await import('./frame.ts')
  const { setToken } = await import('./session.ts')
  const { markReadsStaleAfterWrite } = await import('./ownWrites.ts')
  const { setWorkerReadReplyConsumer } = await import('./workerQueue.ts')
  setToken('ann')
  return { readStartupReplyOrSend, setToken, markReadsStaleAfterWrite, setWorkerReadConsumer: setWorkerReadReplyConsumer }
}
beforeEach(() => {
  asked.length = 0
  frame = { system: { env: 'sandbox' }, app: {}, notices: { records: [] }, user: { createTime: instantToWireTime(bornMs) }, protection: {} }
})

it('reads its parts by one call, each once, with their times as moments', async () => {
  const { readStartupReplyOrSend } = await start()
  const [user, system] = await Promise.all([
    readStartupReplyOrSend(account.me, {}),
    readStartupReplyOrSend(settings.setting, { key: 'sys_set' }),
  ])
  expect(user.createTime).toBe(bornMs)
  expect(system).toEqual({ env: 'sandbox' })
  expect(asked).toEqual(['/api/app/frame'])
  await readStartupReplyOrSend(account.me, {})
  expect(asked).toEqual(['/api/app/frame', account.me.path])
})

it('asks by itself for what is missing there, and for everything where it fails', async () => {
  delete frame?.['user']
  const first = await start()
  expect(await first.readStartupReplyOrSend(account.me, {})).toMatchObject({ of: account.me.path })
  frame = undefined
  const second = await start()
  expect(await second.readStartupReplyOrSend(settings.setting, { key: 'sys_set' })).toMatchObject({
    of: `${settings.setting.path}?key=sys_set`,
  })
})

it('gives nobody what was asked for somebody else, nor what a write has changed since', async () => {
  const { readStartupReplyOrSend, setToken, markReadsStaleAfterWrite } = await start()
  await readStartupReplyOrSend(settings.setting, { key: 'sys_set' })
  markReadsStaleAfterWrite([limits.mine.path])
  expect(await readStartupReplyOrSend(limits.mine, {})).toMatchObject({ of: limits.mine.path })
  setToken('bob')
  expect(await readStartupReplyOrSend(account.me, {})).toMatchObject({ of: account.me.path })
})

it('hands the worker what is the same for everyone, and nothing of a person', async () => {
  const { readStartupReplyOrSend, setWorkerReadConsumer } = await start()
  await readStartupReplyOrSend(account.me, {})
  const kept: string[] = []
  const ages: number[] = []
  const cameMs = Date.now()
  await new Promise((later) => setTimeout(later, 5))
  setWorkerReadConsumer(({ url, lang, atMs }) => kept.push(`${lang} ${url}`) && ages.push(atMs))
  expect(ages.every((atMs) => atMs <= cameMs)).toBe(true)
  expect(kept).toEqual([
    'en-us /api/set/appSysSet/getKeyByParam?key=sys_set',
    'en-us /api/set/appSysSet/getKeyByParam?key=app_config',
    'en-us /api/content/appNotice/list?pageSize=3&lang=en-us',
    'en-us /api/trade/appSymbol/pace',
  ])
})

it('waits no longer than a moment for what the worker keeps a copy of', async () => {
  vi.stubGlobal('navigator', { onLine: true, language: 'en-US', languages: ['en-US'], serviceWorker: { controller: {} } })
  const { readStartupReplyOrSend } = await start()
  const answer = fetch
  vi.stubGlobal('fetch', (url: string) => (url === '/api/app/frame' ? new Promise(() => undefined) : answer(url)))
  vi.useFakeTimers()
  const system = readStartupReplyOrSend(settings.setting, { key: 'sys_set' })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await system).toMatchObject({ of: `${settings.setting.path}?key=sys_set` })
  vi.useRealTimers()
  vi.stubGlobal('fetch', answer)
  vi.stubGlobal('navigator', undefined)
})
