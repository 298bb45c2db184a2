import type { Settlement } from '#contract/calls/settlement.ts'
import { book } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { postingsOf, type SeenPosting } from '#ledger/postings.ts'
import { add, isZero, q8, zero } from '#rules/decimal.ts'
import { toNamed } from '../competitionNames.ts'
import { competitionOfRef } from '../contest.ts'
import { type Explained, type Explainer, input } from '../explained.ts'
import type { House } from '../house.ts'
import type { Handlers } from '../http/handlers.ts'
import { noteTask } from '../noteTask.ts'
import { logOf } from './log.ts'
import { type Proofs, proofsOf } from './proofs.ts'
import { readUsed, type UsedPrice } from './usedPrices.ts'

/** Explains anything that moved a person's money (product §1.3 call 51): by its room where one explains it, else by its postings alone. */
export function settlementHandlers(house: House, explainers: readonly Explainer[]): Handlers<'settlement'> {
  const settlementOf = settlements(house, explainers)
  return {
    info: async ({ refType, refId }, { sql, visitor, lang, afterCommit }) => {
      const found = await settlementOf(sql, refType, refId, visitor.userId)
      if (!found) throw new Refusal('notFound')
      await noteTask(house, { sql, visitor, afterCommit }, 'verifySettlement')
      const competition = found.accountType === book.contest ? await competitionOfRef(sql, refType, refId) : undefined
      return { ...found, ...(competition && { competition: toNamed(lang, competition) }) }
    },
  }
}

/** What that call answers; undefined for what is not this person's. */
export function settlements(
  { config, db, market }: Pick<House, 'config' | 'db' | 'market'>,
  explainers: readonly Explainer[],
): (sql: Sql, refType: string, refId: string, userId: string) => Promise<Settlement | undefined> {
  const log = logOf(config.marketFeed, db)
  const proofs = proofsOf(db, market.specs, log)
  return async (sql, refType, refId, userId) => {
    const explainer = explainers.find((one) => one.refType === refType)
    const own = await explainer?.explain(sql, refId, userId)
    const postings = await postingsOf(sql, refType, refId, userId)
    const explained = own ?? movedOf(refType, postings)
    if (!explained) return undefined
    const used = (await readUsed(sql, log, explained.records))(explained.records)
    const placed = await Promise.all(used.map((one) => placeOf(proofs, log.dayOf(one.sec), one)))
    const { at, records: _, ...told } = explained
    return { ...told, refType, refId, time: at, priceRecords: placed, postings: postings.map(toPosting) }
  }
}

const toPosting = ({ id, atMs, legs }: SeenPosting): Settlement['postings'][number] => ({ id, time: asInstant(atMs), legs })

/** Where the record stands in its day's list; no place yet where it is not signed, or no longer where its day is deleted. */
async function placeOf(proofs: Proofs, treeDay: string, { price, ...used }: UsedPrice): Promise<Settlement['priceRecords'][number]> {
  if (price === null || used.mean !== undefined) return { ...used, price, treeDay, leafIndex: null }
  const leafIndex = await proofs.proof(used.symbol, used.sec).then(
    (proof) => proof.leafIndex,
    (error: unknown) => {
      if (error instanceof Refusal) return null
      throw error
    },
  )
  return { ...used, price, treeDay, leafIndex }
}

const sumOf = (legs: readonly { amount: Decimal }[]): Decimal => legs.reduce((sum, { amount }) => add(sum, amount), zero)

/** What follows no price: the sum of what moved in the person's balance. */
function movedOf(refType: string, postings: readonly SeenPosting[]): Explained | undefined {
  const first = postings[0]
  const own = postings.flatMap(({ legs }) => legs.filter(({ mine }) => mine))
  // What can be spent tells it best: money that is set aside and then sent leaves its own part as it was.
  const leading = own.find((leg) => leg.account === 'AVAIL') ?? own[0]
  const last = postings.at(-1)
  const remark = postings.find((posting) => posting.remark !== '')?.remark
  if (!first || !last || !leading) return undefined
  const { account, currency: unit } = leading
  const parts = own.filter((leg) => leg.account === account && leg.currency === unit)
  const value = q8(sumOf(parts))
  return {
    what: refType,
    formula: 'moved',
    orderNo: first.orderNo,
    accountType: first.book,
    state: isZero(sumOf(own.filter((leg) => leg.account === 'FROZEN'))) ? 'done' : 'running',
    at: asInstant(last.atMs),
    inputs: [
      ...(remark ? [input('remark', remark, 'ledger')] : []),
      input('account', account, 'ledger'),
      input('unit', unit, 'ledger'),
      ...parts.map(({ amount }, at) => input(`leg${at + 1}`, amount, 'ledger')),
    ],
    figures: [{ name: 'moved', value, unit }],
    result: { name: 'moved', value, unit },
    records: [],
  }
}
