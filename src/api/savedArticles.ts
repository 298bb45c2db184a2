import type { LanguageCode } from '#contract/calls/account.ts'
import type { Announcement, Article, Notice, OfflineBundle } from '#contract/calls/content.ts'
import { openShelf } from '#device/database.ts'
import { noteKeptAt } from './age.ts'

/** What one language has to read without a signal, as this device keeps it: for as long as nobody clears it (product §4.4). */
export interface SavedArticles {
  lang: LanguageCode
  version: string
  /** Agreements, help and news, in reading order. */
  articles: Article[]
  announcements: Announcement[]
  notices: Notice[]
  /** When the server was last asked for it, on the device's clock. */
  at: number
  bytes: number
}

/** The shelf of the bundles, by language code. */
export const bundleShelf = openShelf('saved-articles')

/** The eight letters of a version that people see. */
export const shownVersion = (version: string): string => version.split('.')[0] ?? version

/** What is kept in one language; a copy that cannot be read counts as none. */
export async function bundleOf(lang: LanguageCode): Promise<SavedArticles | undefined> {
  const found = await bundleShelf.get<SavedArticles>(lang)
  return isBundle(found) ? found : undefined
}

const isBundle = (found: SavedArticles | undefined): found is SavedArticles =>
  typeof found?.version === 'string' &&
  typeof found.at === 'number' &&
  Array.isArray(found.articles) &&
  Array.isArray(found.announcements) &&
  Array.isArray(found.notices)

/** Every language that is kept here. */
export async function allBundles(): Promise<SavedArticles[]> {
  const found = await bundleShelf.entries()
  return found.map(([, each]) => each as SavedArticles).filter(isBundle)
}

/** The words of the language, or else of another that is kept: what can be read beats what cannot. */
export const savedArticles = (lang: LanguageCode) => ({
  queryKey: ['saved-articles', lang],
  queryFn: async (): Promise<SavedArticles | null> => {
    const found = (await bundleOf(lang)) ?? (await allBundles())[0] ?? null
    if (found) noteKeptAt(found, found.at)
    return found
  },
  networkMode: 'always' as const,
  staleTime: Number.POSITIVE_INFINITY,
})

/** What was kept, brought up to a reply that may hold only what changed; undefined when something is missing, and all must be asked for. */
export function brought(kept: SavedArticles | undefined, fresh: OfflineBundle, at: number): SavedArticles | undefined {
  const known = new Map([...(kept?.articles ?? []), ...fresh.agreements, ...fresh.articles].map((article) => [article.id, article]))
  const found = fresh.ids.flatMap((id) => known.get(id) ?? [])
  const announcements = fresh.announcements ?? kept?.announcements
  const notices = fresh.notices ?? kept?.notices
  if (found.length < fresh.ids.length || !announcements || !notices) return undefined
  // A relative may have another title by now, or be gone.
  const present = new Map(found.map((article) => [article.id, article]))
  const articles = found.map((article) => ({
    ...article,
    related: article.related.flatMap(({ id }) => {
      const { html: _html, toc: _toc, related: _related, ...summary } = present.get(id) ?? article
      return summary.id === id ? [summary] : []
    }),
  }))
  const { lang, version } = fresh
  const bundle = { lang, version, articles, announcements, notices, at }
  return { ...bundle, bytes: JSON.stringify(bundle).length * 2 }
}
