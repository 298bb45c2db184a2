import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** A way from home. */
export interface Shortcut {
  /** By which an order names it; lower-case letters. */
  id: string
  to: NonNullable<LinkProps['to']>
  search?: Record<string, unknown>
  icon: ReactNode
  name: string
}

/** How many stand on home; the rest is behind “More”. */
export const placesOnHome = 7

/** All of them in the person's order: what the order does not name follows as usual, what it names in vain is left out. */
export const inOrder = (shortcuts: readonly Shortcut[], order: readonly string[]): Shortcut[] => [
  ...order.flatMap((id) => shortcuts.find((shortcut) => shortcut.id === id) ?? []),
  ...shortcuts.filter(({ id }) => !order.includes(id)),
]
