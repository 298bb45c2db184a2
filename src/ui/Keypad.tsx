import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { classes } from './classes.ts'
import fieldStyles from './FieldFrame.module.css'
import { line } from './icon.tsx'
import styles from './Keypad.module.css'
import { type KeypadKey, press } from './keypadKeys.ts'
import { placeOf, reveal, takeRoom } from './keypadRoom.ts'
import { useKeypadLife } from './useKeypadLife.ts'

export interface KeypadProps {
  /** The field that it types into, with the focus. */
  input: HTMLInputElement
  /** Most digits after the point; with 0 there is no point. */
  scale: number
  /** It has slid away. */
  onGone(): void
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
const Erase = line('M9 6.5h10.5v11H9L4 12l2.6-2.9M11.8 9.8l4.4 4.4M16.2 9.8l-4.4 4.4')

/** Our own decimal keypad (product §4.1): docked at the bottom, one point whatever the language, and what is typed goes where the caret is. */
export function Keypad({ input, scale, onGone }: KeypadProps) {
  const { t } = useLingui()
  const pad = useRef<HTMLElement>(null)
  const field = input.closest<HTMLElement>(`.${fieldStyles.field}`) ?? input
  const { isLeaving, leave } = useKeypadLife(input, field, pad, onGone)

  useLayoutEffect(() => {
    if (!isLeaving && pad.current) return takeRoom(pad.current, onGone)
  }, [isLeaving, onGone])
  useEffect(() => keepFocus(pad.current), [])
  useEffect(() => {
    if (!isLeaving) return keepInSight(input, field, pad)
  }, [isLeaving, field, input])

  const type = (key: KeypadKey) => () => press(key, input)
  return createPortal(
    // A landmark: it stands beside the parts of the page, in none of them.
    <section ref={pad} aria-label={t`Keypad`} className={styles.keypad} data-leaving={isLeaving || undefined}>
      <div className={styles.keys}>
        {digits.map((digit) => (
          <Key key={digit} onPress={type(digit)}>
            {digit}
          </Key>
        ))}
        {scale > 0 && (
          <Key name={t`Decimal point`} onPress={type('.')}>
            .
          </Key>
        )}
        <Key className={scale > 0 ? styles.zero : styles.onlyZero} onPress={type('0')}>
          0
        </Key>
        <Key name={t({ message: 'Delete', context: 'key of the keypad' })} className={styles.erase} onPress={type('back')} repeats>
          <Erase />
        </Key>
        <button
          type="button"
          tabIndex={-1}
          className={classes(styles.key, styles.done)}
          onClick={() => {
            input.blur()
            leave()
          }}
        >
          {t`Done`}
        </button>
      </div>
    </section>,
    placeOf(input),
  )
}

/** What is touched here takes the focus from no field, and no finger here pulls the page. */
function keepFocus(pad: HTMLElement | null): void {
  pad?.addEventListener('pointerdown', (event) => event.preventDefault())
  pad?.addEventListener('mousedown', (event) => event.preventDefault())
  pad?.addEventListener('touchstart', (event) => event.stopPropagation(), { passive: true })
}

const followMs = 300

/**
 * The field goes up together with what comes up under it, and stays in sight when its words or the page grow. Who scrolls away from it is
 * left there until the next key.
 */
function keepInSight(input: HTMLInputElement, field: HTMLElement, pad: { current: HTMLElement | null }): () => void {
  const box = input.parentElement ?? input
  let isLeft = false
  let frame = 0
  const look = () => {
    if (!isLeft && pad.current) reveal(field, box, pad.current)
  }
  const follow = (until: number) => {
    look()
    if (performance.now() < until) frame = requestAnimationFrame(() => follow(until))
  }
  const leaves = () => {
    isLeft = true
  }
  const returns = () => {
    isLeft = false
    look()
  }
  follow(performance.now() + followMs)
  const watch = new ResizeObserver(look)
  watch.observe(field)
  watch.observe(document.body)
  // A finger's scrolling takes the touch away from the page: that is its beginning.
  addEventListener('pointercancel', leaves, true)
  addEventListener('wheel', leaves, { passive: true })
  input.addEventListener('input', returns)
  return () => {
    cancelAnimationFrame(frame)
    watch.disconnect()
    removeEventListener('pointercancel', leaves, true)
    removeEventListener('wheel', leaves)
    input.removeEventListener('input', returns)
  }
}

interface KeyProps {
  /** What the screen reader says where the sign is no word. */
  name?: string
  className?: string | undefined
  /** Goes on while it is held. */
  repeats?: boolean
  onPress(): void
  children: ReactNode
}

const holdMs = 450
const againMs = 70

/** It acts when the finger comes down, so that two thumbs may overlap; what acts without a finger comes as a click alone. */
function Key({ name, className, repeats = false, onPress, children }: KeyProps) {
  const isDown = useRef(false)
  const hold = useRef<ReturnType<typeof setTimeout>>(undefined)
  const letGo = () => clearTimeout(hold.current)
  useEffect(() => letGo, [])
  const again = () => {
    onPress()
    hold.current = setTimeout(again, againMs)
  }
  return (
    <button
      type="button"
      // Who has a keyboard types on that: no stops on the way here.
      tabIndex={-1}
      aria-label={name}
      className={classes(styles.key, className)}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        isDown.current = true
        onPress()
        if (repeats) hold.current = setTimeout(again, holdMs)
      }}
      onPointerUp={letGo}
      onPointerLeave={letGo}
      onPointerCancel={() => {
        isDown.current = false
        letGo()
      }}
      onClick={() => {
        if (!isDown.current) onPress()
        isDown.current = false
      }}
    >
      {children}
    </button>
  )
}
