import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Lying screens, where a browser lets itself be told (not in every DOM library's types). */
type Lockable = ScreenOrientation & { lock?(orientation: 'landscape'): Promise<void> }

/**
 * While on, the layer has the whole screen, and the screen lies where the device allows it; where not, the style sheet turns the
 * layer. Whatever ends it (the system's back, Esc, the button) calls `leave`.
 */
export function useLandscapeFullScreenEffect(layer: RefObject<HTMLElement | null>, isOn: boolean, leave: () => void): void {
  const onLeave = useEffectEvent(leave)
  useEffect(() => {
    if (!isOn) return
    let hasEnded = false
    layer.current
      ?.requestFullscreen?.({ navigationUI: 'hide' })
      .then(() => (hasEnded ? document.exitFullscreen() : (screen.orientation as Lockable | undefined)?.lock?.('landscape')))
      // No full screen or no lock to be had: the layer still covers the window.
      .catch(() => {})
    const onChange = () => {
      if (!document.fullscreenElement) onLeave()
    }
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onLeave()
    }
    document.addEventListener('fullscreenchange', onChange)
    window.addEventListener('keydown', onKey)
    return () => {
      hasEnded = true
      document.removeEventListener('fullscreenchange', onChange)
      window.removeEventListener('keydown', onKey)
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => {})
    }
  }, [layer, isOn])
}
