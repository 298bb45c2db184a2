import { useDevicePreference } from '#device/preferences.ts'

/**
 * Puts two choices that stand side by side into their order from left to right: as given for the right hand, changed over for the left
 * (docs/rules/interface.md). The document changes rather than the picture alone: a screen reader and the Tab key meet them as they are seen
 * (WCAG 1.3.2 and 2.4.3), which CSS on the root's `data-hand` could not give. Buttons need a key, so that they move and stay themselves.
 */
export function useArrangeForHand(): <const First, const Second>(first: First, second: Second) => readonly (First | Second)[] {
  const isLeftHanded = useDevicePreference('hand') === 'left'
  return (first, second) => (isLeftHanded ? [second, first] : [first, second])
}
