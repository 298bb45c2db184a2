import { expect, it } from 'vitest'
import { belongsOnDesktopPage } from './desktopLimit.ts'

const desktop = { isLimited: true, widthPx: 1280, userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140', isFramed: false }

it('sends a wide desktop window away when the system limits it', () => expect(belongsOnDesktopPage(desktop)).toBe(true))

it.each([
  ['not limited', { isLimited: false }],
  ['exactly 575 px', { widthPx: 575 }],
  ['a phone', { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)' }],
  ['a tablet', { userAgent: 'Mozilla/5.0 (Linux; Android 16) Chrome/140' }],
  ['inside a frame', { isFramed: true }],
])('leaves %s alone', (_why, difference) => expect(belongsOnDesktopPage({ ...desktop, ...difference })).toBe(false))

it('counts 576 px as wide', () => expect(belongsOnDesktopPage({ ...desktop, widthPx: 576 })).toBe(true))
