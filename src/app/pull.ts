import { queryClient } from '#api/queryClient.ts'
import styles from './pull.module.css'

/** How far a finger goes before letting go reads anew, and how far the sign follows it. */
const enoughPx = 96
const leastShownMs = 600

/** Things that move under a finger themselves, or take what is written: a pull there is theirs. */
const own = 'dialog, canvas, input, textarea, select, [role="slider"]'

// What is touched of a chart may be the frame around its canvases.
const isOwn = (from: Element | null): boolean => Boolean(from?.closest(own) ?? from?.querySelector('canvas'))

const isScrolled = (from: Element | null): boolean => {
  for (let at = from; at; at = at.parentElement) if (at.scrollTop > 0) return true
  return false
}

/** A pull at the top of a screen reads anew what it shows: in the installed app no bar of the browser does it. */
export function watchPulls(): void {
  let start: { x: number; y: number } | undefined
  let pulledPx = 0
  let isReading = false
  const sign = document.createElement('div')
  sign.className = styles['sign'] ?? ''
  sign.ariaHidden = 'true'
  const show = (): void => {
    if (pulledPx > 0 && !sign.isConnected) document.body.append(sign)
    sign.style.setProperty('--pulled', String(Math.min(1, pulledPx / enoughPx)))
  }
  const end = (): void => {
    start = undefined
    pulledPx = 0
    if (!isReading) sign.remove()
  }
  const read = async (): Promise<void> => {
    isReading = true
    sign.dataset['reading'] = ''
    const least = new Promise((done) => setTimeout(done, leastShownMs))
    await Promise.all([queryClient.refetchQueries({ type: 'active' }).catch(() => undefined), least])
    isReading = false
    delete sign.dataset['reading']
    sign.remove()
  }
  document.addEventListener(
    'touchstart',
    ({ touches, target }) => {
      const [finger, second] = touches
      const from = target instanceof Element ? target : null
      start =
        finger && !second && !isReading && !isOwn(from) && !document.querySelector('dialog[open]') && !isScrolled(from)
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
      const [across, down] = [Math.abs(finger.clientX - start.x), finger.clientY - start.y]
      // Scrolling, swiping and pinching are something else, to the end of this touch.
      if (second || scrollY > 0 || down < -4 || (pulledPx === 0 && across > Math.max(8, down))) return end()
      pulledPx = Math.max(0, down)
      show()
    },
    { passive: true },
  )
  document.addEventListener('touchend', () => {
    if (start && pulledPx >= enoughPx) void read()
    end()
  })
  document.addEventListener('touchcancel', end)
}
