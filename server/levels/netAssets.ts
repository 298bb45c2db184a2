import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { zero } from '#rules/decimal.ts'
import { computeAccountValueUsdt, totalUnrealisedProfit } from '../risk/accountValue.ts'
import { unrealisedProfitOf } from '../risk/contractValue.ts'
import { readLoanDebtsByUser } from '../risk/debt.ts'
import type { AppContext } from '../core/appContext.ts'
import type { BatchAssetValuationReader } from '../risk/valuation.ts'
import { hasUsdtMarket, type UsdtPrice, usdtPriceOf } from '../risk/usdtPrice.ts'

/** A currency with a market, or a market, that somebody holds has no price yet: a snapshot of now would be wrong. */
export class PriceUnavailableError extends Error {}

/**
 * REAL net assets of many people in USDT, loans subtracted: the one value of an account that the asset page shows too (docs/rules/{ledger,levels-and-team}.md),
 * with five reads for all of them.
 * Throws PriceUnavailableError where a price is missing, unless `isPatient` is false: then it counts as nothing, as there.
 */
export async function readNetAssetsUsdtByUser(
  app: AppContext,
  others: readonly BatchAssetValuationReader[],
  sql: Sql,
  userIds: readonly string[],
  isPatient: boolean,
): Promise<ReadonlyMap<string, Decimal>> {
  const usdtPrices = new Map<string, UsdtPrice | undefined>()
  const missing = (what: string): void => {
    if (isPatient) throw new PriceUnavailableError(`${what} has no price`)
  }
  const priceAt = (currency: string): UsdtPrice | undefined => {
    if (!usdtPrices.has(currency)) usdtPrices.set(currency, usdtPriceOf(app.market, currency))
    const usdtPrice = usdtPrices.get(currency)
    if (!usdtPrice && hasUsdtMarket(app.market, currency)) missing(currency)
    return usdtPrice
  }
  const balances = Map.groupBy(await balancesOf(sql, userIds), byPerson)
  const contracts = Map.groupBy(await contractsOf(sql, userIds), byPerson)
  for (const contract of [...contracts.values()].flat())
    if (unrealisedProfitOf(app.market, contract) === undefined) missing(contract.symbol)
  const otherValues: ReadonlyMap<string, Decimal>[] = []
  for (const valuation of others) otherValues.push(await valuation(sql, userIds))
  const debts = await readLoanDebtsByUser(sql, userIds, app.clock.now())
  return new Map(
    userIds.map((userId) => {
      const { net } = computeAccountValueUsdt({
        balances: (balances.get(userId) ?? []).map(({ currency, amount }) => ({
          usdtPrice: priceAt(currency),
          balance: { balance: amount },
        })),
        unrealised: totalUnrealisedProfit(app.market, contracts.get(userId) ?? []),
        others: otherValues.flatMap((values) => values.get(userId) ?? []).map((usdt) => ({ usdt })),
        debt: debts.get(userId) ?? zero,
      })
      return [userId, net]
    }),
  )
}

const byPerson = ({ user_id }: { user_id: string }): string => user_id

/** By person and currency, all buckets together. */
const balancesOf = (sql: Sql, userIds: readonly string[]) =>
  sql.query<{ user_id: string; currency: string; amount: Decimal }>(
    `select user_id, currency, sum(amount) as amount from balance
     where user_id = any($1::bigint[]) and book = 1 and amount > 0 group by user_id, currency`,
    [[...userIds]],
  )

interface HeldContract {
  user_id: string
  symbol: string
  direction: number
  quantity: Decimal
  contract_size: Decimal
  open_price: Decimal
  margin: Decimal
  added_margin: Decimal
}

const contractsOf = (sql: Sql, userIds: readonly string[]) =>
  sql.query<HeldContract>(
    `select user_id, symbol, direction, quantity, contract_size, open_price, margin, added_margin
     from position where user_id = any($1::bigint[]) and account_type = 1 and status in (1, 2)`,
    [[...userIds]],
  )
