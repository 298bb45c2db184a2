import { usePreference } from '#device/preferences.ts'

/**
 * Puts two choices that stand side by side into their order from left to right: as given for the right hand, changed over for the left
 * (product §4.1). The document changes rather than the picture alone: a screen reader and the Tab key meet them as they are seen
 * (WCAG 1.3.2 and 2.4.3), which CSS on the root's `data-hand` could not give. Buttons need a key, so that they move and stay themselves.
 */
export function useHanded(): <const First, const Second>(first: First, second: Second) => readonly (First | Second)[] {
  const isLeft = usePreference('hand') === 'left'
  return (first, second) => (isLeft ? [second, first] : [first, second])
}
