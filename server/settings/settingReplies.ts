import type { LanguageCode } from '#contract/calls/account.ts'
import { languageCodes } from '#contract/calls/account.ts'
import type { AgreementSettings, AppConfig, PlatformLimitSettings, MinAmounts, RiskTexts } from '#contract/calls/settings.ts'
import { uploadLimitBytes } from '#contract/calls/uploads.ts'
import {
  bankChainCode,
  bankWithdrawalTerms,
  beneficiaryRequiredFromUsdt,
  newAddressHoldHours,
  withdrawalAutoApproveMaxUsdt,
  newAddressDailyLimitUsdt,
} from '#contract/calls/withdrawals.ts'
import {
  agreementVersions,
  closeOutEquityRatio,
  verificationCodeExpireSeconds,
  verificationCodeResendSeconds,
  demoFundUsdt,
  ledgerScale,
  limitOrderExpiryDays,
  orderPreviewExpireMs,
  realSecondContractLimits,
  slippageDefaultBps,
  slippageMaxBps,
  priceStaleAfterMs,
  swapQuoteMs,
  inviterFeeRebateRate,
} from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { levelTable } from '#db/seed/levels.ts'
import { add } from '#rules/decimal.ts'
import { spotMinUsdt } from '#rules/spot.ts'
import { swapBridgeCurrency, swapMaxUsdt, swapMinUsdt } from '#rules/swap.ts'
import { listContentPieces, findContentPiece } from '../content/store.ts'
import type { AppContext } from '../core/appContext.ts'
import { loanPlansOfRelease } from '../terms/loanTerms.ts'
import { listNetworksWithTerms } from '../chains/networks.ts'
import { secondContractOffersForEnv } from '../terms/secondContractTerms.ts'
import { basicDailyWithdrawalLimitUsdt, minContractNotionalUsdt } from '../terms/minimums.ts'

// What the keys of `getKeyByParam` beside `sys_set` answer: what the rest of the server goes by, said in one place each.

/** The app's general settings. */
export const appConfigReply = (): AppConfig => ({
  settleCurrency: swapBridgeCurrency,
  languages: [...languageCodes],
  ledgerScale,
  demoFund: asDecimal(demoFundUsdt),
  slippageDefaultBps,
  slippageMaxBps,
  previewExpireMs: orderPreviewExpireMs,
  swapQuoteMs,
  staleAfterMs: priceStaleAfterMs,
  limitDays: limitOrderExpiryDays,
  closeOutRatio: asDecimal(closeOutEquityRatio),
  teamRebateRate: asDecimal(inviterFeeRebateRate),
  codeResendSeconds: verificationCodeResendSeconds,
  codeExpireSeconds: verificationCodeExpireSeconds,
  uploadMaxBytes: uploadLimitBytes,
})

/** What is the most that anybody can do. */
export const limitSettingsReply = (): PlatformLimitSettings => ({
  withdrawDay: {
    basic: basicDailyWithdrawalLimitUsdt,
    advanced: levelTable.map(({ level, withdrawDaily }) => ({ level, most: withdrawDaily })),
    newAddress: asDecimal(newAddressDailyLimitUsdt),
  },
  withdraw: {
    coolingHours: newAddressHoldHours,
    withoutReview: asDecimal(withdrawalAutoApproveMaxUsdt),
    beneficiaryFrom: asDecimal(beneficiaryRequiredFromUsdt),
  },
  second: {
    stake: asDecimal(realSecondContractLimits.stakeUsdt),
    stakeDay: asDecimal(realSecondContractLimits.stakeDayUsdt),
    lossDay: asDecimal(realSecondContractLimits.lossDayUsdt),
    betweenSeconds: realSecondContractLimits.betweenSeconds,
    afterLossesSeconds: realSecondContractLimits.afterLossesSeconds,
  },
  swapMost: swapMaxUsdt,
  loans: loanPlansOfRelease.map(({ id, currency, maxAmount }) => ({ id, currency, most: maxAmount })),
})

/** Every agreement, in that language or else in English. */
export async function agreementSettingsReply(sql: Sql, lang: LanguageCode): Promise<AgreementSettings> {
  const pieces = await listContentPieces(sql, { kinds: ['agreement'], lang }, 100, 0)
  return {
    agreements: pieces.map(({ slug: id, title, version }) => ({ id, title, version, mustAgree: Object.hasOwn(agreementVersions, id) })),
  }
}

/** The risk disclosure, product by product, in that language or else in English. */
export async function riskTextsReply(sql: Sql, lang: LanguageCode): Promise<RiskTexts> {
  const piece = await findContentPiece(sql, ['agreement'], 'risk-disclosure', lang)
  if (!piece) return { version: agreementVersions['risk-disclosure'], texts: [] }
  const parts = piece.html.split(/(?=<h2 id=")/)
  const htmlOf = (id: string): string => parts.find((part) => part.startsWith(`<h2 id="${id}"`))?.replace(/^<h2.*?<\/h2>/, '') ?? ''
  return { version: piece.version, texts: piece.toc.map(({ id, title }) => ({ id, title, html: htmlOf(id).trim() })) }
}

/** The least of everything, in its own currency; orders in USDT. */
export async function minAmountsReply(sql: Sql, app: AppContext): Promise<MinAmounts> {
  const networks = await listNetworksWithTerms(sql, app)
  const products = await sql.query<{ id: string; currency: string; min_money: Decimal }>(
    'select id, currency, min_money from product order by place',
  )
  return {
    deposits: networks.map(({ currency, chainType, depositMin }) => ({ currency, chainType, least: depositMin })),
    withdrawals: [
      ...networks.map(({ currency, chainType, withdrawMin }) => ({ currency, chainType, least: withdrawMin })),
      ...bankWithdrawalTerms
        .filter(({ canWithdraw }) => canWithdraw)
        .map(({ currency, min }) => ({ currency, chainType: bankChainCode, least: asDecimal(min) })),
    ],
    contract: minContractNotionalUsdt,
    spot: spotMinUsdt,
    swap: swapMinUsdt,
    second: secondContractOffersForEnv(app.config.env)[0]?.minMoney ?? minContractNotionalUsdt,
    loans: loanPlansOfRelease.map(({ id, currency, minAmount }) => ({ id, currency, least: minAmount })),
    products: products.map(({ id, currency, min_money }) => ({ id, currency, least: add(min_money, '0') })),
  }
}
