import type { BalanceRecord } from '#contract/calls/wallet.ts'
import { asInstant } from '#contract/time.ts'
import { type LedgerRecord, recordsOf } from '#ledger/records.ts'
import { balancesFrom } from '#rules/balance.ts'
import { toNamed } from '../competitionNames.ts'
import type { House } from '../house.ts'
import type { Handlers } from '../http/handlers.ts'
import { currencyName } from '../names.ts'
import { networksOf, toListed } from '../networks.ts'
import { bookMeant, heldIn } from '../ownBook.ts'
import type { Valuation } from '../valuation.ts'
import { assetsOf } from './assets.ts'
import { statementLink } from './statement/statement.ts'
import { typesOf } from './recordTypes.ts'
import { instantOf } from './wireTime.ts'

/** What a person has and how it came (product §1.3 calls 40, 41, 47, 52). */
export function walletHandlers(house: House, others: readonly Valuation[] = []): Handlers<'wallet'> {
  return {
    balances: async (asked, { sql, visitor, lang }) => {
      const own = await bookMeant(sql, visitor.userId, asked)
      return balancesFrom(
        await heldIn(sql, own),
        { accountType: own.book, compId: own.competition?.id ?? null },
        house.clock.now(),
        (currency) => currencyName(lang, currency),
      )
    },
    assets: ({ accountType, target }, { sql, visitor }) => assetsOf(house, others, sql, visitor.userId, accountType, target),
    networks: async (_, { sql }) => (await networksOf(sql, house)).map(toListed),
    statement: statementLink,
    balanceRecords: async (asked, { sql, visitor, lang }) => {
      const { pageNo, pageSize } = asked
      const { walletId, book, competition, during } = await bookMeant(sql, visitor.userId, asked)
      const { records, total } = await recordsOf(sql, {
        userId: walletId,
        book,
        currency: asked.currency,
        types: typesOf(asked.type),
        fromMs: laterOf(asked.beginTime === undefined ? undefined : instantOf('beginTime', asked.beginTime, 0), during?.fromMs),
        // The wire has whole seconds, and the end is inclusive: its whole second belongs to the answer.
        toMs: soonerOf(asked.endTime === undefined ? undefined : instantOf('endTime', asked.endTime, 999), during?.toMs),
        ref: refOf(asked.ref),
        beforeId: asked.before,
        pageNo,
        pageSize,
      })
      const inCompetition = competition && { competition: toNamed(lang, competition) }
      return {
        records: records.map((record) => ({ ...toRecord(record), ...inCompetition })),
        total,
        size: pageSize,
        current: pageNo,
        pages: Math.ceil(total / pageSize),
      }
    },
  }
}

const laterOf = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.max(a, b)
const soonerOf = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.min(a, b)

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
