import { cpSync, rmSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { pressNotification } from '../support/pushPhone.ts'
import { isWhole, waitUntilTrue } from '../support/waitUntilTrue.ts'
import { createOfflineFixture, goOffline, waitUntilInstalled, reconnect, runningBuild, type OfflineFixture } from './offlineFixture.ts'

let world: OfflineFixture
beforeAll(async () => {
  world = await createOfflineFixture()
})
// The builds that come after it take long: each has a hook of its own, and no story's time goes by with them.
const builds: [id: string, env?: Record<string, string>][] = [['two'], ['three'], ['off', { FAIRLEAD_WORKER: 'off' }]]
for (const [id, env] of builds) {
  beforeAll(async () => {
    await world.build(id, env)
  })
}
afterAll(() => world?.stop())
beforeEach(() => {
  world.front.close(false)
  world.front.release(world.shipped.dist)
})

const systemSettings = '/api/set/appSysSet/getKeyByParam'
const tabBar = (page: Page) => page.getByRole('navigation', { name: 'Main' })

it('starts cold without a network after one visit, at any address', async () => {
  const { front } = world
  const phone = await world.phone()
  const first = await phone.newPage()
  await first.goto(`${front.origin}/home`)
  await tabBar(first).waitFor()
  await waitUntilInstalled(first)
  await first.close()

  await goOffline(front, phone)
  for (const address of ['/home', '/', '/nowhere', '/hangqing']) {
    const page = await phone.newPage()
    await page.goto(front.origin + address)
    await tabBar(page).waitFor()
    await page.close()
  }
  // A tab of one's own, tapped: a page of its own rather than a sign-in that cannot work now.
  const tapped = await phone.newPage()
  await tapped.goto(`${front.origin}/home`)
  await tabBar(tapped).getByRole('link', { name: 'Contract' }).click()
  await tapped.getByText('Signed in, you trade here and see what you hold.').waitFor()
  expect(new URL(tapped.url()).pathname).toBe('/heyue')
  await tabBar(tapped).getByRole('link', { name: 'Personal' }).click()
  await tapped.getByText('Signed in, your money, orders and settings are here.').waitFor()
  await tapped.close()
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
  await waitUntilInstalled(page)
  await page.reload()
  const served = await page.evaluate(async () => {
    const text = async (url: string) => (await fetch(url)).text()
    return { pc: await text('/pc.html'), version: await text('/version.json'), health: (await fetch('/healthz')).status }
  })
  expect(served.pc).toContain('pc.js')
  expect(JSON.parse(served.version)).toEqual({ build: world.shipped.id, worker: 'on' })
  await goOffline(front, phone)
  await expect(page.evaluate(() => fetch('/version.json').then(() => 'answered'))).rejects.toThrow(/Failed to fetch/)
  await reconnect(front, phone)
})

it('has every drawing that a reply names, and has it without a network too', async () => {
  const { front } = world
  const phone = await world.phone()
  const page = await phone.newPage()
  await page.goto(`${front.origin}/home`)
  await waitUntilInstalled(page)
  const named = await page.evaluate(async () => {
    const records = async (path: string) => {
      const { result } = (await (await fetch(path)).json()) as { result: Drawn[] | { records: Drawn[] } }
      return Array.isArray(result) ? result : result.records
    }
    type Drawn = { icon?: string; cover?: string }
    const products = [1, 2, 3, 4, 5].map((type) => `/api/prod/appProductInfo/list?type=${type}&pageNo=1&pageSize=50`)
    const lists = [
      '/api/set/appCurrencySet/getCurrencyList',
      ...products,
      '/api/prod/appProdIoe/listMy?pageNo=1&pageSize=20',
      '/api/content/appHelpInfo/list?pageNo=1&pageSize=100',
    ]
    return (await Promise.all(lists.map(records))).map((rows) => rows.map(({ icon, cover }) => icon ?? cover ?? 'none'))
  })
  expect(named.every((addresses) => addresses.length > 0)).toBe(true)
  const addresses = [...new Set(named.flat())]
  const missing = (all: string[]) =>
    page.evaluate(async (asked) => {
      const found = await Promise.all(
        asked.map(async (address) => {
          const reply = await fetch(address)
          const isThere = reply.ok && (await reply.text()).includes(`<view id="${address.split('#')[1]}"`)
          return isThere ? [] : [address]
        }),
      )
      return found.flat()
    }, all)
  expect(addresses.length).toBeGreaterThan(40)
  expect(await missing(addresses)).toEqual([])
  await page.reload()
  await tabBar(page).waitFor()
  await goOffline(front, phone)
  expect(await missing(addresses)).toEqual([])
  await reconnect(front, phone)
})

it('offers a new build, changes to it when asked, fetches only what changed and keeps two builds', async () => {
  const { front } = world
  const phone = await world.phone()
  const page = await phone.newPage()
  await page.goto(`${front.origin}/home`)
  await waitUntilInstalled(page)
  await page.reload()
  await tabBar(page).waitFor()
  expect(await runningBuild(page)).toBe(world.shipped.id)
  // A second visit stores the rest in its own time: what is asked for from here on is of the new build.
  await waitUntilTrue(page, isWhole)
  const askedBefore = [front.requestCount('/fonts/'), front.requestCount('/assets/')]

  front.release(await world.build('two'))
  await update(page)
  await page.getByText('A new version is ready').waitFor()
  expect(await runningBuild(page)).toBe(world.shipped.id)
  expect([front.requestCount('/fonts/'), front.requestCount('/assets/')]).toEqual(askedBefore)

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
  await goOffline(front, phone)
  await page.goto(`${front.origin}/home`)
  await tabBar(page).waitFor()
  await reconnect(front, phone)
})

it('takes nothing typed away when another tab lets a new build in, gives that tab its own parts, and offers the build there too', async () => {
  const { front } = world
  const phone = await world.phone()
  const typing = await phone.newPage()
  await typing.goto(`${front.origin}/home`)
  await waitUntilInstalled(typing)
  await typing.reload()
  await typing.getByRole('link', { name: 'Start a demo' }).click()
  const margin = typing.getByRole('textbox', { name: 'Margin' })
  await margin.fill('123')

  const other = await phone.newPage()
  await other.goto(`${front.origin}/home`)
  await tabBar(other).waitFor()
  front.release(await world.build('two'))
  await update(other)
  await other.getByRole('button', { name: 'Update', exact: true }).click()
  await other.waitForFunction(() => document.documentElement.dataset['build'] === 'two')

  // No row covers a ticket, and nothing of it is lost; what it fetches next is of its own build.
  expect(await runningBuild(typing)).toBe(world.shipped.id)
  expect(await margin.inputValue()).toBe('123')
  expect(await typing.getByRole('button', { name: 'Update', exact: true }).count()).toBe(0)
  await typing.getByRole('button', { name: 'Review long' }).click()
  await typing.getByRole('dialog').getByText('Most you can lose').waitFor()
  await typing.keyboard.press('Escape')
  expect(await margin.inputValue()).toBe('123')

  await typing.getByRole('button', { name: 'Back', exact: true }).click()
  await typing.waitForURL('**/home')
  expect(await runningBuild(typing)).toBe(world.shipped.id)
  await typing.getByRole('button', { name: 'Update', exact: true }).click()
  await typing.waitForFunction(() => document.documentElement.dataset['build'] === 'two')
})

it('never offers a new build on the ticket of the contract tab, and the ticket is as it was typed once the build is taken', async () => {
  const { front } = world
  const phone = await world.phone()
  const page = await phone.newPage()
  await page.goto(`${front.origin}/login`)
  await page.getByRole('button', { name: 'Look around as a guest' }).click()
  await page.getByText('You are in').waitFor()
  await waitUntilInstalled(page)
  await page.goto(`${front.origin}/heyue`)
  await page.getByRole('radio', { name: 'Sell short' }).click()
  await page.getByRole('textbox', { name: 'Margin' }).fill('321')
  front.release(await world.build('two'))
  await update(page)
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  const take = page.getByRole('button', { name: 'Update', exact: true })
  await take.waitFor()
  await page.getByRole('link', { name: 'Contract', exact: true }).click()
  await page.waitForURL(/\/heyue/)
  await take.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await take.click()
  await page.waitForFunction(() => document.documentElement.dataset['build'] === 'two')
  await page.getByRole('link', { name: 'Contract', exact: true }).click()
  await expect.poll(() => page.getByRole('textbox', { name: 'Margin' }).inputValue()).toBe('321')
  expect(await page.getByRole('radio', { name: 'Sell short' }).isChecked()).toBe(true)
})

it('changes a version that is no longer supported on the way to another screen, and once', async () => {
  const { front } = world
  const phone = await world.phone()
  const page = await phone.newPage()
  await page.goto(`${front.origin}/home`)
  await waitUntilInstalled(page)
  const result = { env: 'sandbox', isPcLimite: 0, loginMethods: ['password'], minClient: '99.0.0', realMoney: false }
  front.answer(systemSettings, JSON.stringify({ success: true, code: 200, message: 'OK', timestamp: 0, result }))
  front.release(await world.build('two'))
  // Once for the worker's own shelf, once from it.
  await page.reload()
  await page.reload()
  await update(page)
  await page.getByText('This version is no longer supported').waitFor()
  expect(await page.getByRole('button', { name: 'Later' }).count()).toBe(0)
  expect(await runningBuild(page)).toBe(world.shipped.id)
  await page.getByRole('link', { name: 'Market', exact: true }).click()
  await page.waitForFunction(() => document.documentElement.dataset['build'] === 'two')
  await tabBar(page).waitFor()
  // The new one is as old by its number: with nothing newer to change to, it stays as it is.
  const loads = await page.evaluate(() => performance.timeOrigin)
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.waitForURL('**/home')
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loads)
  front.answer(systemSettings, undefined)
})

