import { useLingui } from '@lingui/react/macro'
import { type MouseEvent, type PointerEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from './IconButton.tsx'
import { CloseIcon } from './icons/listIcons.tsx'
import styles from './BottomSheet.module.css'

export interface BottomSheetProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** Stays in reach of the thumb while the rest scrolls. */
  footer?: ReactNode
  /** Where a choice must be made here: Esc, a tap outside and a swipe do not close. */
  firm?: boolean
}

const exitAnimationMs = 220
const dismissPx = 96

/** A modal sheet from below: the browser's own dialog, so focus is kept in and given back. */
export function BottomSheet({ open, onClose, title, children, footer, firm = false }: BottomSheetProps) {
  const { t } = useLingui()
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const isShown = useIsMountedUntilClosed(open)
  useEffect(() => {
    const element = dialog.current
    if (!element || open === element.open) return
    if (open) element.showModal()
    else element.close()
  }, [open])
  // A screen that leaves while its sheet is open must not leave the page inert.
  useEffect(() => () => dialog.current?.close(), [])
  const swipe = useSwipeDown(firm ? undefined : onClose)
  const ignoreDoubleTap = useIgnoreDoubleTap(open)
  const closeFromOutside = (event: MouseEvent) => {
    if (!firm && event.target === dialog.current) onClose()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Esc is the keyboard's way out, by the cancel event; a click on the dialog itself is one on its backdrop
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target !== dialog.current) return
        event.preventDefault()
        if (!firm) onClose()
      }}
      // That of a sheet which this one opened comes here too: React lets it rise.
      onClose={(event) => open && event.target === dialog.current && onClose()}
      onClickCapture={ignoreDoubleTap}
      onClick={closeFromOutside}
    >
      {isShown && (
        <div className={styles.panel}>
          <header className={styles.header} {...swipe}>
            <span className={styles.grip} aria-hidden="true" />
            <h2 id={titleId} className={styles.title}>
              {title}
            </h2>
            {!firm && <IconButton icon={<CloseIcon />} label={t`Close`} onClick={onClose} />}
          </header>
          <Content>{children}</Content>
          {footer && <footer className={styles.footer}>{footer}</footer>}
        </div>
      )}
    </dialog>
  )
}

/** What scrolls can be reached by the keyboard; what does not is no stop on the way. */
function Content({ children }: { children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = content.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      if (element.scrollHeight > element.clientHeight) element.tabIndex = 0
      else element.removeAttribute('tabindex')
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={content} className={styles.content}>
      {children}
    </div>
  )
}

/** True while open and until the way out has been drawn. */
function useIsMountedUntilClosed(open: boolean): boolean {
  const [isClosing, setClosing] = useState(open)
  if (open && !isClosing) setClosing(true)
  useEffect(() => {
    if (open) return
    const timer = setTimeout(() => setClosing(false), exitAnimationMs)
    return () => clearTimeout(timer)
  }, [open])
  return open || isClosing
}

const doubleTapMs = 300

/**
 * Passes over the second of a double tap whose first one brought the sheet up: it was meant for what stood there before, and would put
 * a receipt away before anybody has seen it. Mice count their clicks, fingers do not.
 */
function useIgnoreDoubleTap(open: boolean) {
  const openedAt = useRef(0)
  const wasTapped = useRef(false)
  useLayoutEffect(() => {
    openedAt.current = performance.now()
    wasTapped.current = false
  }, [open])
  return (event: MouseEvent) => {
    const isTouch = (event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch'
    // By when the finger fell, not by when a busy page came to hear of it.
    const isSecond = isTouch ? event.timeStamp - openedAt.current < doubleTapMs : event.detail > 1 && !wasTapped.current
    wasTapped.current ||= !isSecond
    if (!isSecond) return
    event.preventDefault()
    event.stopPropagation()
  }
}

const dialogOf = (event: PointerEvent<HTMLElement>) => event.currentTarget.closest('dialog')

/** The header follows the finger down; far enough, and the sheet goes. */
function useSwipeDown(onDismiss: (() => void) | undefined) {
  const start = useRef<number | undefined>(undefined)
  const resetDrag = (event: PointerEvent<HTMLElement>) => {
    start.current = undefined
    dialogOf(event)?.style.removeProperty('translate')
    dialogOf(event)?.style.removeProperty('transition')
  }
  if (!onDismiss) return {}
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || (event.target as Element).closest('button')) return
      start.current = event.clientY
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (start.current === undefined) return
      const dragDistance = Math.max(0, event.clientY - start.current)
      dialogOf(event)?.style.setProperty('transition', 'none')
      dialogOf(event)?.style.setProperty('translate', `0 ${dragDistance}px`)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const dragDistance = start.current === undefined ? 0 : event.clientY - start.current
      resetDrag(event)
      if (dragDistance > dismissPx) onDismiss()
    },
    onPointerCancel: resetDrag,
  }
}
