import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { wallet } from '#contract/calls/wallet.ts'
import { isStoredByPage, isWhole, waitUntilTrue } from '../support/waitUntilTrue.ts'
import { scrollUntilVisible } from '../support/browser/scrollUntilVisible.ts'
import { createOfflineFixture, goOffline, waitUntilInstalled, reconnect, type OfflineFixture } from './offlineFixture.ts'

let world: OfflineFixture
beforeAll(async () => {
  world = await createOfflineFixture()
})
afterAll(() => world?.stop())
beforeEach(() => world.front.close(false))

const symbols = '/api/trade/appSymbol/list'

interface Answer {
  code: number
  /** When the worker kept it; null when it came from the network. */
  keptAt: number | null
  text: string
}

const read = (page: Page, url = symbols, cache: RequestCache = 'default'): Promise<Answer> =>
  page.evaluate(
    async ({ path, mode }) => {
      const reply = await fetch(path, { headers: { lang: 'en-us' }, cache: mode })
      const text = await reply.text()
      return { code: (JSON.parse(text) as { code: number }).code, keptAt: Number(reply.headers.get('x-kept-at')) || null, text }
    },
    { path: url, mode: cache },
  )

async function controlledPage(): Promise<Page> {
  const page = await (await world.phone()).newPage()
  await page.goto(`${world.front.origin}/home`)
  await waitUntilInstalled(page)
  await page.reload()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  return page
}

/** So young, a copy is answered without asking again. */
const youngMs = 2_000

/**
 * From here on the worker's time stands, and goes on by what is let pass of it: a copy stays as young as it is, however slow the machine.
 * Nothing is asked for behind a young copy, such as `readYoung` leaves.
 */
async function standingTime(page: Page) {
  const worker = page
    .context()
    .serviceWorkers()
    .findLast((one) => one.url().endsWith('/sw.js'))
  if (!worker) throw new Error('No worker')
  const passes = (ms: number) =>
    worker.evaluate((by) => {
      const at = Date.now() + by
      Date.now = () => at
      return at
    }, ms)
  const atMs = await passes(0)
  return {
    atMs,
    passes,
    async readYoung(url = symbols): Promise<void> {
      const isYoung = async (): Promise<boolean> => {
        const { keptAt } = await read(page, url)
        return keptAt === null || atMs - keptAt < youngMs
      }
      await expect.poll(isYoung).toBe(true)
    },
  }
}

it('keeps market reads, answers with their age without a network, and with a newer copy once there is one', async () => {
  const page = await controlledPage()
  await read(page)
  await goOffline(world.front, page.context())
  const offline = await read(page)
  expect(offline).toMatchObject({ code: 200 })
  expect(Date.now() - (offline.keptAt ?? 0)).toBeLessThan(60_000)

  await reconnect(world.front, page.context())
  await page.waitForTimeout(2_500)
  await standingTime(page)
  const told = page.evaluate(
    (path) => new Promise((done) => navigator.serviceWorker.addEventListener('message', ({ data }) => data.path === path && done(data))),
    symbols,
  )
  const stale = await read(page)
  expect(stale.keptAt).toBe(offline.keptAt)
  expect(await told).toEqual({ type: 'fresher', path: symbols })
  const askedBefore = world.front.requestCount(symbols)
  const fresh = await read(page)
  expect(fresh.keptAt).toBeGreaterThan(stale.keptAt ?? 0)
  // The newer copy comes off the shelf: nothing is fetched twice.
  expect(world.front.requestCount(symbols)).toBe(askedBefore)
})

it('listens to the worker before the browser hands out what it says: what nobody receives is not said again', async () => {
  const page = await controlledPage()
  await page.addInitScript(() => {
    const { serviceWorker } = navigator
    const listen = serviceWorker.addEventListener.bind(serviceWorker)
    const heard: boolean[] = []
    let isHandedOut = false
    document.addEventListener('DOMContentLoaded', () => (isHandedOut = true))
    serviceWorker.addEventListener = (type: string, ...rest: [EventListener]) => {
      if (type === 'message') heard.push(!isHandedOut)
      listen(type, ...rest)
    }
    Object.assign(window, { heard })
  })
  await page.reload()
  expect(await page.evaluate(() => (window as unknown as { heard: boolean[] }).heard[0])).toBe(true)
})

