import type { LanguageCode } from '#contract/calls/account.ts'
import type { Announcement, Article, PublicNotice, OfflineContentBundle } from '#contract/calls/content.ts'
import { openOfflineTable } from '#device/database.ts'
import { setReplyFetchedAt } from '../dataAsOf.ts'

/** What one language has to read without a signal, as this device keeps it: for as long as nobody clears it (docs/rules/content.md). */
export interface ArticleBundle {
  lang: LanguageCode
  version: string
  /** Agreements, help and news, in reading order. */
  articles: Article[]
  announcements: Announcement[]
  notices: PublicNotice[]
  /** When the server was last asked for it, on the device's clock. */
  at: number
  bytes: number
}

/** The shelf of the bundles, by language code. */
export const articleBundlesTable = openOfflineTable('saved-articles')

/** The eight letters of a version that people see. */
export const shortArticleBundleVersion = (version: string): string => version.split('.')[0] ?? version

/** What is kept in one language; a copy that cannot be read counts as none. */
export async function readArticleBundle(lang: LanguageCode): Promise<ArticleBundle | undefined> {
  const bundle = await articleBundlesTable.get<ArticleBundle>(lang)
  return isBundle(bundle) ? bundle : undefined
}

const isBundle = (bundle: ArticleBundle | undefined): bundle is ArticleBundle =>
  typeof bundle?.version === 'string' &&
  typeof bundle.at === 'number' &&
  Array.isArray(bundle.articles) &&
  Array.isArray(bundle.announcements) &&
  Array.isArray(bundle.notices)

/** Every language that is kept here. */
export async function readAllArticleBundles(): Promise<ArticleBundle[]> {
  const entries = await articleBundlesTable.entries()
  return entries.map(([, each]) => each as ArticleBundle).filter(isBundle)
}

/** The words of the language, or else of another that is kept: what can be read beats what cannot. */
export const savedArticleBundleQuery = (lang: LanguageCode) => ({
  queryKey: ['saved-articles', lang],
  queryFn: async (): Promise<ArticleBundle | null> => {
    const bundle = (await readArticleBundle(lang)) ?? (await readAllArticleBundles())[0] ?? null
    if (bundle) setReplyFetchedAt(bundle, bundle.at)
    return bundle
  },
  networkMode: 'always' as const,
  staleTime: Number.POSITIVE_INFINITY,
})

/** What was kept, brought up to a reply that may hold only what changed; undefined when something is missing, and all must be asked for. */
export function mergeArticleBundle(stored: ArticleBundle | undefined, update: OfflineContentBundle, at: number): ArticleBundle | undefined {
  const articlesById = new Map(
    [...(stored?.articles ?? []), ...update.agreements, ...update.articles].map((article) => [article.id, article]),
  )
  const currentArticles = update.ids.flatMap((id) => articlesById.get(id) ?? [])
  const announcements = update.announcements ?? stored?.announcements
  const notices = update.notices ?? stored?.notices
  if (currentArticles.length < update.ids.length || !announcements || !notices) return undefined
  // A relative may have another title by now, or be gone.
  const currentById = new Map(currentArticles.map((article) => [article.id, article]))
  const articles = currentArticles.map((article) => ({
    ...article,
    related: article.related.flatMap(({ id }) => {
      const { html: _html, toc: _toc, related: _related, ...summary } = currentById.get(id) ?? article
      return summary.id === id ? [summary] : []
    }),
  }))
  const { lang, version } = update
  const bundle = { lang, version, articles, announcements, notices, at }
  return { ...bundle, bytes: JSON.stringify(bundle).length * 2 }
}
