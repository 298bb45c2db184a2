import type { Page } from 'playwright-core'
import { path } from '#sitemap'

/** Screens that are about one thing need to be told which. */
export const addressOf = (place: string): string => {
  if (place === path.article || place === path.sharedArticle) return `${place}?id=how-prices-are-made`
  if (place === path.externalPage) return `${place}?url=${encodeURIComponent('https://example.org/a')}`
  return place
}

/** Waits until a screen shows what it has and nothing moves. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('main').waitFor()
  await atRest(page)
}

/** Waits until nothing is being read and nothing moves, on a screen or on the sheet over it. */
export async function atRest(page: Page): Promise<void> {
  await page
    .locator('[aria-busy=true]')
    .waitFor({ state: 'detached', timeout: 5_000 })
    .catch(() => {})
  // A colour on its way to another is neither; what never ends, such as a skeleton's shimmer or what goes by a row's scrolling,
  // is not waited for.
  await page.evaluate(async () => {
    const running = document
      .getAnimations()
      .filter(
        ({ playState, timeline, effect }) =>
          playState === 'running' && timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity,
      )
    await Promise.race([Promise.allSettled(running.map(({ finished }) => finished)), new Promise((late) => setTimeout(late, 500))])
  })
}
