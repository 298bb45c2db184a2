/** The room that the keypad takes: whatever is docked at the bottom of the page or of a sheet stands on it (`--keypad`, a length). */
const keypadHeightProperty = '--keypad'

interface KeypadReservation {
  host: HTMLElement
  /** Until it is given back; it may be seen for a moment longer, on its way out. */
  isReserved: boolean
  onReplaced(): void
}

/** One keypad is up at a time. */
let lastReservation: KeypadReservation | undefined

/** Where the keypad of a field is drawn: what lies outside of an open sheet cannot be touched. */
export const keypadContainerOf = (input: Element): HTMLElement => input.closest('dialog') ?? document.body

/**
 * Takes the room for `pad` and follows its height; the answer gives it back. From field to field it is handed over as it is: the former
 * one is called by its `onReplaced` and goes at once, and the new one does not slide in again (`data-steady`).
 */
export function reserveKeypadSpace(pad: HTMLElement, onReplaced: () => void): () => void {
  const container = keypadContainerOf(pad)
  const host = container === document.body ? document.documentElement : container
  const previousReservation = lastReservation
  const reservation: KeypadReservation = { host, isReserved: true, onReplaced }
  lastReservation = reservation
  if (previousReservation?.isReserved && previousReservation.host === host) pad.dataset['steady'] = ''
  else previousReservation?.host.style.removeProperty(keypadHeightProperty)
  // One that comes back before it has gone is its own former.
  if (previousReservation?.onReplaced !== onReplaced) previousReservation?.onReplaced()
  const measure = () => host.style.setProperty(keypadHeightProperty, `${pad.offsetHeight}px`)
  const observer = new ResizeObserver(measure)
  observer.observe(pad)
  measure()
  return () => {
    observer.disconnect()
    // One step later: the next field may be about to take it.
    setTimeout(() => {
      reservation.isReserved = false
      if (lastReservation === reservation) host.style.removeProperty(keypadHeightProperty)
    })
  }
}

const gapPx = 16

/** Scrolls as far as it takes to see the whole field between what is docked above and below it; where that is too little, its box. */
export function scrollFieldIntoView(field: HTMLElement, box: HTMLElement, pad: HTMLElement): void {
  const scrollContainer = scrollContainerOf(field)
  const isPage = scrollContainer === document.scrollingElement
  const padTop = pad.getBoundingClientRect().top
  const bottom = (dockedBarRectAt(field, scrollContainer, padTop - 1)?.top ?? padTop) - gapPx
  const top = (isPage ? (dockedBarRectAt(field, scrollContainer, 1)?.bottom ?? 0) : scrollContainer.getBoundingClientRect().top) + gapPx
  const fieldRect = field.getBoundingClientRect()
  const scrollBy = Math.max(Math.min(fieldRect.bottom - bottom, fieldRect.top - top), box.getBoundingClientRect().bottom - bottom)
  if (scrollBy > 0) scrollContainer.scrollBy({ top: scrollBy, behavior: 'instant' })
}

function scrollContainerOf(field: Element): Element {
  for (let at = field.parentElement; at && at !== document.body; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  return document.scrollingElement ?? document.documentElement
}

/** What stands still at this height of the screen while the field scrolls: a bar of the page, the footer of a sheet. */
function dockedBarRectAt(field: Element, scrollContainer: Element, y: number): DOMRect | undefined {
  const { left, width } = field.getBoundingClientRect()
  for (let at = document.elementFromPoint(left + width / 2, y); at && !at.contains(field); at = at.parentElement)
    if (!scrollContainer.contains(at) || /sticky|fixed/.test(getComputedStyle(at).position)) return at.getBoundingClientRect()
  return undefined
}
