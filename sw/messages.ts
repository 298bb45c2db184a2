/** What the page says to the worker. */
export type MessageToWorker =
  /** Workbox's own word: the waiting worker takes over. */
  | { type: 'SKIP_WAITING' }
  /** Reads that the page got without this worker, on a first visit or as parts of another: what came is kept, so that the next start works offline. */
  | { type: 'keep'; reads: FetchedReadReply[] }
  /**
   * Store the next files of the app, with the words of this language: what a first visit needs or, if `isWhole`, what there is. The answer comes
   * through the port: how many groups of files are left, less than nothing where it failed.
   */
  | { type: 'store'; locale: string; isWhole: boolean }

/** A read that is the same for everyone: its address, the language it was asked in, its envelope as text, and when it came. */
export interface FetchedReadReply {
  url: string
  lang: string
  body: string
  atMs: number
}

/** What the worker says to the page. */
export type MessageToPage =
  /** A read changed; asking for it again gives the new copy, from the shelf where the worker keeps it. `path` without query, as in the contract. */
  | { type: 'fresher'; path: string }
  /** Somebody pressed a notification: show this address. The page answers through the port that comes with it; a page of before does not. */
  | { type: 'open'; link: string }

/** Header of a reply that came from the shelf: when it was fetched, epoch ms. */
export const storedAtHeader = 'x-kept-at'
