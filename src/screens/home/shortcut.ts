import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ProductAvailabilityByKind } from '#contract/calls/account.ts'
import { isScreenProductOffered } from '#widgets/identity/isPlaceOffered.ts'

/** A way from home. */
export interface HomeShortcut {
  /** By which an order names it; lower-case letters. */
  id: string
  to: NonNullable<LinkProps['to']>
  search?: Record<string, unknown>
  icon: ReactNode
  name: string
}

/** How many stand on home; the rest is behind “More”. */
export const visibleHomeShortcutCount = 7

/** All of them in the person's order: what the order does not name follows as usual, what it names in vain is left out. */
export const sortHomeShortcuts = (shortcuts: readonly HomeShortcut[], order: readonly string[]): HomeShortcut[] => [
  ...order.flatMap((id) => shortcuts.find((shortcut) => shortcut.id === id) ?? []),
  ...shortcuts.filter(({ id }) => !order.includes(id)),
]

/** Those of what is offered there. */
export const filterOfferedHomeShortcuts = (
  shortcuts: readonly HomeShortcut[],
  features: ProductAvailabilityByKind | undefined,
): HomeShortcut[] => shortcuts.filter(({ to, search }) => isScreenProductOffered(features, to, search))
