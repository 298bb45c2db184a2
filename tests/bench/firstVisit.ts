import { chromium } from 'playwright-core'
import { browserOptions } from '../support/browser.ts'
import { bodyBytesOf, firstVisit, firstVisits, headerBytesOf } from '../support/firstVisit.ts'
import { startTestServer } from '../support/startServer.ts'
import { signInAsGuest } from '../support/session.ts'
import { noLimits } from '../support/wire.ts'
import { builtApp } from './support/builtApp.ts'
import { sized } from './support/size.ts'
import type { Row } from './support/table.ts'

const phone = { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true, locale: 'en-US' }

/** Script bytes that a first visit fetches until the first touch, and in how many files; what the service worker stores counts apart. */
export async function visits(): Promise<Row[]> {
  const { dist } = await builtApp()
  const server = await startTestServer({ http: { dist, rates: noLimits } })
  const browser = await chromium.launch(browserOptions())
  try {
    const rows: Row[] = []
    for (const { address, limit, isGuarded } of sized(firstVisits, firstVisits.slice(0, 1))) {
      const first = await browser.newContext({ ...phone, baseURL: server.origin })
      if (isGuarded) await signInAsGuest(await first.newPage())
      const context = await browser.newContext({ ...phone, baseURL: server.origin, storageState: await first.storageState() })
      await first.close()
      const came = (await firstVisit(context, address)).scripts()
      await context.close()
      const name = `First visit of ${address}, scripts in ${came.length} files`
      rows.push({ name, figure: bodyBytesOf(came) / 1_000, unit: 'kB', beside: { what: 'limit', figure: limit / 1_000 } })
      rows.push({ name: `${name}, headers of their replies`, figure: headerBytesOf(came) / 1_000, unit: 'kB' })
    }
    return rows
  } finally {
    await browser.close()
    await server.stop()
  }
}
