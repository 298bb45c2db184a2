import type { Page } from 'playwright-core'

/** Waits until nothing is being read and nothing moves, on a screen or on the sheet over it: a colour on its way to another is neither. */
export async function waitUntilIdle(page: Page): Promise<void> {
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
    const began = performance.now()
    // What was just changed begins to move with the next frame.
    await frame()
    await frame()
    // What begins again and again, such as a price that flashes, is left after two seconds; but a page that was held up for as long still
    // comes to the end of what it had begun, and of what this led to.
    let all = moving()
    for (let round = 0; all.length > 0 && (round < 2 || performance.now() - began < 2_000); round++) {
      await Promise.race([Promise.allSettled(all.map(({ finished }) => finished)), new Promise((late) => setTimeout(late, 2_000))])
      await frame()
      all = moving()
    }
  })
}