/** On the page: whether the worker keeps any read. */
async function hasReads(): Promise<boolean> {
  // Opening what is not there yet would make it, without its shelf.
  if (!(await indexedDB.databases()).some(({ name }) => name === 'kept-by-worker')) return false
  return new Promise((done, fail) => {
    const opening = indexedDB.open('kept-by-worker')
    opening.onerror = () => fail(opening.error)
    opening.onsuccess = () => {
      const count = opening.result.transaction('reads').objectStore('reads').count()
      count.onsuccess = () => (opening.result.close(), done(count.result > 0))
    }
  })
}

it('keeps what the first visit read, before the worker was in charge', async () => {
  const phone = await world.phone()
  const page = await phone.newPage()
  await page.goto(`${world.front.origin}/home`)
  await waitUntilInstalled(page)
  await waitUntilTrue(page, hasReads)
})

it('never keeps a refusal, and keeps the last good copy when the server is in trouble', async () => {
  const page = await controlledPage()
  await read(page)
  world.front.answer(symbols, JSON.stringify({ success: false, code: 503, message: 'Maintenance', result: null, timestamp: 0 }))
  await page.waitForTimeout(2_200)
  await read(page)
  await page.waitForTimeout(500)
  expect(await read(page)).toMatchObject({ code: 200 })
  const other = '/api/trade/appSymbol/price?symbols=NOSUCH'
  await read(page, other)
  await goOffline(world.front, page.context())
  world.front.answer(symbols, undefined)
  expect(await read(page)).toMatchObject({ code: 200 })
  await expect(read(page, other)).rejects.toThrow(/Failed to fetch/)
  await reconnect(world.front, page.context())
})

it('asks again past a copy however fresh for who has just changed what it says, and keeps the answer', async () => {
  const page = await controlledPage()
  const { readYoung, passes } = await standingTime(page)
  await readYoung()
  const copy = await read(page)
  await passes(1_000)
  const askedBefore = world.front.requestCount(symbols)
  expect(await read(page, symbols, 'reload')).toMatchObject({ code: 200, keptAt: null })
  expect(world.front.requestCount(symbols)).toBe(askedBefore + 1)
  expect((await read(page)).keptAt).toBeGreaterThan(copy.keptAt ?? 0)
})

it('treats one question written two ways as one, and two languages as two', async () => {
  const page = await controlledPage()
  const notices = '/api/content/appNotice/list'
  await read(page, `${notices}?pageNo=1&pageSize=5`)
  expect((await read(page, `${notices}?pageSize=5&pageNo=1`)).keptAt).not.toBeNull()
  const thai = await page.evaluate(
    async (url) => (await fetch(url, { headers: { lang: 'tai' } })).headers.get('x-kept-at'),
    `${notices}?pageNo=1&pageSize=5`,
  )
  expect(thai).toBeNull()
})

it('never keeps what belongs to a person or what could hurt when stale', async () => {
  const page = await controlledPage()
  await page.evaluate(() => fetch('/api/public/getServerTime').then((reply) => reply.text()))
  await goOffline(world.front, page.context())
  await expect(read(page, '/api/public/getServerTime')).rejects.toThrow(/Failed to fetch/)
  await reconnect(world.front, page.context())
})

it('treats a corrupt copy as none', async () => {
  const page = await controlledPage()
  const { readYoung } = await standingTime(page)
  for (const junk of ['{"code":200', 7, { atMs: 'soon', body: 5 }, { atMs: 1e15, body: '{"code":"x"}' }]) {
    await readYoung()
    await overwriteAll(page, junk)
    expect(await read(page)).toMatchObject({ code: 200, keptAt: null })
  }
})

