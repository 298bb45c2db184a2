/** What the page says to the worker. */
export type ToWorker =
  /** Workbox's own word: the waiting worker takes over. */
  | { type: 'SKIP_WAITING' }
  /** On the first visit, before the worker is in charge: fetch and keep these reads, so that the next start works offline. */
  | { type: 'keep'; reads: { url: string; lang: string }[] }

/** What the worker says to the page. */
export type ToPage =
  /** A read changed; asking for it again gives the new copy, from the shelf where the worker keeps it. `path` without query, as in the contract. */
  | { type: 'fresher'; path: string }
  /** Somebody pressed a notification: show this address. The page answers through the port that comes with it; a page of before does not. */
  | { type: 'open'; link: string }

/** Header of a reply that came from the shelf: when it was fetched, epoch ms. */
export const keptAtHeader = 'x-kept-at'
