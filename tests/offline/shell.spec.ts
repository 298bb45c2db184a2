import { cpSync, rmSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createWorld, cutOff, installed, reconnect, runningBuild, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
}, 180_000)
afterAll(() => world?.stop())
beforeEach(() => {
  world.front.close(false)
  world.front.release(world.shipped.dist)
})

const tabBar = (page: Page) => page.getByRole('navigation', { name: 'Main' })

it('starts cold without a network after one visit, at any address', async () => {
  const { front } = world
  const phone = await world.phone()
  const first = await phone.newPage()
  await first.goto(`${front.origin}/home`)
  await tabBar(first).waitFor()
  await installed(first)
  await first.close()

  await cutOff(front, phone)
  for (const address of ['/home', '/', '/nowhere', '/hangqing']) {
    const page = await phone.newPage()
    await page.goto(front.origin + address)
    await tabBar(page).waitFor()
    await page.close()
  }
  const guarded = await phone.newPage()
  await guarded.goto(`${front.origin}/my?x=1`)
  await guarded.waitForURL('**/login?redirect=*')
  await guarded.close()
  await reconnect(front, phone)
})

it('leaves the desktop page, the version file and calls to the network', async () => {
  const { front } = world
  const phone = await world.phone()
  const page = await phone.newPage()
  await page.goto(`${front.origin}/home`)
  await installed(page)
  await page.reload()
  const served = await page.evaluate(async () => {
    const text = async (url: string) => (await fetch(url)).text()
    return { pc: await text('/pc.html'), version: await text('/version.json'), health: (await fetch('/healthz')).status }
  })
  expect(served.pc).toContain('pc.js')
  expect(JSON.parse(served.version)).toEqual({ build: world.shipped.id, worker: 'on' })
  await cutOff(front, phone)
  await expect(page.evaluate(() => fetch('/version.json').then(() => 'answered'))).rejects.toThrow(/Failed to fetch/)
  await reconnect(front, phone)
})

it('offers a new build, changes to it when asked, fetches only what changed and keeps two builds', async () => {
  const { front } = world
  const phone = await world.phone()
  const page = await phone.newPage()
  await page.goto(`${front.origin}/home`)
  await installed(page)
  await page.reload()
  await tabBar(page).waitFor()
  expect(await runningBuild(page)).toBe(world.shipped.id)
  const askedBefore = [front.asked('/fonts/'), front.asked('/assets/')]

  front.release(await world.build('two'))
  await update(page)
  await page.getByText('A new version is ready').waitFor()
  expect(await runningBuild(page)).toBe(world.shipped.id)
  expect([front.asked('/fonts/'), front.asked('/assets/')]).toEqual(askedBefore)

  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await page.waitForFunction(() => document.documentElement.dataset['build'] === 'two')
  await tabBar(page).waitFor()

  // A page of the build before still finds its chunks in the cache; the build before that is gone.
  const kept = () =>
    page.evaluate(async () => (await caches.keys()).map((name) => name.split('-').at(-1) ?? '').sort((a, b) => (a < b ? -1 : 1)))
  // An id is of hexadecimal digits, which come before these names.
  expect(await kept()).toEqual([world.shipped.id, 'two'])
  front.release(await world.build('three'))
  await update(page)
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect.poll(kept).toEqual(['three', 'two'])

  await page.waitForFunction(() => document.documentElement.dataset['build'] === 'three')
  await cutOff(front, phone)
  await page.goto(`${front.origin}/home`)
  await tabBar(page).waitFor()
  await reconnect(front, phone)
})

it('keeps the working build when a release arrives broken', async () => {
  const { front } = world
  const phone = await world.phone()
  const page = await phone.newPage()
  await page.goto(`${front.origin}/home`)
  await installed(page)
  await page.reload()
  const broken = `${await world.build('two')}-broken`
  cpSync(await world.build('two'), broken, { recursive: true })
  rmSync(`${broken}/index.html`)
  front.release(broken)
  const outcome = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration?.update()
    const arriving = registration?.installing
    return new Promise((done) => arriving?.addEventListener('statechange', () => done(arriving.state)))
  })
  expect(outcome).toBe('redundant')
  const names = await page.evaluate(() => caches.keys())
  expect(names.map((name) => name.split('-').at(-1))).toEqual([world.shipped.id])
  await cutOff(front, phone)
  await page.goto(`${front.origin}/home`)
  await tabBar(page).waitFor()
  await reconnect(front, phone)
})

it('goes away entirely when the kill switch is released', async () => {
  const { front } = world
  const phone = await world.phone()
  const page = await phone.newPage()
  await page.goto(`${front.origin}/home`)
  await installed(page)
  await page.reload()
  front.release(await world.build('off', { FAIRLEAD_WORKER: 'off' }))
  await update(page).catch(() => undefined)
  await expect
    .poll(
      () =>
        page
          .evaluate(async () => [(await navigator.serviceWorker.getRegistrations()).length, (await caches.keys()).length])
          .catch(() => undefined),
      { timeout: 15_000 },
    )
    .toEqual([0, 0])
  // The worker's last act is to load the page anew; another way there at the same moment would only race it.
  await expect.poll(() => runningBuild(page).catch(() => undefined)).toBe('off')
  await page.goto(`${front.origin}/home`)
  await tabBar(page).waitFor()
  await page.waitForTimeout(1_000)
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
})

const update = (page: Page): Promise<unknown> =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))
