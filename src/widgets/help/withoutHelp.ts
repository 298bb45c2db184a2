import { path } from '#sitemap'

/** Addresses of the screens that have no help of their own; why, says the test of this table. */
export const screenPathsWithoutHelp: readonly string[] = [
  path.home,
  path.signInReturn,
  path.news,
  path.articles,
  path.article,
  path.sharedArticle,
  path.announcements,
  path.support,
  path.search,
  path.externalPage,
]
