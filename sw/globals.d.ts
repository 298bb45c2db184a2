/** The id of this build, the same as the page's. */
declare const __BUILD__: string
/** Path → how long a read may be shown, in ms; null is for ever. Computed from the contract by vite.config.ts. */
declare const __WORKER_READS__: Record<string, number | null>
/** Addresses of all screens of this build, from the sitemap. */
declare const __WORKER_SCREENS__: string[]
