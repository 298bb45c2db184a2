import { type PaperImportResult, maxPaperImportRows, type PaperImportRequest } from '#contract/calls/demo.ts'
import { accountTypes, demoFundUsdt } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { balanceRecordType } from '#contract/states.ts'
import { lockWallet, post } from '#ledger/ledger.ts'
import { notifyBalances } from '#ledger/notifyBalances.ts'
import { add, compareDecimals, isZero, negate, q8, subtract } from '#rules/decimal.ts'
import type { PaperLedgerReplayer } from '../orders/demoAccount.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { writeNotices } from '../notifications/writeNotices.ts'
import { tryInsertPaperLedgerImport, isPaperLedgerImported, isDemoAccountUnused } from './store.ts'

/**
 * What trades on paper, closed or running, may have won at most. A phone can leave out what it lost, and can name any second of the past, so a gain
 * from paper proves nothing; it is play money all the same, and up to here it may stay.
 */
const mostGain = demoFundUsdt

/**
 * Carries a visitor's paper ledger into the demo book, once for each account and only while nothing else was done there. Every fill is
 * recomputed from our own record; rows that it does not bear out are left behind and named (docs/rules/environments.md).
 * Refuses demoBookUsed and validation.
 */
export async function importPaperLedger(
  app: AppContext,
  replay: PaperLedgerReplayer,
  paper: PaperImportRequest,
  context: RequestContext,
): Promise<PaperImportResult> {
  const { sql, visitor, afterCommit } = context
  const { userId } = visitor
  if (paper.closed.length + paper.running.length + paper.pending.length > maxPaperImportRows)
    throw new Refusal('validation', { field: 'closed', rule: `at most ${maxPaperImportRows} rows` })
  await lockWallet(sql, userId, accountTypes.demo)
  if ((await isPaperLedgerImported(sql, userId)) || !(await isDemoAccountUnused(sql, userId))) throw new Refusal('demoBookUsed')
  const at = app.clock.now()
  const replayed = await replay(paper, context)
  const isCut = compareDecimals(replayed.result, mostGain) > 0
  const result = q8(isCut ? mostGain : replayed.result)
  await bookResult(sql, userId, result, at)
  const carried = await replayed.take(subtract(mostGain, result))
  const answer: PaperImportResult = {
    cash: q8(add(demoFundUsdt, result)),
    result,
    isCut,
    closed: replayed.closed,
    opened: carried.opened,
    placed: carried.placed,
    left: [...replayed.left, ...carried.left],
  }
  if (!(await tryInsertPaperLedgerImport(sql, { userId, paper, answer, atMs: at }))) throw new Refusal('demoBookUsed')
  const params = { result, left: String(answer.left.length) }
  await writeNotices(
    app,
    sql,
    [{ userId, type: 'system', kind: 'carriedOver', params, link: '', refType: 'demoCarryOver', refId: userId }],
    afterCommit,
  )
  await notifyBalances(app, sql, userId, accountTypes.demo, afterCommit)
  return answer
}

async function bookResult(sql: RequestContext['sql'], user: string, result: Decimal, at: RequestContext['now']): Promise<void> {
  if (isZero(result)) return
  await post(sql, {
    book: accountTypes.demo,
    refType: 'demoCarryOver',
    refId: user,
    at,
    legs: [
      { user, currency: 'USDT', bucket: 'AVAIL', amount: result, type: balanceRecordType.demoReset },
      { house: 'ISSUE', currency: 'USDT', amount: negate(result) },
    ],
  })
}