it('gets off a version that its worker does not manage to leave', async () => {
  const { front } = world
  const phone = await world.phone()
  const page = await phone.newPage()
  await page.goto(`${front.origin}/home`)
  await waitUntilInstalled(page)
  await page.reload()
  await tabBar(page).waitFor()
  front.answer('/version.json', JSON.stringify({ build: 'newer', worker: 'on' }))
  const asked = front.requestCount('/version.json')
  // Heard once the code for it has arrived.
  const look = async (): Promise<number> => {
    await page.evaluate(() => {
      const before = Date.now
      Date.now = () => before() + 2 * 60_000
      dispatchEvent(new Event('focus'))
    })
    return front.requestCount('/version.json')
  }
  for (const times of [1, 2]) await expect.poll(look, { interval: 500 }).toBeGreaterThan(asked + times - 1)
  await page.getByText('A new version is ready').waitFor()
  const before = await page.evaluate(() => performance.timeOrigin)
  front.answer('/version.json', undefined)
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await page.waitForFunction((then) => performance.timeOrigin !== then, before)
  await tabBar(page).waitFor()
  await waitUntilInstalled(page)
})

it('opens what a notification is about after an update, whichever build showed it', async () => {
  const { front } = world
  const phone = await world.phone()
  await phone.grantPermissions(['notifications'], { origin: front.origin })
  const page = await phone.newPage()
  await page.goto(`${front.origin}/home`)
  await waitUntilInstalled(page)
  await page.reload()
  await tabBar(page).waitFor()
  const show = (link: string) =>
    page.evaluate(
      async (data) => (await navigator.serviceWorker.getRegistration())?.showNotification('Shown by the build before', { data }),
      { id: '', link },
    )
  await show('/hangqing?category=metal')
  front.release(await world.build('two'))
  await update(page)
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await page.waitForFunction(() => document.documentElement.dataset['build'] === 'two')
  await tabBar(page).waitFor()
  await pressNotification(phone)
  await page.waitForURL('**/hangqing?category=metal')
  // A screen that this build does not have: the inbox, behind its guard.
  await show('/a-screen-of-before')
  await pressNotification(phone)
  await page.waitForURL('**/login?redirect=%2Fmessages')
})

it('keeps the working build when a release arrives broken', async () => {
  const { front } = world
  const phone = await world.phone()
  const page = await phone.newPage()
  await page.goto(`${front.origin}/home`)
  await waitUntilInstalled(page)
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
  await goOffline(front, phone)
  await page.goto(`${front.origin}/home`)
  await tabBar(page).waitFor()
  await reconnect(front, phone)
})

it('goes away entirely when the kill switch is released', async () => {
  const { front } = world
  const phone = await world.phone()
  const page = await phone.newPage()
  await page.goto(`${front.origin}/home`)
  await waitUntilInstalled(page)
  await page.reload()
  front.release(await world.build('off'))
  await update(page).catch(() => undefined)
  await expect
    .poll(() =>
      page
        .evaluate(async () => [(await navigator.serviceWorker.getRegistrations()).length, (await caches.keys()).length])
        .catch(() => undefined),
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
