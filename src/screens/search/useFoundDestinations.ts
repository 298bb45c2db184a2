import { useLingui } from '@lingui/react/macro'
import { useProductAvailability } from '#api/features.ts'
import { path } from '#sitemap'
import { isScreenOfferedInCountry } from '#widgets/identity/isPlaceOffered.ts'
import { findItemsByName, splitScreenName } from './find.ts'
import { type SearchDestination, searchDestinations } from './destinations.ts'

const mostShown = 6

export interface NamedSearchDestination extends Omit<SearchDestination, 'name'> {
  key: string
  /** In the person's language. */
  name: string
}

/** Every screen of what is offered with its name as it stands on it. */
export function useNamedSearchDestinations(): (NamedSearchDestination & { also: string })[] {
  const { i18n } = useLingui()
  const features = useProductAvailability()
  return searchDestinations
    .filter(({ screen, search }) => isScreenOfferedInCountry(features, path[screen], search))
    .map(({ screen, name, search }) => ({
      screen,
      ...(search && { search }),
      key: `${screen} ${JSON.stringify(search ?? '')}`,
      name: i18n._(name),
      also: `${splitScreenName(screen)} ${Object.values(search ?? {}).join(' ')}`,
    }))
}

export function useFoundSearchDestinations(typed: string): NamedSearchDestination[] {
  return findItemsByName(useNamedSearchDestinations(), typed).slice(0, mostShown)
}
