import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { joinClassNames } from '../classes.ts'
import fieldStyles from './FieldFrame.module.css'
import { createOutlineIcon } from '../icons/icon.tsx'
import styles from './Keypad.module.css'
import { type KeypadKey, pressKeypadKey } from './keypadKeys.ts'
import { keypadContainerOf, scrollFieldIntoView, reserveKeypadSpace } from './keypadSpace.ts'
import { useKeypadDismissal } from './useKeypadLife.ts'

export interface KeypadProps {
  /** The field that it types into, with the focus. */
  input: HTMLInputElement
  /** Most digits after the point; with 0 there is no point. */
  scale: number
  /** It has slid away. */
  onGone(): void
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
const Erase = createOutlineIcon('M9 6.5h10.5v11H9L4 12l2.6-2.9M11.8 9.8l4.4 4.4M16.2 9.8l-4.4 4.4')

/** Our own decimal keypad (docs/rules/interface.md): docked at the bottom, one point whatever the language, and what is typed goes where the caret is. */
export function Keypad({ input, scale, onGone }: KeypadProps) {
  const { t } = useLingui()
  const pad = useRef<HTMLElement>(null)
  const field = input.closest<HTMLElement>(`.${fieldStyles.field}`) ?? input
  const { isLeaving, leave } = useKeypadDismissal(input, field, pad, onGone)

  useLayoutEffect(() => {
    if (!isLeaving && pad.current) return reserveKeypadSpace(pad.current, onGone)
  }, [isLeaving, onGone])
  useEffect(() => preventFocusLoss(pad.current), [])
  useEffect(() => {
    if (!isLeaving) return keepFieldInView(input, field, pad)
  }, [isLeaving, field, input])

  const type = (key: KeypadKey) => () => pressKeypadKey(key, input)
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
          className={joinClassNames(styles.key, styles.done)}
          onClick={() => {
            input.blur()
            leave()
          }}
        >
          {t`Done`}
        </button>
      </div>
    </section>,
    keypadContainerOf(input),
  )
}

/** What is touched here takes the focus from no field, and no finger here pulls the page. */
function preventFocusLoss(pad: HTMLElement | null): void {
  pad?.addEventListener('pointerdown', (event) => event.preventDefault())
  pad?.addEventListener('mousedown', (event) => event.preventDefault())
  pad?.addEventListener('touchstart', (event) => event.stopPropagation(), { passive: true })
}

const scrollDurationMs = 300

/**
 * The field goes up together with what comes up under it, and stays in sight when its words or the page grow. Who scrolls away from it is
 * left there until the next key.
 */
function keepFieldInView(input: HTMLInputElement, field: HTMLElement, pad: { current: HTMLElement | null }): () => void {
  const box = input.parentElement ?? input
  let isPaused = false
  let frame = 0
  const scrollFieldToView = () => {
    if (!isPaused && pad.current) scrollFieldIntoView(field, box, pad.current)
  }
  const scrollUntil = (until: number) => {
    scrollFieldToView()
    if (performance.now() < until) frame = requestAnimationFrame(() => scrollUntil(until))
  }
  const pauseScrolling = () => {
    isPaused = true
  }
  const resumeScrolling = () => {
    isPaused = false
    scrollFieldToView()
  }
  scrollUntil(performance.now() + scrollDurationMs)
  const observer = new ResizeObserver(scrollFieldToView)
  observer.observe(field)
  observer.observe(document.body)
  // A finger's scrolling takes the touch away from the page: that is its beginning.
  addEventListener('pointercancel', pauseScrolling, true)
  addEventListener('wheel', pauseScrolling, { passive: true })
  input.addEventListener('input', resumeScrolling)
  return () => {
    cancelAnimationFrame(frame)
    observer.disconnect()
    removeEventListener('pointercancel', pauseScrolling, true)
    removeEventListener('wheel', pauseScrolling)
    input.removeEventListener('input', resumeScrolling)
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

const repeatDelayMs = 450
const repeatMs = 70

/** It acts when the finger comes down, so that two thumbs may overlap; what acts without a finger comes as a click alone. */
function Key({ name, className, repeats = false, onPress, children }: KeyProps) {
  const isDown = useRef(false)
  const repeatTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stopRepeating = () => clearTimeout(repeatTimer.current)
  useEffect(() => stopRepeating, [])
  const repeatPress = () => {
    onPress()
    repeatTimer.current = setTimeout(repeatPress, repeatMs)
  }
  return (
    <button
      type="button"
      // Who has a keyboard types on that: no stops on the way here.
      tabIndex={-1}
      aria-label={name}
      className={joinClassNames(styles.key, className)}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        isDown.current = true
        onPress()
        if (repeats) repeatTimer.current = setTimeout(repeatPress, repeatDelayMs)
      }}
      onPointerUp={stopRepeating}
      onPointerLeave={stopRepeating}
      onPointerCancel={() => {
        isDown.current = false
        stopRepeating()
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
