import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type CachedAppFileGroup, assetCacheStage } from '#contract/assetGroup.ts'
import { waitUntilTrue, isInstalled, isWhole } from '../support/waitUntilTrue.ts'
import { watchWorker } from '../support/workerRequests.ts'
import { createOfflineFixture, goOffline, waitUntilInstalled, reconnect, type OfflineFixture } from './offlineFixture.ts'

// What the worker stores of the app, and when.
let world: OfflineFixture
let groups: CachedAppFileGroup[]
beforeAll(async () => {
  world = await createOfflineFixture()
  const { dist } = world.shipped
  const list = readdirSync(dist).find((name) => /^stored-.*\.json$/.test(name))
  groups = JSON.parse(readFileSync(join(dist, list ?? ''), 'utf8')) as CachedAppFileGroup[]
})
afterAll(() => world?.stop())
beforeEach(() => world.front.close(false))

const quietMs = 3_000
const mostRequests = 40
const mostBytes = 400 * 1024

const tabBar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const packOf = (name: string): string => groups.find((group) => group.name === name)?.pack ?? ''
const notStored = /isn’t saved on this device yet/

it('stores at a first visit what is read offline, in few requests and little, after the page has loaded and was quiet', async () => {
  const { front } = world
  const phone = await world.phone()
  const fetched = watchWorker(phone)
  const page = await phone.newPage()
  await page.goto(`${front.origin}/home`)
  await tabBar(page).waitFor()
  const loadedMs = await page.evaluate(async () => {
    while (document.readyState !== 'complete') await new Promise((later) => addEventListener('load', later, { once: true }))
    const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return performance.timeOrigin + (opened?.loadEventStart ?? 0)
  })
  await waitUntilInstalled(page)
  // Each is noted a moment after it has come.
  await expect.poll(() => fetched.length).toBeGreaterThan(3)
  await expect.poll(() => fetched.map(({ path }) => path)).toContain(packOf('start'))
  expect(Math.min(...fetched.map(({ atMs }) => atMs)) - loadedMs).toBeGreaterThanOrEqual(quietMs)
  expect(fetched.length).toBeLessThanOrEqual(mostRequests)
  expect(fetched.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(mostBytes)
  expect(await page.evaluate(isWhole)).toBe(false)

  // What it stored is enough for these, from a cold start.
  await goOffline(front, phone)
  const cold = await phone.newPage()
  const broken: string[] = []
  cold.on('pageerror', ({ message }) => broken.push(message))
  for (const address of [
    '/home',
    '/hangqing',
    '/kline?symbol=BTCUSDT',
    '/announcements',
    '/xinwen',
    '/articleList',
    '/agreements',
    '/saved',
    '/login',
  ]) {
    await cold.goto(front.origin + address)
    await cold.getByRole('heading', { level: 1 }).first().waitFor()
    expect([address, await cold.getByText(notStored).count()]).toEqual([address, 0])
  }
  expect(broken).toEqual([])
  await reconnect(front, phone)
})

it('says of a screen that is not stored that it is not, and fetches it first next time', async () => {
  const { front } = world
  const phone = await world.phone()
  const page = await phone.newPage()
  await page.goto(`${front.origin}/home`)
  await waitUntilInstalled(page)
  await page.close()
  await goOffline(front, phone)
  const cold = await phone.newPage()
  await cold.goto(`${front.origin}/fair-numbers`)
  await cold.getByText(notStored).waitFor()
  await cold.close()

  await reconnect(front, phone)
  const since = front.asks().length
  const next = await phone.newPage()
  await next.goto(`${front.origin}/home`)
  await waitUntilTrue(next, isWhole)
  const packs = front
    .asks()
    .slice(since)
    .filter((ask) => ask.includes('/assets/pack-'))
  // After what all screens share, their words among it.
  const shared = groups.flatMap(({ stage, pack }) => (stage === assetCacheStage.base && pack ? [pack] : []))
  const others = packs.filter((ask) => !shared.some((pack) => ask.endsWith(pack)))
  expect(others[0]).toBe(`GET ${packOf('screens/fairness')}`)
  expect(others.length).toBeGreaterThan(3)
  await next.close()
  await goOffline(front, phone)
  const again = await phone.newPage()
  await again.goto(`${front.origin}/fair-numbers`)
  await again.getByRole('heading', { level: 1 }).first().waitFor()
  expect(await again.getByText(notStored).count()).toBe(0)
  await reconnect(front, phone)
})

it('stores the rest once somebody signs in, on the first visit too', async () => {
  const { front } = world
  const phone = await world.phone()
  const page = await phone.newPage()
  await page.goto(`${front.origin}/login`)
  await waitUntilInstalled(page)
  expect(await page.evaluate(isWhole)).toBe(false)
  await page.getByRole('button', { name: 'Look around as a guest' }).click()
  await page.getByText('You are in').waitFor()
  await waitUntilTrue(page, isWhole)
  await goOffline(front, phone)
  const cold = await phone.newPage()
  await cold.goto(`${front.origin}/shandui`)
  await cold.getByRole('heading', { level: 1 }).first().waitFor()
  expect(await cold.getByText(notStored).count()).toBe(0)
  await reconnect(front, phone)
})

it('stores nothing over a connection that is to carry little until it is asked to', async () => {
  const { front } = world
  const phone = await world.phone()
  await phone.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, addEventListener: () => undefined } }),
  )
  const fetched = watchWorker(phone)
  const page = await phone.newPage()
  await page.goto(`${front.origin}/articleList`)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.getByRole('button', { name: 'Save now' }).waitFor()
  // A second visit is one of somebody who comes back, and asks for no more.
  await page.reload()
  await page.getByRole('button', { name: 'Save now' }).waitFor()
  await page.waitForTimeout(quietMs + 2_000)
  // The second visit's own requests pass through the worker.
  expect(fetched.map(({ path }) => path).filter((path) => /^\/(stored-|assets\/|index\.html)/.test(path))).toEqual([])
  expect(await page.evaluate(isInstalled)).toBe(false)
  // What is to be read comes with the screens that it is read on, and the rest still waits.
  await page.getByRole('button', { name: 'Save now' }).click()
  await waitUntilTrue(page, isInstalled)
  expect(await page.evaluate(isWhole)).toBe(false)
  await page.goto(`${front.origin}/saved`)
  await page.getByRole('switch', { name: 'Also on mobile data' }).check()
  await waitUntilTrue(page, isWhole)
})

