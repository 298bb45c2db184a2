import { afterEach, beforeEach, expect, it, vi } from 'vitest'

// The page's side of the worker, with a server and a browser of our own around it.
vi.mock('#api/workerQueue.ts', () => ({ setWorkerReadReplyConsumer: () => undefined }))
vi.mock('./assetCaching.ts', () => ({ startAssetCaching: () => undefined }))
vi.mock('./registerServiceWorker.ts', () => ({ registerAndWatchServiceWorker: async () => ({ update: async () => undefined }) }))

let published = 'test'
let installing: object | null = null
let look: () => void

beforeEach(async () => {
  vi.resetModules()
  vi.useFakeTimers()
  vi.stubEnv('DEV', false)
  published = 'test'
  installing = null
  vi.stubGlobal('fetch', async () => ({ ok: true, json: async () => ({ build: published, worker: 'on' }) }))
  vi.stubGlobal('document', { visibilityState: 'visible', addEventListener: () => undefined })
  vi.stubGlobal('window', { addEventListener: (name: string, then: () => void) => name === 'focus' && (look = then) })
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: { getRegistration: async () => ({ installing, waiting: null }) } })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

/** Starts, and looks once for each of these answers of the server, two minutes apart; gives what the person is told in the end. */
async function after(...answers: { build: string; isComing?: boolean }[]): Promise<string> {
  const { startServiceWorkerAndUpdateChecks, appUpdateStore } = await import('./worker.ts')
  await startServiceWorkerAndUpdateChecks()
  for (const { build, isComing = false } of answers) {
    published = build
    installing = isComing ? {} : null
    await vi.advanceTimersByTimeAsync(120_000)
    look()
    await vi.advanceTimersByTimeAsync(0)
  }
  return appUpdateStore.get()
}

it('calls itself stuck once another build is published twice in a row and no worker comes', async () => {
  expect(await after({ build: 'next' }, { build: 'next' })).toBe('stuck')
})

it('waits for the second time', async () => expect(await after({ build: 'next' })).toBe('none'))

it('counts from zero after the build of this page was seen: an old and a new server answer in turn', async () => {
  expect(await after({ build: 'next' }, { build: 'test' }, { build: 'next' })).toBe('none')
})

it('counts from zero after a worker was on its way', async () => {
  expect(await after({ build: 'next' }, { build: 'next', isComing: true }, { build: 'next' })).toBe('none')
})
