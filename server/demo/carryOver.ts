import { type CarriedOver, mostPaperRows, type Paper } from '#contract/calls/demo.ts'
import { book, demoFundUsdt } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { recordType } from '#contract/states.ts'
import { lockWallet, post } from '#ledger/ledger.ts'
import { tellBalances } from '#ledger/tellBalances.ts'
import { add, compare, isZero, negate, q8, subtract } from '#rules/decimal.ts'
import type { ReplayPaper } from '../demoBook.ts'
import type { House } from '../house.ts'
import type { Asking } from '../http/handlers.ts'
import { writeNotices } from '../notice.ts'
import { insertCarryOver, isCarriedOver, isUntouched } from './store.ts'

/**
 * What trades on paper, closed or running, may have won at most. A phone can leave out what it lost, and can name any second of the past, so a gain
 * from paper proves nothing; it is play money all the same, and up to here it may stay.
 */
const mostGain = demoFundUsdt

/**
 * Carries a visitor's paper ledger into the demo book, once for each account and only while nothing else was done there. Every fill is
 * recomputed from our own record; rows that it does not bear out are left behind and named (product §2.16).
 * Refuses demoBookUsed and validation.
 */
export async function carryOver(house: House, replay: ReplayPaper, paper: Paper, asking: Asking): Promise<CarriedOver> {
  const { sql, visitor, afterCommit } = asking
  const { userId } = visitor
  if (paper.closed.length + paper.running.length + paper.pending.length > mostPaperRows)
    throw new Refusal('validation', { field: 'closed', rule: `at most ${mostPaperRows} rows` })
  await lockWallet(sql, userId, book.demo)
  if ((await isCarriedOver(sql, userId)) || !(await isUntouched(sql, userId))) throw new Refusal('demoBookUsed')
  const at = house.clock.now()
  const replayed = await replay(paper, asking)
  const isCut = compare(replayed.result, mostGain) > 0
  const result = q8(isCut ? mostGain : replayed.result)
  await bookResult(sql, userId, result, at)
  const taken = await replayed.take(subtract(mostGain, result))
  const answer: CarriedOver = {
    cash: q8(add(demoFundUsdt, result)),
    result,
    isCut,
    closed: replayed.closed,
    opened: taken.opened,
    placed: taken.placed,
    left: [...replayed.left, ...taken.left],
  }
  if (!(await insertCarryOver(sql, { userId, paper, answer, atMs: at }))) throw new Refusal('demoBookUsed')
  const params = { result, left: String(answer.left.length) }
  await writeNotices(
    house,
    sql,
    [{ userId, type: 'system', kind: 'carriedOver', params, link: '', refType: 'demoCarryOver', refId: userId }],
    afterCommit,
  )
  await tellBalances(house, sql, userId, book.demo, afterCommit)
  return answer
}

async function bookResult(sql: Asking['sql'], user: string, result: Decimal, at: Asking['now']): Promise<void> {
  if (isZero(result)) return
  await post(sql, {
    book: book.demo,
    refType: 'demoCarryOver',
    refId: user,
    at,
    legs: [
      { user, currency: 'USDT', bucket: 'AVAIL', amount: result, type: recordType.demoReset },
      { house: 'ISSUE', currency: 'USDT', amount: negate(result) },
    ],
  })
}