it('goes on at the next visit where a first one lost its connection', async () => {
  const { front } = world
  const phone = await world.phone()
  const page = await phone.newPage()
  const letGo = front.hold(packOf('start'))
  await page.goto(`${front.origin}/home`)
  await expect.poll(() => front.requestCount(packOf('start'))).toBeGreaterThan(0)
  await goOffline(front, phone)
  letGo()
  await page.close()
  await reconnect(front, phone)
  const again = await phone.newPage()
  await again.goto(`${front.origin}/home`)
  await waitUntilInstalled(again)
  await goOffline(front, phone)
  await again.reload()
  await tabBar(again).waitFor()
  await reconnect(front, phone)
})

it('does without where the worker can store nothing', async () => {
  const { front } = world
  const phone = await world.phone()
  const page = await phone.newPage()
  const broken: string[] = []
  page.on('pageerror', ({ message }) => broken.push(message))
  const devtools = await phone.newCDPSession(page)
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: front.origin, quotaSize: 20_000 })
  await page.goto(`${front.origin}/home`)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await expect.poll(() => front.requestCount('/stored-')).toBeGreaterThan(0)
  await page.reload()
  await tabBar(page).waitFor()
  await page.goto(`${front.origin}/hangqing`)
  await page.getByText('BTC/USDT').first().waitFor()
  expect(await page.evaluate(isInstalled)).toBe(false)
  expect(broken).toEqual([])
})
