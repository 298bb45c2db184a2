import type { LinkProps } from '@tanstack/react-router'
import { path } from '#sitemap'
import { Tiles } from '#ui/earnIcons.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import type { NamedPlace } from './useFoundPlaces.ts'

/** One screen, by its name. */
export function PlaceRow({ place: { screen, search, name } }: { place: NamedPlace }) {
  // What a screen's address may say is checked by the screen itself, and by the test of this table.
  const to = { to: path[screen], ...(search && { search }) } as Pick<LinkProps, 'to'>
  return <RowLink {...to} leading={<Tiles />} title={name} />
}
