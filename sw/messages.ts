/** What the page says to the worker. */
export type ToWorker =
  /** Workbox's own word: the waiting worker takes over. */
  | { type: 'SKIP_WAITING' }
  /** On the first visit, before the worker is in charge: fetch and keep these reads, so that the next start works offline. */
  | { type: 'keep'; reads: { url: string; lang: string }[] }

/** What the worker says to the page: a kept read changed; asking for it again gives the new copy without the network. */
export interface ToPage {
  type: 'fresher'
  /** Path without query, as in the contract. */
  path: string
}

/** Header of a reply that came from the shelf: when it was fetched, epoch ms. */
export const keptAtHeader = 'x-kept-at'
