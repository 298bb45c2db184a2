import { type RefObject, useCallback, useEffect, useState } from 'react'

/** Not in the compiler's library yet: what Android's back gesture asks first. */
declare const CloseWatcher: (new () => { onclose: (() => void) | null; destroy(): void }) | undefined

/** A click follows its pointer within this time. */
const clickDelayMs = 60
const slideMs = 220

/**
 * Open while its field has the focus. Esc and the back gesture close it and leave the focus; whatever takes the focus away, or a tap
 * elsewhere, is let happen first: closing moves what is docked, and a button must not go from under the finger between down and click.
 */
export function useKeypadDismissal(input: HTMLInputElement, field: Element, pad: RefObject<HTMLElement | null>, onGone: () => void) {
  const [isClosing, setClosing] = useState(false)
  const startClosing = useCallback(() => setClosing(true), [])

  useEffect(() => {
    let isDown = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const containsTarget = (target: EventTarget | null) =>
      target === input || (target instanceof Node && pad.current?.contains(target) === true)
    const closeUnlessFocused = () => {
      clearTimeout(timer)
      timer = setTimeout(() => !isDown && !containsTarget(document.activeElement) && startClosing(), clickDelayMs)
    }
    const handlePointerDown = () => {
      isDown = true
    }
    const handlePointerUp = ({ type, target }: PointerEvent) => {
      isDown = false
      // Not every browser takes the focus away for a tap on a button or on paper. Scrolling ends in a cancel and closes nothing.
      const isOutside = type === 'pointerup' && target instanceof Node && !field.contains(target) && !containsTarget(target)
      if (isOutside) input.blur()
      closeUnlessFocused()
    }
    const reopen = () => {
      clearTimeout(timer)
      setClosing(false)
    }
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // This one is for the keypad; the next one closes the sheet.
      event.preventDefault()
      startClosing()
    }
    const keypadElement = pad.current
    input.addEventListener('focus', reopen)
    input.addEventListener('click', reopen)
    input.addEventListener('blur', closeUnlessFocused)
    keypadElement?.addEventListener('focusout', closeUnlessFocused)
    addEventListener('pointerdown', handlePointerDown, true)
    addEventListener('pointerup', handlePointerUp, true)
    addEventListener('pointercancel', handlePointerUp, true)
    input.addEventListener('keydown', handleKeyDown)
    return () => {
      clearTimeout(timer)
      input.removeEventListener('focus', reopen)
      input.removeEventListener('click', reopen)
      input.removeEventListener('blur', closeUnlessFocused)
      keypadElement?.removeEventListener('focusout', closeUnlessFocused)
      removeEventListener('pointerdown', handlePointerDown, true)
      removeEventListener('pointerup', handlePointerUp, true)
      removeEventListener('pointercancel', handlePointerUp, true)
      input.removeEventListener('keydown', handleKeyDown)
    }
  }, [input, field, pad, startClosing])

  useEffect(() => {
    if (isClosing) {
      const timer = setTimeout(onGone, slideMs)
      return () => clearTimeout(timer)
    }
    // Android's back gesture, without a step in the history; other browsers have no such thing to take.
    if (typeof CloseWatcher === 'undefined') return
    const watcher = new CloseWatcher()
    watcher.onclose = startClosing
    return () => watcher.destroy()
  }, [isClosing, startClosing, onGone])

  return { isLeaving: isClosing, leave: startClosing }
}
