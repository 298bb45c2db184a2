import type { KeyboardEvent } from 'react'

/** What was found, from top to bottom. */
export const findSearchResultLinkElements = (area: HTMLElement | null): HTMLElement[] => [
  ...(area?.querySelectorAll<HTMLElement>('[data-results] a:not([data-more])') ?? []),
]

/** Up and down move between the field and what was found, Escape goes back to the field. */
export function moveSearchFocusByArrows(event: KeyboardEvent<HTMLElement>, area: HTMLElement | null): void {
  if (!area || event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const field = area.querySelector('input')
  const links = findSearchResultLinkElements(area)
  const at = links.indexOf(event.target as HTMLElement)
  const isInField = event.target === field
  if (!isInField && at < 0) return
  const goTo = (target: HTMLElement | null | undefined): void => {
    if (!target) return
    event.preventDefault()
    target.focus()
  }
  if (event.key === 'ArrowDown') goTo(links[at + 1])
  if (event.key === 'ArrowUp' && !isInField) goTo(links[at - 1] ?? field)
  if (event.key === 'Escape' && !isInField) goTo(field)
}
