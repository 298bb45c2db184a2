import { type PointerEvent, useRef } from 'react'

const startPx = 12
const farPx = 88

/** A finger that draws a row aside, far enough, does what the row's button does. The row follows it, and comes back. */
export function useSwipe(onSwiped: (() => void) | undefined) {
  const from = useRef<{ x: number; y: number; isSwipe: boolean }>(undefined)
  const hasSwiped = useRef(false)
  if (!onSwiped) return {}
  const rest = (event: PointerEvent<HTMLElement>) => {
    from.current = undefined
    event.currentTarget.style.removeProperty('translate')
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      hasSwiped.current = false
      if (event.pointerType !== 'mouse') from.current = { x: event.clientX, y: event.clientY, isSwipe: false }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const start = from.current
      if (!start) return
      const moved = event.clientX - start.x
      if (!start.isSwipe && Math.abs(moved) < startPx) return
      // Upwards or downwards it is the page that moves.
      if (!start.isSwipe && Math.abs(event.clientY - start.y) > Math.abs(moved)) return rest(event)
      if (!start.isSwipe) event.currentTarget.setPointerCapture(event.pointerId)
      start.isSwipe = hasSwiped.current = true
      event.currentTarget.style.setProperty('translate', `${moved}px 0`)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const start = from.current
      rest(event)
      if (start?.isSwipe && Math.abs(event.clientX - start.x) > farPx) onSwiped()
    },
    onPointerCancel: rest,
    // The finger that drew it aside did not press it.
    onClickCapture: (event: { stopPropagation(): void; preventDefault(): void }) => {
      if (!hasSwiped.current) return
      hasSwiped.current = false
      event.stopPropagation()
      event.preventDefault()
    },
  }
}
