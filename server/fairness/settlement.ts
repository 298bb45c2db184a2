import type { SettlementReceipt } from '#contract/calls/settlement.ts'
import { accountTypes } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { readOwnLedgerPostings, type OwnLedgerPosting } from '#ledger/postings.ts'
import { add, isZero, q8, zero } from '#rules/decimal.ts'
import { toNamedCompetition } from '../core/competitionNames.ts'
import { findCompetitionOfLedgerRef } from '../orders/competition.ts'
import { type ExplainedSettlement, type SettlementExplainer, settlementInput } from '../orders/explainer.ts'
import type { AppContext } from '../core/appContext.ts'
import type { CallHandlers } from '../core/handlers.ts'
import { completeRewardTask } from '../notifications/completeTask.ts'
import { priceRecordLogOfFeed } from './log.ts'
import { type PriceRecordProofReader, createPriceRecordProofReader } from './proofs.ts'
import { loadUsedRecordPricesLookup, type UsedRecordPrice } from './usedPrices.ts'

/** Explains anything that moved a person's money (docs/rules/ledger.md): by its module where one explains it, else by its postings alone. */
export function settlementHandlers(app: AppContext, explainers: readonly SettlementExplainer[]): CallHandlers<'settlement'> {
  const settlementOf = createSettlementReader(app, explainers)
  return {
    info: async ({ refType, refId }, { sql, visitor, lang }) => {
      const found = await settlementOf(sql, refType, refId, visitor.userId)
      if (!found) throw new Refusal('notFound')
      const competition = found.accountType === accountTypes.competition ? await findCompetitionOfLedgerRef(sql, refType, refId) : undefined
      return { ...found, ...(competition && { competition: toNamedCompetition(lang, competition) }) }
    },
    // Only a person's own device can say so: who would say it without having looked deceives nobody else (docs/rules/levels-and-team.md).
    verified: async ({ refType, refId }, { sql, visitor, afterCommit }) => {
      const found = await settlementOf(sql, refType, refId, visitor.userId)
      if (!found) throw new Refusal('notFound')
      if (found.state !== 'done') throw new Refusal('taskNotDone')
      await completeRewardTask(app, { sql, visitor, afterCommit }, 'verifySettlement')
      return {}
    },
  }
}

/** What that call answers; undefined for what is not this person's. */
export function createSettlementReader(
  { config, db, market }: Pick<AppContext, 'config' | 'db' | 'market'>,
  explainers: readonly SettlementExplainer[],
): (sql: Sql, refType: string, refId: string, userId: string) => Promise<SettlementReceipt | undefined> {
  const log = priceRecordLogOfFeed(config.marketFeed, db)
  const proofs = createPriceRecordProofReader(db, market.specs, log)
  return async (sql, refType, refId, userId) => {
    const explainer = explainers.find((explainer) => explainer.refType === refType)
    const own = await explainer?.explain(sql, refId, userId)
    const postings = await readOwnLedgerPostings(sql, refType, refId, userId)
    const explained = own ?? movedOf(refType, postings)
    if (!explained) return undefined
    const used = (await loadUsedRecordPricesLookup(sql, log, explained.records))(explained.records)
    const placed = await Promise.all(used.map((price) => placeOf(proofs, log.dayOf(price.sec), price)))
    const { at, records: _, ...settlement } = explained
    return { ...settlement, refType, refId, time: at, priceRecords: placed, postings: postings.map(toPosting) }
  }
}

const toPosting = ({ id, atMs, legs }: OwnLedgerPosting): SettlementReceipt['postings'][number] => ({ id, time: asInstant(atMs), legs })

/** Where the record stands in its day's list; no place yet where it is not signed, or no longer where its day is deleted. */
async function placeOf(
  proofs: PriceRecordProofReader,
  treeDay: string,
  { price, ...used }: UsedRecordPrice,
): Promise<SettlementReceipt['priceRecords'][number]> {
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
function movedOf(refType: string, postings: readonly OwnLedgerPosting[]): ExplainedSettlement | undefined {
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
      ...(remark ? [settlementInput('remark', remark, 'ledger')] : []),
      settlementInput('account', account, 'ledger'),
      settlementInput('unit', unit, 'ledger'),
      ...parts.map(({ amount }, at) => settlementInput(`leg${at + 1}`, amount, 'ledger')),
    ],
    figures: [{ name: 'moved', value, unit }],
    result: { name: 'moved', value, unit },
    records: [],
  }
}
