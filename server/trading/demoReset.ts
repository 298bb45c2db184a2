import { book } from '#contract/constants.ts'
import { closeReason } from '#contract/states.ts'
import type { DemoReset } from '../demoBook.ts'
import type { House } from '../house.ts'
import { endBook, newestOf } from './endBook.ts'

/**
 * Contracts of a demo book that begins anew: limit orders are cancelled, positions are closed with reason 7, however old the price is: what
 * the closing brings is replaced by the new balance anyway.
 */
export const resetContracts =
  (house: House): DemoReset =>
  (ending) =>
    endBook(house, { ...ending, book: book.demo, entryId: null, reason: closeReason.demoReset, on: (row) => newestOf(house, row) })