it('hides a copy that is older than a week', async () => {
  const page = await controlledPage()
  const { readYoung, atMs } = await standingTime(page)
  const lists = [symbols, '/api/content/appNotice/list', '/api/content/appHelpInfo/list']
  for (const list of lists) await readYoung(list)
  const { text } = await read(page)
  await overwriteAll(page, { atMs: atMs - 7 * 24 * 3_600_000 - 1_000, body: text })
  await goOffline(world.front, page.context())
  for (const list of lists) await expect(read(page, list), list).rejects.toThrow(/Failed to fetch/)
  await overwriteAll(page, { atMs: atMs - 7 * 24 * 3_600_000 + 60_000, body: text })
  expect(await read(page)).toMatchObject({ code: 200 })
  await reconnect(world.front, page.context())
})

it('says at home how old notices, news and the rise and fall are while nothing fresher can be had', async () => {
  const page = await controlledPage()
  const main = page.getByRole('main')
  const parts = [
    main.getByRole('link', { name: 'Notice:' }).first(),
    main.getByRole('region', { name: 'News' }),
    main.getByRole('link', { name: /^Rise and fall/ }),
  ]
  for (const part of parts) await scrollUntilVisible(part)
  expect(await Promise.all(parts.map((part) => part.getByText('Age:').count()))).toEqual([0, 0, 0])
  await page.goto(`${world.front.origin}/robots.txt`)
  await ageAll(page, 3 * 24 * 3_600_000)
  await goOffline(world.front, page.context())
  await page.goto(`${world.front.origin}/home`)
  for (const part of parts) await scrollUntilVisible(part)
  for (const part of parts) await part.getByText('Age:').waitFor({ state: 'attached' })
  await reconnect(world.front, page.context())
})

it('works from the network alone where the worker has no database', async () => {
  const phone = await world.phone()
  const page = await phone.newPage()
  // A database of that name without the shelf in it: every access fails, as in a browser that blocks IndexedDB.
  await page.goto(`${world.front.origin}/robots.txt`)
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        const open = indexedDB.open('kept-by-worker', 9)
        open.onsuccess = () => (open.result.close(), done())
      }),
  )
  await page.goto(`${world.front.origin}/home`)
  await waitUntilInstalled(page)
  await page.reload()
  expect(await read(page)).toMatchObject({ code: 200, keptAt: null })
  expect(await read(page)).toMatchObject({ code: 200, keptAt: null })
})

it('starts and navigates where the page has no storage at all', async () => {
  const phone = await world.phone()
  await phone.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) Object.defineProperty(window, name, { get: refuse })
    Object.defineProperty(navigator, 'serviceWorker', {
      value: {
        register: () => Promise.reject(new Error('blocked')),
        ready: new Promise(() => undefined),
        addEventListener: () => undefined,
        getRegistration: () => Promise.reject(new Error('blocked')),
        controller: null,
      },
    })
  })
  const page = await phone.newPage()
  const broken: string[] = []
  page.on('pageerror', (error) => broken.push(error.message))
  await page.goto(`${world.front.origin}/home`)
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  await page.getByRole('link', { name: 'Market', exact: true }).click()
  await page.waitForURL('**/hangqing')
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  expect(broken).toEqual([])
})

const bundle = '/api/content/offlineBundle'

/** Languages whose help, news and agreements this phone keeps. */
const savedLanguages = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    // Opening what is not there yet would make it, without its shelf.
    const known = await indexedDB.databases()
    if (!known.some(({ name }) => name === 'saved-articles')) return []
    return new Promise<string[]>((done) => {
      const open = indexedDB.open('saved-articles')
      open.onsuccess = () => {
        const keys = open.result.transaction('kv').objectStore('kv').getAllKeys()
        keys.onsuccess = () => (open.result.close(), done(keys.result.map(String)))
      }
    })
  })

