import type { Page } from 'playwright-core'

const everyMs = 50

/**
 * Waits until what the page is asked is so. For questions that answer by a promise: `waitForFunction` takes the promise itself for a yes. A page
 * that is being loaded anew says no.
 */
export async function comesTrue(page: Page, ask: (given: string) => Promise<boolean>, given = '', withinMs = 60_000): Promise<void> {
  const until = Date.now() + withinMs
  while (!(await page.evaluate(ask, given).catch(() => false))) {
    if (Date.now() > until) throw new Error(`not so within ${withinMs / 1000} s: ${ask.name || String(ask)}`)
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}

/** On the page: whether the worker has everything it needs to start without a network. */
export const isInstalled = async (): Promise<boolean> => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated'
