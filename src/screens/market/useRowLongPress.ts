import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

const holdMs = 500
/** How long after a finger has lifted its click may still come. */
const releaseMs = 400
/** A finger at rest trembles; further off it draws the page. */
const moveTolerancePx = 10

const rowOf = (target: EventTarget): HTMLElement | null => (target as Element).closest<HTMLElement>('[data-index]')

/**
 * A row of a list that is held by a finger, pressed with the right button, or asked for its menu by a key. The browser says so itself by
 * `contextmenu` wherever it has such a menu; iOS has none for a finger, so time tells there. A finger that moves on scrolls as ever.
 */
export function useRowLongPress(onHeld: (row: HTMLElement) => void) {
  const from = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> }>(undefined)
  const reset = () => {
    clearTimeout(from.current?.timer)
    from.current = undefined
  }
  useEffect(() => () => clearTimeout(from.current?.timer), [])
  return {
    onPointerDown: ({ pointerType, isPrimary, clientX, clientY, target }: PointerEvent) => {
      reset()
      const row = rowOf(target)
      if (pointerType === 'mouse' || !isPrimary || !row) return
      const timer = setTimeout(() => {
        reset()
        ignoreNextClick()
        onHeld(row)
      }, holdMs)
      from.current = { x: clientX, y: clientY, timer }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (from.current && Math.hypot(clientX - from.current.x, clientY - from.current.y) > moveTolerancePx) reset()
    },
    onPointerUp: reset,
    // The browser has begun to scroll.
    onPointerCancel: reset,
    onContextMenu: (event: MouseEvent) => {
      const row = rowOf(event.target)
      if (!row) return
      event.preventDefault()
      if (from.current) ignoreNextClick()
      reset()
      onHeld(row)
    },
  }
}

/** What the same finger still brings when it lifts, a click or a menu of the browser, is meant for nothing that has come beneath it. */
function ignoreNextClick(): void {
  const stop = new AbortController()
  const preventEvent = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  for (const kind of ['click', 'contextmenu']) addEventListener(kind, preventEvent, { capture: true, signal: stop.signal })
  // Nor does it bring anything later: a screen reader may press with a click alone.
  for (const kind of ['pointerup', 'pointercancel'])
    addEventListener(kind, () => setTimeout(() => stop.abort(), releaseMs), { capture: true, once: true, signal: stop.signal })
  for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, () => stop.abort(), { capture: true, signal: stop.signal })
}