it('reads and searches everything after one visit, from a cold start, in each language that was used, also what was never opened', async () => {
  const { front } = world
  const phone = await world.phone()
  const page = await phone.newPage()
  await page.goto(`${front.origin}/home`)
  await waitUntilInstalled(page)
  await expect.poll(() => savedLanguages(page)).toEqual(['en-us'])
  // Another language is kept as soon as it is chosen; one's own lists as they were seen.
  await page.goto(`${front.origin}/login`)
  await page.getByRole('button', { name: 'Look around as a guest' }).click()
  await page.getByText('You are in').waitFor()
  await page.goto(`${front.origin}/settings`)
  await page.getByRole('radio', { name: 'Español' }).click()
  await expect.poll(() => savedLanguages(page)).toEqual(['en-us', 'xi'])
  await page.goto(`${front.origin}/zhangbianRecord`)
  await page.getByText('100,000.00').first().waitFor()
  await waitUntilTrue(page, isStoredByPage, wallet.balanceRecords.path)
  await waitUntilTrue(page, isWhole)
  await page.close()

  await goOffline(front, phone)
  const cold = await phone.newPage()
  const shows = async (address: string, words: RegExp | string): Promise<void> => {
    await cold.goto(front.origin + address)
    await cold.getByRole('main').getByText(words).filter({ visible: true }).first().waitFor()
  }
  await shows('/articleDetail?id=risk-disclosure', 'Contratos de segundos')
  await shows('/articleList?kind=agreement', 'Privacidad')
  await shows('/articleList?q=volatilidad', /Opciones/)
  await shows('/announcements', /\d{2}\/\d{2}\/2026/)
  await shows('/xinwen', /\d{2}\/\d{2}\/2026/)
  await shows('/zhangbianRecord', '100,000.00')
  // A language that was never used shows what there is rather than nothing.
  await cold.evaluate(() => localStorage.setItem('lang', 'en-us'))
  await shows('/articleDetail?id=privacy', 'What we store')
  // Nobody signed in reads the same, and nothing of the person.
  await cold.evaluate(() => localStorage.removeItem('token'))
  await shows('/articleDetail?id=passkeys', 'What it is')
  await cold.goto(`${front.origin}/zhangbianRecord`)
  await cold.waitForURL('**/login?redirect=*')
  await reconnect(front, phone)
})

it('has the news, the notices and the agreements after a first visit by a shared link to another screen', async () => {
  const { front } = world
  const phone = await world.phone()
  const page = await phone.newPage()
  await page.goto(`${front.origin}/articleDetail?id=fees`)
  await waitUntilInstalled(page)
  await expect.poll(() => savedLanguages(page)).toEqual(['en-us'])
  await page.close()

  await goOffline(front, phone)
  const cold = await phone.newPage()
  const main = cold.getByRole('main')
  await cold.goto(`${front.origin}/home`)
  await main.getByRole('link', { name: 'Notice:' }).first().waitFor()
  await scrollUntilVisible(main.getByRole('link', { name: 'Releases: what is new' }))
  expect(await main.getByText('The news did not load').count()).toBe(0)
  await cold.goto(`${front.origin}/agreements`)
  await main.getByText('Saved copy').waitFor()
  await main.getByRole('heading', { name: 'Privacy' }).waitFor()
  await reconnect(front, phone)
})

it('asks before it saves on a connection that costs, and later fetches only what changed', async () => {
  const phone = await world.phone()
  await phone.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, addEventListener: () => undefined } }),
  )
  const page = await phone.newPage()
  await page.goto(`${world.front.origin}/articleList`)
  const save = page.getByRole('button', { name: 'Save now' })
  await save.waitFor()
  expect(await savedLanguages(page)).toEqual([])
  await save.click()
  await expect.poll(() => savedLanguages(page)).toEqual(['en-us'])
  const asked = () => world.front.requestCount(`${bundle}?lang=en-us&since=`)
  const before = asked()
  await page.goto(`${world.front.origin}/saved`)
  await page.getByRole('button', { name: 'Bring up to date: English' }).click()
  await expect.poll(asked).toBe(before + 1)
  // Taken away and put back.
  await page.getByRole('button', { name: 'Remove English' }).click()
  await expect.poll(() => savedLanguages(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => savedLanguages(page)).toEqual(['en-us'])
})

