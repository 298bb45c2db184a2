import { book } from '#contract/constants.ts'
import type { DemoReset } from '../demoBook.ts'
import type { House } from '../house.ts'
import { closeForReset } from './close.ts'
import { tell } from './tell.ts'

/** Options of a demo book that begins anew: sold at the newest bid with reason 7. */
export const resetOptions =
  (house: House): DemoReset =>
  async ({ sql, userId, at, afterCommit }) => {
    const closed = await closeForReset(house, sql, userId, book.demo, at)
    await tell(house, sql, closed, afterCommit)
    return closed.length
  }
