import type { LinkProps } from '@tanstack/react-router'
import { path } from '#sitemap'
import { TilesIcon } from '#ui/icons/earnIcons.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import type { NamedSearchableScreen } from './useFoundScreens.ts'

/** One screen, by its name. */
export function FoundScreenRow({ place: { screen, search, name } }: { place: NamedSearchableScreen }) {
  // What a screen's address may say is checked by the screen itself, and by the test of this table.
  const to = { to: path[screen], ...(search && { search }) } as Pick<LinkProps, 'to'>
  return <RowLink {...to} leading={<TilesIcon />} title={name} />
}
