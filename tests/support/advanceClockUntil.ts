import type { Page } from 'playwright-core'

/**
 * Second after second passes on the phone, whose `clock` is installed, and by `second` elsewhere, until this has come; nobody touches
 * anything. What the phone reads anew by itself every few seconds still is what shows the news.
 */
export async function advanceClockUntil(page: Page, comes: Promise<unknown>, second: () => void = () => {}): Promise<void> {
  let isOver = false
  const pass = async (): Promise<void> => {
    while (!isOver) {
      second()
      await page.clock.fastForward(1_000)
      await new Promise((resolve) => setTimeout(resolve, 150))
    }
  }
  const over = comes.finally(() => {
    isOver = true
  })
  await Promise.all([over, pass()])
}
