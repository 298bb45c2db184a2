import type { Locator } from 'playwright-core'

const everyMs = 50

/** Scrolls down until this is there: what stands further down comes once somebody is on the way to it. */
export async function scrollUntilVisible(wanted: Locator): Promise<void> {
  while (!(await wanted.isVisible())) {
    // A page that is being loaded anew has nothing to scroll.
    await wanted
      .page()
      .evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      .catch(() => undefined)
    await wanted.page().waitForTimeout(everyMs)
  }
}
