import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What axe finds wrong on a screen as it is now, one line for each rule; none when it is good. */
export async function violations(page: Page): Promise<string[]> {
  // By the debugger, so that the page's own content policy stays as strict as it is.
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: axe.source })
  const found = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ['violations'] }))
  await session.detach()
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
}
