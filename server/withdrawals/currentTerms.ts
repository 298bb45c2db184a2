import { bankChainCode, bankWithdrawalTerms, type WithdrawalPreviewRequest } from '#contract/calls/withdrawals.ts'
import { ledgerScale } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import { compareDecimals, truncate } from '#rules/decimal.ts'
import type { AppContext } from '../core/appContext.ts'
import { listNetworksWithTerms } from '../chains/networks.ts'
import { loadWithdrawalTermsLookup } from '../chains/withdrawalTerms.ts'
import type { parseChainAddress } from './addressBook.ts'

/** What a way out asks for. Money and fee in the currency. */
export interface CurrentWithdrawalTerms {
  min: Decimal
  fee: Decimal
  /** Digits of what can be sent; what is smaller stays in the wallet. */
  places: number
  confirmations: number
  memo: 'none' | 'optional' | 'required'
  family: Parameters<typeof parseChainAddress>[0] | undefined
}

/** Refuses validation for a way that there is not, and networkSuspended {others} with those that work meanwhile (docs/rules/deposits-and-withdrawals.md). */
export async function requireCurrentWithdrawalTerms(
  sql: Sql,
  app: AppContext,
  { currency, chainType }: Pick<WithdrawalPreviewRequest, 'currency' | 'chainType'>,
): Promise<CurrentWithdrawalTerms> {
  if (chainType === bankChainCode) return bankTermsOf(sql, app, currency)
  const ways = (await listNetworksWithTerms(sql, app)).filter((network) => network.currency === currency)
  const way = ways.find((network) => network.chainType === chainType)
  if (!way) throw new Refusal('validation', { field: 'chainType', rule: 'network' })
  if (way.suspended.withdraw) {
    const others = ways.filter(({ suspended }) => !suspended.withdraw).map((network) => network.chainType)
    throw new Refusal('networkSuspended', { others, reason: way.suspended.reason })
  }
  const { withdrawMin: min, withdrawFee: fee, decimals, confirmations, memo, family } = way
  return { min, fee, places: Math.min(ledgerScale, decimals), confirmations, memo, family }
}

async function bankTermsOf(sql: Sql, { clock }: AppContext, currency: string): Promise<CurrentWithdrawalTerms> {
  const bank = bankWithdrawalTerms.find((terms) => terms.currency === currency)
  if (!bank) throw new Refusal('validation', { field: 'currency', rule: 'bank' })
  if (!bank.canWithdraw) throw new Refusal('networkSuspended', { others: [], reason: '' })
  const published = (await loadWithdrawalTermsLookup(sql, clock.now()))(currency, bankChainCode).now
  const { min, fee } = published ?? { min: asDecimal(bank.min), fee: asDecimal(bank.fee) }
  return { min, fee, places: bank.places, confirmations: 0, memo: 'none', family: undefined }
}

/** What can be sent of an amount; refuses belowMin {min}. */
export function requireSendableWithdrawalAmount(terms: CurrentWithdrawalTerms, money: Decimal, currency: string): Decimal {
  const whole = truncate(money, terms.places)
  if (compareDecimals(whole, terms.min) < 0) throw new Refusal('belowMin', { min: `${terms.min} ${currency}` })
  return whole
}
