import { type RefObject, useEffect } from 'react'

const kinds = ['touchstart', 'touchmove', 'touchend', 'touchcancel', 'mousedown', 'mousemove', 'mouseup', 'wheel'] as const

/**
 * A chart turned by a quarter on an upright screen is touched where the eye sees it, but reads its touches as if it stood
 * upright: each is told the place it has in the turned picture, before the chart hears of it.
 */
export function useRotateChartTouches(layer: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const turn = (event: MouseEvent | TouchEvent): void => {
      const chart = event.target instanceof Element && layer.current?.contains(event.target) && event.target.closest('[role=img]')
      if (!chart || !isRotated(layer.current?.firstElementChild)) return
      const { left, top, right } = chart.getBoundingClientRect()
      const points = 'changedTouches' in event ? new Set([...event.touches, ...event.changedTouches]) : [event]
      for (const point of points) setRotatedPosition(point, left + (point.clientY - top), top + (right - point.clientX))
    }
    for (const kind of kinds) window.addEventListener(kind, turn, { capture: true, passive: true })
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, turn, { capture: true })
    }
  }, [layer, isOn])
}

const isRotated = (element: Element | null | undefined): boolean => element != null && getComputedStyle(element).transform !== 'none'

const rotatedEvents = new WeakSet<object>()

function setRotatedPosition(point: MouseEvent | Touch, x: number, y: number): void {
  if (rotatedEvents.has(point)) return
  rotatedEvents.add(point)
  for (const [name, value] of Object.entries({ clientX: x, clientY: y, pageX: x, pageY: y, screenX: x, screenY: y }))
    Object.defineProperty(point, name, { value })
}
