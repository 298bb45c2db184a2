import { book } from '#contract/constants.ts'

/** The book that this person trades in: 1 REAL, 2 DEMO (product §0.1). */
export const useBook = (): 1 | 2 => book.demo

/** The frame of that book's screens: violet where it is play money. */
export const useBookTone = (): 'demo' | undefined => (useBook() === book.demo ? 'demo' : undefined)
