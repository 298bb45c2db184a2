import type { BalanceRecord } from '#contract/calls/wallet.ts'
import { Refusal } from '#contract/refusals.ts'
import { asInstant, fromWire, toWire } from '#contract/time.ts'
import { type Book, balancesOf } from '#ledger/ledger.ts'
import { type LedgerRecord, recordsOf } from '#ledger/records.ts'
import { balancesFrom } from '#rules/balance.ts'
import type { House } from '../house.ts'
import type { Handlers } from '../http/handlers.ts'
import { networksOf, toListed } from '../networks.ts'
import type { Valuation } from '../valuation.ts'
import { assetsOf } from './assets.ts'

/** What a person has and how it came (product §1.3 calls 40, 41, 47). */
export function walletHandlers(house: House, others: readonly Valuation[] = []): Handlers<'wallet'> {
  return {
    balances: async ({ accountType }, { sql, visitor }) =>
      balancesFrom(await balancesOf(sql, visitor.userId, accountType as Book), accountType, house.clock.now()),
    assets: ({ accountType, target }, { sql, visitor }) => assetsOf(house, others, sql, visitor.userId, accountType, target),
    networks: async (_, { sql }) => (await networksOf(sql, house)).map(toListed),
    balanceRecords: async (asked, { sql, visitor }) => {
      const { pageNo, pageSize } = asked
      const { records, total } = await recordsOf(sql, {
        userId: visitor.userId,
        book: asked.accountType as Book,
        currency: asked.currency,
        types: asked.type?.map(typeNumber),
        fromMs: momentOf('beginTime', asked.beginTime, 0),
        // The wire has whole seconds, and the end is inclusive: its whole second belongs to the answer.
        toMs: momentOf('endTime', asked.endTime, 999),
        ref: refOf(asked.ref),
        beforeId: asked.before,
        pageNo,
        pageSize,
      })
      return { records: records.map(toRecord), total, size: pageSize, current: pageNo, pages: Math.ceil(total / pageSize) }
    },
  }
}

const toRecord = ({ book, atMs, ...record }: LedgerRecord): BalanceRecord => ({
  ...record,
  accountType: book,
  createTime: asInstant(atMs),
  at: asInstant(atMs),
})

function refOf(text: string | undefined): { type: string; id: string } | undefined {
  const [type, id] = text?.split(':') ?? []
  return type !== undefined && id !== undefined ? { type, id } : undefined
}

function typeNumber(text: string): number {
  if (!/^\d{1,2}$/.test(text)) throw new Refusal('validation', { field: 'type', rule: 'record types' })
  return Number(text)
}

/** A wire time as an instant, moved to the end of what it names. Days that do not exist are refused, not rolled over. */
function momentOf(field: 'beginTime' | 'endTime', text: string | undefined, plusMs: number): number | undefined {
  if (text === undefined) return undefined
  const at = fromWire(text)
  if (Number.isNaN(at) || toWire(at) !== text) throw new Refusal('validation', { field, rule: 'YYYY-MM-DD HH:mm:ss' })
  return at + plusMs
}
