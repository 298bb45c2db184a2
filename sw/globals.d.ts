/** The id of this build, the same as the page's. */
declare const __BUILD__: string
/** Path → how long a read may be shown, in ms; null is for ever. Computed from the contract by vite.config.ts. */
declare const __WORKER_READS__: Record<string, number | null>
