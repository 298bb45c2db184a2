import { useLingui } from '@lingui/react/macro'
import { findNamed, plainWords } from './find.ts'
import { type Place, places } from './places.ts'

const mostShown = 6

export interface NamedPlace extends Omit<Place, 'name'> {
  key: string
  /** In the person's language. */
  name: string
}

/** Every screen with its name as it stands on it. */
export function useNamedPlaces(): (NamedPlace & { also: string })[] {
  const { i18n } = useLingui()
  return places.map(({ screen, name, search }) => ({
    screen,
    ...(search && { search }),
    key: `${screen} ${JSON.stringify(search ?? '')}`,
    name: i18n._(name),
    also: `${plainWords(screen)} ${Object.values(search ?? {}).join(' ')}`,
  }))
}

export function useFoundPlaces(typed: string): NamedPlace[] {
  return findNamed(useNamedPlaces(), typed).slice(0, mostShown)
}
