import type { BalanceRecord } from '#contract/calls/wallet.ts'
import { asInstant } from '#contract/time.ts'
import { type Book, balancesOf } from '#ledger/ledger.ts'
import { type LedgerRecord, recordsOf } from '#ledger/records.ts'
import { balancesFrom } from '#rules/balance.ts'
import type { House } from '../house.ts'
import type { Handlers } from '../http/handlers.ts'
import { currencyName } from '../names.ts'
import { networksOf, toListed } from '../networks.ts'
import type { Valuation } from '../valuation.ts'
import { assetsOf } from './assets.ts'
import { statementLink } from './statement/statement.ts'
import { typesOf } from './recordTypes.ts'
import { instantOf } from './wireTime.ts'

/** What a person has and how it came (product §1.3 calls 40, 41, 47, 52). */
export function walletHandlers(house: House, others: readonly Valuation[] = []): Handlers<'wallet'> {
  return {
    balances: async ({ accountType }, { sql, visitor, lang }) =>
      balancesFrom(await balancesOf(sql, visitor.userId, accountType as Book), accountType, house.clock.now(), (currency) =>
        currencyName(lang, currency),
      ),
    assets: ({ accountType, target }, { sql, visitor }) => assetsOf(house, others, sql, visitor.userId, accountType, target),
    networks: async (_, { sql }) => (await networksOf(sql, house)).map(toListed),
    statement: statementLink,
    balanceRecords: async (asked, { sql, visitor }) => {
      const { pageNo, pageSize } = asked
      const { records, total } = await recordsOf(sql, {
        userId: visitor.userId,
        book: asked.accountType as Book,
        currency: asked.currency,
        types: typesOf(asked.type),
        fromMs: asked.beginTime === undefined ? undefined : instantOf('beginTime', asked.beginTime, 0),
        // The wire has whole seconds, and the end is inclusive: its whole second belongs to the answer.
        toMs: asked.endTime === undefined ? undefined : instantOf('endTime', asked.endTime, 999),
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
