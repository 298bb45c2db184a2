/** The room that the keypad takes: whatever is docked at the bottom of the page or of a sheet stands on it (`--keypad`, a length). */
const room = '--keypad'

interface Taken {
  host: HTMLElement
  /** Until it is given back; it may be seen for a moment longer, on its way out. */
  isHeld: boolean
  onTaken(): void
}

/** One keypad is up at a time. */
let last: Taken | undefined

/** Where the keypad of a field is drawn: what lies outside of an open sheet cannot be touched. */
export const placeOf = (input: Element): HTMLElement => input.closest('dialog') ?? document.body

/**
 * Takes the room for `pad` and follows its height; the answer gives it back. From field to field it is handed over as it is: the former
 * one hears `onTaken` and goes at once, and the new one does not slide in again (`data-steady`).
 */
export function takeRoom(pad: HTMLElement, onTaken: () => void): () => void {
  const place = placeOf(pad)
  const host = place === document.body ? document.documentElement : place
  const former = last
  const mine: Taken = { host, isHeld: true, onTaken }
  last = mine
  if (former?.isHeld && former.host === host) pad.dataset['steady'] = ''
  else former?.host.style.removeProperty(room)
  // One that comes back before it has gone is its own former.
  if (former?.onTaken !== onTaken) former?.onTaken()
  const measure = () => host.style.setProperty(room, `${pad.offsetHeight}px`)
  const watch = new ResizeObserver(measure)
  watch.observe(pad)
  measure()
  return () => {
    watch.disconnect()
    // One step later: the next field may be about to take it.
    setTimeout(() => {
      mine.isHeld = false
      if (last === mine) host.style.removeProperty(room)
    })
  }
}

const gapPx = 16

/** Scrolls as far as it takes to see the whole field between what is docked above and below it; where that is too little, its box. */
export function reveal(field: HTMLElement, box: HTMLElement, pad: HTMLElement): void {
  const scroller = scrollerOf(field)
  const page = scroller === document.scrollingElement
  const padTop = pad.getBoundingClientRect().top
  const bottom = (dockedAt(field, scroller, padTop - 1)?.top ?? padTop) - gapPx
  const top = (page ? (dockedAt(field, scroller, 1)?.bottom ?? 0) : scroller.getBoundingClientRect().top) + gapPx
  const whole = field.getBoundingClientRect()
  const down = Math.max(Math.min(whole.bottom - bottom, whole.top - top), box.getBoundingClientRect().bottom - bottom)
  if (down > 0) scroller.scrollBy({ top: down, behavior: 'instant' })
}

function scrollerOf(field: Element): Element {
  for (let at = field.parentElement; at && at !== document.body; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  return document.scrollingElement ?? document.documentElement
}

/** What stands still at this height of the screen while the field scrolls: a bar of the page, the footer of a sheet. */
function dockedAt(field: Element, scroller: Element, y: number): DOMRect | undefined {
  const { left, width } = field.getBoundingClientRect()
  for (let at = document.elementFromPoint(left + width / 2, y); at && !at.contains(field); at = at.parentElement)
    if (!scroller.contains(at) || /sticky|fixed/.test(getComputedStyle(at).position)) return at.getBoundingClientRect()
  return undefined
}
