import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Reads the page again until it shows that, for what happens on the server without the page being told. Each reading has longer than the
 * worker takes a copy for young. `before` comes before each.
 */
export async function readUntil(shown: Locator, before?: () => Promise<void>): Promise<void> {
  const isShown = async (): Promise<boolean> => {
    await before?.()
    await shown.page().reload()
    return shown
      .first()
      .waitFor({ timeout: 2_500 })
      .then(
        () => true,
        () => false,
      )
  }
  await expect.poll(isShown, { timeout: 60_000 }).toBe(true)
}
