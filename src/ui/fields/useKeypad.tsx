import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react'
import type { KeypadProps } from './Keypad.tsx'

const isTouchDevice = (): boolean => matchMedia('(pointer: coarse)').matches

let Keypad: ComponentType<KeypadProps> | undefined

/**
 * Our own keypad under a field of this `id`, on screens that fingers use (docs/rules/interface.md). Until its code is there, and where it does not
 * come, the field goes on with the system's keyboard; one that has the focus then keeps the keyboard it began with.
 */
export function useKeypad(id: string, scale: number) {
  const [isLoaded, setLoaded] = useState(Keypad !== undefined)
  const [input, setInput] = useState<HTMLInputElement>()
  const onGone = useCallback(() => setInput(undefined), [])
  useEffect(() => {
    if (!isTouchDevice() || Keypad) return
    import('./Keypad.tsx').then(
      (part) => {
        Keypad = part.Keypad
        if (document.activeElement?.id !== id) setLoaded(true)
      },
      () => undefined,
    )
  }, [id])
  const open = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    if (currentTarget.inputMode === 'none') setInput(currentTarget)
  }
  const keypad: ReactNode = Keypad && input && <Keypad input={input} scale={scale} onGone={onGone} />
  return {
    keypad,
    /** For the input. */
    listeners: { onFocus: open, onClick: open, onBlur: () => setLoaded(Keypad !== undefined) },
    inputMode: isLoaded && isTouchDevice() ? ('none' as const) : ('decimal' as const),
  }
}
