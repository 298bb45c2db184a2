import type { LanguageCode } from '#contract/calls/account.ts'
import { languageCodes } from '#contract/calls/account.ts'
import type { AgreementSettings, AppConfig, LimitSettings, MinAmounts, RiskTexts } from '#contract/calls/settings.ts'
import { uploadLimitBytes } from '#contract/calls/uploads.ts'
import { bankChain, bankTerms, beneficiaryFromUsdt, coolingHours, withoutReviewUsdt, youngDayUsdt } from '#contract/calls/withdrawals.ts'
import {
  agreementVersions,
  closeOutRatio,
  codeExpireSeconds,
  codeResendSeconds,
  demoFundUsdt,
  ledgerScale,
  limitDays,
  previewExpireMs,
  realSecondLimits,
  slippageDefaultBps,
  slippageMaxBps,
  staleAfterMs,
  swapQuoteMs,
  teamRebateRate,
} from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { levelTable } from '#db/seed/levels.ts'
import { add } from '#rules/decimal.ts'
import { spotMinUsdt } from '#rules/spot.ts'
import { swapCurrency, swapMaxUsdt, swapMinUsdt } from '#rules/swap.ts'
import { listPieces, onePiece } from './content/store.ts'
import type { House } from './house.ts'
import { loanSets } from './loans/sets.ts'
import { networksOf } from './networks.ts'
import { setsSold } from './secondContracts/sets.ts'
import { minNotionalUsdt } from './trading/order.ts'
import { basicDayUsdt } from './withdrawals/limit.ts'

// What the keys of call 102 beside `sys_set` answer: what the rest of the server goes by, said in one place each.

/** The app's general settings. */
export const appConfig = (): AppConfig => ({
  settleCurrency: swapCurrency,
  languages: [...languageCodes],
  ledgerScale,
  demoFund: asDecimal(demoFundUsdt),
  slippageDefaultBps,
  slippageMaxBps,
  previewExpireMs,
  swapQuoteMs,
  staleAfterMs,
  limitDays,
  closeOutRatio: asDecimal(closeOutRatio),
  teamRebateRate: asDecimal(teamRebateRate),
  codeResendSeconds,
  codeExpireSeconds,
  uploadMaxBytes: uploadLimitBytes,
})

/** What is the most that anybody can do. */
export const limitSettings = (): LimitSettings => ({
  withdrawDay: {
    basic: basicDayUsdt,
    advanced: levelTable.map(({ level, withdrawDaily }) => ({ level, most: withdrawDaily })),
    newAddress: asDecimal(youngDayUsdt),
  },
  withdraw: {
    coolingHours,
    withoutReview: asDecimal(withoutReviewUsdt),
    beneficiaryFrom: asDecimal(beneficiaryFromUsdt),
  },
  second: {
    stake: asDecimal(realSecondLimits.stakeUsdt),
    stakeDay: asDecimal(realSecondLimits.stakeDayUsdt),
    lossDay: asDecimal(realSecondLimits.lossDayUsdt),
    betweenSeconds: realSecondLimits.betweenSeconds,
    afterLossesSeconds: realSecondLimits.afterLossesSeconds,
  },
  swapMost: swapMaxUsdt,
  loans: loanSets.map(({ id, currency, maxAmount }) => ({ id, currency, most: maxAmount })),
})

/** Every agreement, in that language or else in English. */
export async function agreementSettings(sql: Sql, lang: LanguageCode): Promise<AgreementSettings> {
  const pieces = await listPieces(sql, { kinds: ['agreement'], lang }, 100, 0)
  return {
    agreements: pieces.map(({ slug: id, title, version }) => ({ id, title, version, mustAgree: Object.hasOwn(agreementVersions, id) })),
  }
}

/** The risk disclosure, product by product, in that language or else in English. */
export async function riskTexts(sql: Sql, lang: LanguageCode): Promise<RiskTexts> {
  const piece = await onePiece(sql, ['agreement'], 'risk-disclosure', lang)
  if (!piece) return { version: agreementVersions['risk-disclosure'], texts: [] }
  const parts = piece.html.split(/(?=<h2 id=")/)
  const htmlOf = (id: string): string => parts.find((part) => part.startsWith(`<h2 id="${id}"`))?.replace(/^<h2.*?<\/h2>/, '') ?? ''
  return { version: piece.version, texts: piece.toc.map(({ id, title }) => ({ id, title, html: htmlOf(id).trim() })) }
}

/** The least of everything, in its own currency; orders in USDT. */
export async function minAmounts(sql: Sql, house: House): Promise<MinAmounts> {
  const networks = await networksOf(sql, house)
  const products = await sql.query<{ id: string; currency: string; min_money: Decimal }>(
    'select id, currency, min_money from product order by place',
  )
  return {
    deposits: networks.map(({ currency, chainType, depositMin }) => ({ currency, chainType, least: depositMin })),
    withdrawals: [
      ...networks.map(({ currency, chainType, withdrawMin }) => ({ currency, chainType, least: withdrawMin })),
      ...bankTerms
        .filter(({ canWithdraw }) => canWithdraw)
        .map(({ currency, min }) => ({ currency, chainType: bankChain, least: asDecimal(min) })),
    ],
    contract: minNotionalUsdt,
    spot: spotMinUsdt,
    swap: swapMinUsdt,
    second: setsSold(house.config.env)[0]?.minMoney ?? minNotionalUsdt,
    loans: loanSets.map(({ id, currency, minAmount }) => ({ id, currency, least: minAmount })),
    products: products.map(({ id, currency, min_money }) => ({ id, currency, least: add(min_money, '0') })),
  }
}
