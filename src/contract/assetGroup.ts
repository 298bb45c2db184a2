/** When a group is stored: at a first visit; before any of the rest, which needs it; once the app is installed, signed in or opened again. */
export const assetCacheStage = { first: 0, base: 1, rest: 2 } as const

/** Files of the built app that the service worker stores together. The build lists them (server/build/assetGroups.ts). */
export interface CachedAppFileGroup {
  /** The same from build to build, so that what was stored of one is stored of the next. */
  name: string
  stage: (typeof assetCacheStage)[keyof typeof assetCacheStage]
  /** Only for whoever uses this language, by its BCP 47 name. */
  locale?: string
  /** Fetched one by one; with a revision where the name carries no hash. */
  files: [path: string, revision?: string][]
  /** Fetched together. */
  packed?: string[]
  /** Where the texts of `packed` are, as one object by their paths. */
  pack?: string
}
