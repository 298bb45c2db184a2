import { book } from '#contract/constants.ts'
import { closeReason } from '#contract/states.ts'
import { quoteOf } from '#rules/quote.ts'
import type { ContestMark, EndContest } from '../contest.ts'
import type { House } from '../house.ts'
import { endBook, newestOf } from './endBook.ts'
import type { PositionRow } from './position.ts'
import type { Settlement } from './settlement.ts'

/** Contracts of a competition that is over, or that somebody leaves: closed at the bid or ask of the given marks, with reason 8. */
export const endContest =
  (house: House): EndContest =>
  async ({ markOf, ...ending }) => {
    const on = (row: PositionRow): Settlement => {
      const mark = markOf(row.symbol)
      return mark ? quotedBy(house, row, mark) : newestOf(house, row)
    }
    await endBook(house, { ...ending, book: book.contest, reason: closeReason.contest, on })
  }

function quotedBy({ market }: House, row: PositionRow, { mid, sec, conversion }: ContestMark): Settlement {
  const spec = market.spec(row.symbol)
  return { ...(spec ? quoteOf(mid, spec.spreadBps, spec.tick) : { mid, bid: mid, ask: mid }), sec, conversion }
}
