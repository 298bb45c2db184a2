import type { Page } from 'playwright-core'

/** Waits until nothing is being read and nothing moves, on a screen or on the sheet over it: a colour on its way to another is neither. */
export async function atRest(page: Page): Promise<void> {
  await page
    .locator('[aria-busy=true]')
    .waitFor({ state: 'detached', timeout: 5_000 })
    .catch(() => {})
  await page.evaluate(async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))
    // What never ends, such as a skeleton's shimmer, or goes by a row's scrolling is not waited for.
    const moving = (): Animation[] =>
      document
        .getAnimations()
        .filter(
          ({ playState, timeline, effect }) =>
            playState === 'running' && timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity,
        )
    const still = async (): Promise<void> => {
      // What was just changed begins to move with the next frame.
      await frame()
      await frame()
      for (let all = moving(); all.length > 0; all = moving()) {
        await Promise.allSettled(all.map(({ finished }) => finished))
        await frame()
      }
    }
    await Promise.race([still(), new Promise((late) => setTimeout(late, 2_000))])
  })
}
