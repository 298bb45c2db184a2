import { queryClient } from '#api/queryClient.ts'
import styles from './pullToRefresh.module.css'

/** How far a finger goes before letting go reads anew, and how far the sign follows it. */
const minPullPx = 96
const minIndicatorMs = 600

/** Things that move under a finger themselves, or take what is written: a pull there is theirs. */
const ignoredTargets = 'dialog, canvas, input, textarea, select, [role="slider"]'

// What is touched of a chart may be the frame around its canvases.
const isIgnoredTarget = (from: Element | null): boolean => Boolean(from?.closest(ignoredTargets) ?? from?.querySelector('canvas'))

const isScrolled = (from: Element | null): boolean => {
  for (let at = from; at; at = at.parentElement) if (at.scrollTop > 0) return true
  return false
}

/** A pull at the top of a screen reads anew what it shows: in the installed app no bar of the browser does it. */
export function enablePullToRefresh(): void {
  let start: { x: number; y: number } | undefined
  let pulledPx = 0
  let isRefreshing = false
  const sign = document.createElement('div')
  sign.className = styles['sign'] ?? ''
  sign.ariaHidden = 'true'
  const drawIndicator = (): void => {
    if (pulledPx > 0 && !sign.isConnected) document.body.append(sign)
    sign.style.setProperty('--pulled', String(Math.min(1, pulledPx / minPullPx)))
  }
  const end = (): void => {
    start = undefined
    pulledPx = 0
    if (!isRefreshing) sign.remove()
  }
  const refresh = async (): Promise<void> => {
    isRefreshing = true
    sign.dataset['reading'] = ''
    const minIndicatorTime = new Promise((resolve) => setTimeout(resolve, minIndicatorMs))
    await Promise.all([queryClient.refetchQueries({ type: 'active' }).catch(() => undefined), minIndicatorTime])
    isRefreshing = false
    delete sign.dataset['reading']
    sign.remove()
  }
  document.addEventListener(
    'touchstart',
    ({ touches, target }) => {
      const [finger, second] = touches
      const from = target instanceof Element ? target : null
      start =
        finger && !second && !isRefreshing && !isIgnoredTarget(from) && !document.querySelector('dialog[open]') && !isScrolled(from)
          ? { x: finger.clientX, y: finger.clientY }
          : undefined
    },
    { passive: true },
  )
  document.addEventListener(
    'touchmove',
    ({ touches }) => {
      const [finger, second] = touches
      if (!start || !finger) return
      const [deltaX, deltaY] = [Math.abs(finger.clientX - start.x), finger.clientY - start.y]
      // Scrolling, swiping and pinching are something else, to the end of this touch.
      if (second || scrollY > 0 || deltaY < -4 || (pulledPx === 0 && deltaX > Math.max(8, deltaY))) return end()
      pulledPx = Math.max(0, deltaY)
      drawIndicator()
    },
    { passive: true },
  )
  document.addEventListener('touchend', () => {
    if (start && pulledPx >= minPullPx) void refresh()
    end()
  })
  document.addEventListener('touchcancel', end)
}
