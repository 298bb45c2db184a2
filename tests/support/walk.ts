import type { Page } from 'playwright-core'
import { path } from '#sitemap'
import { waitUntilIdle } from './waitUntilIdle.ts'

/** What every sandbox has one of. */
const examples: Record<string, string> = {
  [path.earnProduct]: 'id=harbour-7',
  [path.machine]: 'id=keel-k2',
  [path.bond]: 'id=clinic-penang',
  [path.ieo]: 'id=tidewater',
  [path.competition]: 'id=open-water-0',
  [path.borrow]: 'kind=pledge',
}

/** Screens that are about one thing need to be told which. */
export const exampleUrl = (place: string): string => {
  if (place === path.article || place === path.sharedArticle) return `${place}?id=how-prices-are-made`
  const example = examples[place]
  if (example !== undefined) return `${place}?${example}`
  if (place === path.externalPage) return `${place}?url=${encodeURIComponent('https://example.org/a')}`
  return place
}

/** Waits until a screen shows what it has and nothing moves. */
export async function waitUntilSettled(page: Page): Promise<void> {
  // The frame that stands before any script has run has a heading too: what is looked at is the app in its place.
  await page.locator('#first').waitFor({ state: 'detached' })
  // Every screen has one, also while it loads.
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page
    .locator('main [class*="_skeleton"]')
    .first()
    .waitFor({ state: 'detached', timeout: 5_000 })
    .catch(() => {})
  await waitUntilIdle(page)
}
