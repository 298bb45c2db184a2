import type { Page } from 'playwright-core'

/** Waits until what slides or fades has come to rest, such as a sheet; what moves for ever is not waited for. */
export const atRest = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))
    const moving = (): Animation[] =>
      document.getAnimations().filter((each) => each.playState === 'running' && Number.isFinite(each.effect?.getComputedTiming().endTime))
    // What was just changed begins to move with the next frame.
    await frame()
    await frame()
    for (let all = moving(); all.length > 0; all = moving()) {
      await Promise.allSettled(all.map(({ finished }) => finished))
      await frame()
    }
  })
