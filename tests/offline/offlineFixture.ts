import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { browserOptions } from '../support/browser.ts'
import { waitUntilTrue, isInstalled } from '../support/waitUntilTrue.ts'
import { refuseViolations, watchPolicy } from '../support/browser/contentPolicy.ts'
import { startTestServer, type TestServer } from '../support/startServer.ts'
import { shiftPages, shiftWorker, testApp } from '../support/testApp.ts'
import { type ReleaseProxy, startReleaseProxy } from './front.ts'
import { patienceMs } from '../support/patience.ts'

const root = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

/** The real server behind a door that opens, closes and changes builds, and a phone with a fresh profile. */
export interface OfflineFixture {
  server: TestServer
  front: ReleaseProxy
  /** The built app that the front serves at first: its folder and its id. */
  shipped: { dist: string; id: string }
  /** Builds the app under another id, once; gives its folder. */
  build(id: string, env?: Record<string, string>): Promise<string>
  /** A phone of its own, its storage empty; put away with the test that asked for it, since a page that is left open goes on working. */
  phone(): Promise<BrowserContext>
  stop(): Promise<void>
}

export async function createOfflineFixture(): Promise<OfflineFixture> {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-offline-'))
  const built = new Map<string, Promise<string>>()
  const make = async (id: string, env: Record<string, string>): Promise<string> => {
    const dist = join(folder, id)
    await run(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error'], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production', FAIRLEAD_OUT: dist, FAIRLEAD_BUILD: id, ...env },
    })
    shiftWorker(dist)
    return dist
  }
  const build = (id: string, env: Record<string, string> = {}): Promise<string> => {
    const made = built.get(id) ?? make(id, env)
    built.set(id, made)
    return made
  }
  const server = await startTestServer({ http: { isPatient: true } })
  const dist = testApp()
  const { build: id } = JSON.parse(readFileSync(join(dist, 'version.json'), 'utf8')) as { build: string }
  const front = await startReleaseProxy(dist, server.origin)
  const violations: string[] = []
  return {
    server,
    front,
    shipped: { dist, id },
    build,
    async phone() {
      const context = await chromium.launchPersistentContext(mkdtempSync(join(folder, 'phone-')), {
        ...browserOptions(),
        viewport: { width: 390, height: 844 },
        locale: 'en-US',
      })
      context.setDefaultTimeout(patienceMs)
      await shiftPages(context)
      await watchPolicy(context, violations)
      onTestFinished(() => context.close())
      return context
    },
    async stop() {
      await front.stop()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
      refuseViolations(violations)
    },
  }
}

/** Waits until the worker of this page has everything it needs to start without a network. */
export async function waitUntilInstalled(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await waitUntilTrue(page, isInstalled)
}

/** No network at all: the radio is off and nothing answers. */
export async function goOffline(front: ReleaseProxy, phone: BrowserContext): Promise<void> {
  front.close(true)
  await phone.setOffline(true)
}

export async function reconnect(front: ReleaseProxy, phone: BrowserContext): Promise<void> {
  front.close(false)
  await phone.setOffline(false)
}

/** The id of the build that a page runs. */
export const runningBuild = (page: Page): Promise<string | undefined> => page.evaluate(() => document.documentElement.dataset['build'])
