import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Reads the page again until it shows that, for what happens on the server without the page being told. Each reading has longer than the
 * worker takes a copy for young, and each longer than the one before: a slow machine gets to its end too. `before` comes before each.
 */
export async function reloadUntilVisible(shown: Locator, before?: () => Promise<void>): Promise<void> {
  let withinMs = 2_500
  const isShown = async (): Promise<boolean> => {
    await before?.()
    await shown.page().reload()
    return shown
      .first()
      .waitFor({ timeout: withinMs })
      .then(
        () => true,
        () => {
          withinMs *= 1.5
          return false
        },
      )
  }
  await expect.poll(isShown).toBe(true)
}
