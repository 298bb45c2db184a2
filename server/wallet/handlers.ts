import type { LanguageCode } from '#contract/calls/account.ts'
import type { BalanceRecord } from '#contract/calls/wallet.ts'
import { asInstant } from '#contract/time.ts'
import { type LedgerRecord, readLedgerRecordsPage } from '#ledger/records.ts'
import { currencyBalancesFromBuckets } from '#rules/balance.ts'
import { toNamedCompetition } from '../core/competitionNames.ts'
import type { AppContext } from '../core/appContext.ts'
import type { CallHandlers } from '../core/handlers.ts'
import { translate } from '../core/i18n.ts'
import { localizedCurrencyName } from '../core/names.ts'
import { listNetworksWithTerms, toCurrencyNetwork } from '../chains/networks.ts'
import { resolveTradingAccountScope, readTradingAccountBalances } from '../orders/accountType.ts'
import type { AssetValuationReader } from '../risk/valuation.ts'
import { readAccountAssets } from './assets.ts'
import { statementLinkHandler } from './statement/statement.ts'
import { statementRecordTypeTextOf } from './statement/words.ts'
import { parseRecordTypes } from './recordTypes.ts'
import { parseWireTime } from './wireTime.ts'

/** What a person has and how it came (docs/rules/ledger.md). */
export function walletHandlers(app: AppContext, others: readonly AssetValuationReader[] = []): CallHandlers<'wallet'> {
  return {
    balances: async (input, { sql, visitor, lang }) => {
      const own = await resolveTradingAccountScope(sql, visitor.userId, input)
      return currencyBalancesFromBuckets(
        await readTradingAccountBalances(sql, own),
        { accountType: own.book, compId: own.competition?.id ?? null },
        app.clock.now(),
        (currency) => localizedCurrencyName(lang, currency),
      )
    },
    assets: ({ accountType, target }, { sql, visitor }) => readAccountAssets(app, others, sql, visitor.userId, accountType, target),
    networks: async (_, { sql }) => (await listNetworksWithTerms(sql, app)).map(toCurrencyNetwork),
    statement: statementLinkHandler,
    balanceRecords: async (input, { sql, visitor, lang }) => {
      const { pageNo, pageSize } = input
      const { walletId, book, competition, during } = await resolveTradingAccountScope(sql, visitor.userId, input)
      const { records, total } = await readLedgerRecordsPage(sql, {
        userId: walletId,
        book,
        currency: input.currency,
        types: parseRecordTypes(input.type),
        fromMs: laterOf(input.beginTime === undefined ? undefined : parseWireTime('beginTime', input.beginTime, 0), during?.fromMs),
        // The wire has whole seconds, and the end is inclusive: its whole second belongs to the answer.
        toMs: soonerOf(input.endTime === undefined ? undefined : parseWireTime('endTime', input.endTime, 999), during?.toMs),
        ref: refOf(input.ref),
        beforeId: input.before,
        pageNo,
        pageSize,
      })
      const inCompetition = competition && { competition: toNamedCompetition(lang, competition) }
      return {
        records: records.map((record) => ({ ...toRecord(lang, record), ...inCompetition })),
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

const toRecord = (lang: LanguageCode, { book, atMs, ...record }: LedgerRecord): BalanceRecord => ({
  ...record,
  typeName: translate(lang, statementRecordTypeTextOf(record.type)),
  accountType: book,
  createTime: asInstant(atMs),
  at: asInstant(atMs),
})

function refOf(text: string | undefined): { type: string; id: string } | undefined {
  const [type, id] = text?.split(':') ?? []
  return type !== undefined && id !== undefined ? { type, id } : undefined
}