it('does not put back what is removed while it is brought up to date', async () => {
  const { front } = world
  const phone = await world.phone()
  const page = await phone.newPage()
  await page.goto(`${front.origin}/saved`)
  await page.getByRole('button', { name: 'Bring up to date: English' }).click()
  await expect.poll(() => savedLanguages(page)).toEqual(['en-us'])
  const letGo = front.hold(bundle)
  const before = front.requestCount(bundle)
  await page.getByRole('button', { name: 'Bring up to date: English' }).click()
  await expect.poll(() => front.requestCount(bundle)).toBe(before + 1)
  await page.getByRole('button', { name: 'Remove English' }).click()
  letGo()
  await page.getByText('Cleared').waitFor()
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
  expect(await savedLanguages(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => savedLanguages(page)).toEqual(['en-us'])
})

it('does not bring again by itself what the person took away', async () => {
  const { front } = world
  const page = await (await world.phone()).newPage()
  await page.goto(`${front.origin}/saved`)
  await page.getByRole('button', { name: 'Bring up to date: English' }).click()
  await expect.poll(() => savedLanguages(page)).toEqual(['en-us'])
  await page.getByRole('button', { name: 'Remove English' }).click()
  await expect.poll(() => savedLanguages(page)).toEqual([])
  const before = front.requestCount(bundle)
  // Long after the next start, and when the network comes back: then what is stored is brought up to date.
  await page.clock.install()
  await page.reload()
  await page.getByRole('button', { name: 'Bring up to date: English' }).waitFor()
  for (const step of ['start', 'settled', 'later']) {
    await page.clock.runFor(15_000)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await page.waitForLoadState('networkidle')
    expect(front.requestCount(bundle), step).toBe(before)
  }
  expect([front.requestCount(bundle), await savedLanguages(page)]).toEqual([before, []])
  await page.getByRole('button', { name: 'Bring up to date: English' }).click()
  await expect.poll(() => savedLanguages(page)).toEqual(['en-us'])
})

it('goes on where there is no room left, and says what is not kept', async () => {
  const phone = await world.phone()
  const page = await phone.newPage()
  const broken: string[] = []
  page.on('pageerror', (error) => broken.push(error.message))
  const devtools = await phone.newCDPSession(page)
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: world.front.origin, quotaSize: 40_000 })
  await page.goto(`${world.front.origin}/saved`)
  await page.getByText('This device has no room left, or this window saves nothing.').waitFor()
  await page.goto(`${world.front.origin}/articleDetail?id=fees`)
  await page.getByRole('heading', { name: 'Fees', level: 1 }).waitFor()
  await page.goto(`${world.front.origin}/hangqing`)
  await page.getByText('BTC/USDT').first().waitFor()
  expect(broken).toEqual([])
})

/** Makes every kept copy older. */
const ageAll = (page: Page, byMs: number): Promise<void> =>
  page.evaluate(
    (older) =>
      new Promise<void>((done, fail) => {
        const open = indexedDB.open('kept-by-worker')
        open.onerror = () => fail(open.error)
        open.onsuccess = () => {
          const shelf = open.result.transaction('reads', 'readwrite')
          const all = shelf.objectStore('reads').openCursor()
          all.onsuccess = () => {
            const kept = all.result?.value as { atMs: number } | undefined
            if (kept) all.result?.update({ ...kept, atMs: kept.atMs - older })
            all.result?.continue()
          }
          shelf.oncomplete = () => (open.result.close(), done())
        }
      }),
    byMs,
  )

/** Puts something else in place of every kept copy. */
const overwriteAll = (page: Page, value: unknown): Promise<void> =>
  page.evaluate(
    (junk) =>
      new Promise<void>((done, fail) => {
        const open = indexedDB.open('kept-by-worker')
        open.onerror = () => fail(open.error)
        open.onsuccess = () => {
          const shelf = open.result.transaction('reads', 'readwrite')
          const keys = shelf.objectStore('reads').getAllKeys()
          keys.onsuccess = () => keys.result.forEach((key) => shelf.objectStore('reads').put(junk, key))
          shelf.oncomplete = () => (open.result.close(), done())
        }
      }),
    value,
  )
