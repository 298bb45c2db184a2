import { devicePreferencesStore } from '#device/preferences.ts'

const basePx = 375
const maxWidthPx = 430

/** reset.css scales the root in proportion to the window (base 375). Browsers whose CSS cannot divide two lengths get it here. */
export function startRootFontScaling(): void {
  if (CSS.supports('font-size', 'calc(1px * tan(atan2(100vw, 375px)))')) return
  const scale = (): void => {
    const share = Math.min(maxWidthPx, Math.max(basePx, window.innerWidth)) / basePx
    document.documentElement.style.fontSize = `${100 * share * devicePreferencesStore.get().textScale}%`
  }
  scale()
  window.addEventListener('resize', scale)
  devicePreferencesStore.subscribe(scale)
}
