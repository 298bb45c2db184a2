import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Taps a radio button and waits until it is the chosen one. What a screen keeps in its address is chosen once the router has been there, a
 * moment after the tap: Playwright's `check` takes that moment for a tap without effect. `force` for one that is drawn by its label.
 */
export async function selectRadio(radio: Locator, options: { force?: boolean } = {}): Promise<void> {
  await radio.click(options)
  await expect.poll(() => radio.isChecked()).toBe(true)
}
