import { type RefObject, useCallback, useEffect, useState } from 'react'

/** Not in the compiler's library yet: what Android's back gesture asks first. */
declare const CloseWatcher: (new () => { onclose: (() => void) | null; destroy(): void }) | undefined

/** A click follows its pointer within this time. */
const clickMs = 60
const slideMs = 220

/**
 * Open while its field has the focus. Esc and the back gesture close it and leave the focus; whatever takes the focus away, or a tap
 * elsewhere, is let happen first: closing moves what is docked, and a button must not go from under the finger between down and click.
 */
export function useKeypadLife(input: HTMLInputElement, field: Element, pad: RefObject<HTMLElement | null>, onGone: () => void) {
  const [isLeaving, setLeaving] = useState(false)
  const leave = useCallback(() => setLeaving(true), [])

  useEffect(() => {
    let isDown = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const holds = (target: EventTarget | null) => target === input || (target instanceof Node && pad.current?.contains(target) === true)
    const look = () => {
      clearTimeout(timer)
      timer = setTimeout(() => !isDown && !holds(document.activeElement) && leave(), clickMs)
    }
    const down = () => {
      isDown = true
    }
    const up = ({ type, target }: PointerEvent) => {
      isDown = false
      // Not every browser takes the focus away for a tap on a button or on paper. Scrolling ends in a cancel and closes nothing.
      const isElsewhere = type === 'pointerup' && target instanceof Node && !field.contains(target) && !holds(target)
      if (isElsewhere) input.blur()
      look()
    }
    const come = () => {
      clearTimeout(timer)
      setLeaving(false)
    }
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // This one is for the keypad; the next one closes the sheet.
      event.preventDefault()
      leave()
    }
    const pads = pad.current
    input.addEventListener('focus', come)
    input.addEventListener('click', come)
    input.addEventListener('blur', look)
    pads?.addEventListener('focusout', look)
    addEventListener('pointerdown', down, true)
    addEventListener('pointerup', up, true)
    addEventListener('pointercancel', up, true)
    input.addEventListener('keydown', key)
    return () => {
      clearTimeout(timer)
      input.removeEventListener('focus', come)
      input.removeEventListener('click', come)
      input.removeEventListener('blur', look)
      pads?.removeEventListener('focusout', look)
      removeEventListener('pointerdown', down, true)
      removeEventListener('pointerup', up, true)
      removeEventListener('pointercancel', up, true)
      input.removeEventListener('keydown', key)
    }
  }, [input, field, pad, leave])

  useEffect(() => {
    if (isLeaving) {
      const timer = setTimeout(onGone, slideMs)
      return () => clearTimeout(timer)
    }
    // Android's back gesture, without a step in the history; other browsers have no such thing to take.
    if (typeof CloseWatcher === 'undefined') return
    const watcher = new CloseWatcher()
    watcher.onclose = leave
    return () => watcher.destroy()
  }, [isLeaving, leave, onGone])

  return { isLeaving, leave }
}
