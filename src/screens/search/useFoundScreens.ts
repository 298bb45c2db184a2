import { useLingui } from '@lingui/react/macro'
import { useProductAvailability } from '#api/features.ts'
import { path } from '#sitemap'
import { isScreenProductOffered } from '#widgets/identity/isPlaceOffered.ts'
import { findItemsByName, screenNameWithSpaces } from './find.ts'
import { type SearchableScreen, searchableScreens } from './searchableScreens.ts'

const mostShown = 6

export interface NamedSearchableScreen extends Omit<SearchableScreen, 'name'> {
  key: string
  /** In the person's language. */
  name: string
}

/** Every screen of what is offered with its name as it stands on it. */
export function useNamedSearchableScreens(): (NamedSearchableScreen & { also: string })[] {
  const { i18n } = useLingui()
  const features = useProductAvailability()
  return searchableScreens
    .filter(({ screen, search }) => isScreenProductOffered(features, path[screen], search))
    .map(({ screen, name, search }) => ({
      screen,
      ...(search && { search }),
      key: `${screen} ${JSON.stringify(search ?? '')}`,
      name: i18n._(name),
      also: `${screenNameWithSpaces(screen)} ${Object.values(search ?? {}).join(' ')}`,
    }))
}

export function useFoundScreens(typed: string): NamedSearchableScreen[] {
  return findItemsByName(useNamedSearchableScreens(), typed).slice(0, mostShown)
}
