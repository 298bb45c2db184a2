import { expect, it } from 'vitest'
import { shouldShowDesktopPage } from './desktopLimit.ts'

const desktop = {
  isLimited: true,
  widthPx: 1280,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140',
  isFramed: false,
  touchPoints: 0,
  isWideAccepted: false,
}

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15'

it.each([
  ['a Mac', mac, 0],
  ['a laptop with a touch screen', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140', 10],
])('sends %s away', (_what, userAgent, touchPoints) => expect(shouldShowDesktopPage({ ...desktop, userAgent, touchPoints })).toBe(true))

it('sends a wide desktop window away when the system limits it', () => expect(shouldShowDesktopPage(desktop)).toBe(true))

it.each([
  ['not limited', { isLimited: false }],
  ['exactly 575 px', { widthPx: 575 }],
  ['a phone', { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)' }],
  ['a tablet', { userAgent: 'Mozilla/5.0 (Linux; Android 16) Chrome/140' }],
  ['an iPad, which says that it is a Mac', { userAgent: mac, touchPoints: 5 }],
  ['a window whose person goes on in it', { isWideAccepted: true }],
  ['inside a frame', { isFramed: true }],
])('leaves %s alone', (_why, difference) => expect(shouldShowDesktopPage({ ...desktop, ...difference })).toBe(false))

it('counts 576 px as wide', () => expect(shouldShowDesktopPage({ ...desktop, widthPx: 576 })).toBe(true))
