import type { LanguageCode } from '#contract/calls/account.ts'
import type { EarnProduct } from '#contract/calls/products.ts'
import type { Decimal } from '#contract/decimal.ts'
import { earnProductType } from '#contract/states.ts'
import { multiply } from '#rules/decimal.ts'
import { translate, type TranslatableText } from '../core/i18n.ts'
import { trimDatabaseNumberZeros } from './plain.ts'

// What a product says of itself in words, for clients that have none of their own.

const rateTexts: Record<EarnProduct['rateKind'], TranslatableText> = {
  variable: /*i18n*/ { id: 'product.rate.variable', message: 'Variable, {least} to {most} a day' },
  fixedByContract: /*i18n*/ { id: 'product.rate.fixedByContract', message: '{rate} a year, as agreed with the borrower' },
  nav: /*i18n*/ { id: 'product.rate.nav', message: 'No rate: the value of a unit rises and falls' },
  output: /*i18n*/ { id: 'product.rate.output', message: 'What the machine earns in a day, less its power; on some days nothing' },
}

const backingTexts: Record<EarnProduct['backing']['kind'], TranslatableText> = {
  simulated: /*i18n*/ { id: 'product.backing.simulated', message: 'Sandbox: play money, nothing real stands behind it.' },
  reserve: /*i18n*/ { id: 'product.backing.reserve', message: 'Income comes from a reserve that was funded before.' },
  custody: /*i18n*/ { id: 'product.backing.custody', message: 'The coins are with a custodian, with a document that proves it.' },
  borrower: /*i18n*/ { id: 'product.backing.borrower', message: "A borrower's promise to repay, nothing else." },
}

const percent = (fraction: string): string => `${trimDatabaseNumberZeros(multiply(fraction, '100'))}%`

/** How income comes about, in one line. */
export const productRateText = ({ rateKind, rateMin, rateMax, debt }: Omit<EarnProduct, 'rateText'>, lang: LanguageCode): string =>
  translate(lang, rateTexts[rateKind], { least: percent(rateMin), most: percent(rateMax), rate: percent(debt?.annualRate ?? rateMax) })

/** What stands behind it, in one sentence. */
export const productBackingText = (kind: EarnProduct['backing']['kind'], lang: LanguageCode): string => translate(lang, backingTexts[kind])

/** Where an article is read. */
export const articleUrl = (id: string): string => `/articleDetail?id=${id}`

/** Where what stands behind a product can be checked. */
export const productProofUrl = ({ backing, reserveCoverage, terms }: Backed): string | null => {
  const doc = terms['docKey']
  if (backing === 'borrower') return doc === undefined ? null : articleUrl(doc)
  if (backing === 'custody') return terms['custodyDoc'] ?? null
  return reserveCoverage === null ? null : '/api/public/fair/reserves'
}

interface Backed {
  /** Real money's, whatever a sandbox makes of it. */
  backing: EarnProduct['backing']['kind']
  reserveCoverage: Decimal | null
  terms: Readonly<Record<string, string>>
}

/** The help article that answers what people ask about a kind of product. */
export const helpArticleIdByProductType: Readonly<Record<number, string>> = {
  [earnProductType.arbitrage]: 'arbitrage-hosting',
  [earnProductType.pledge]: 'pledge',
  [earnProductType.quant]: 'ai-quant',
  [earnProductType.miner]: 'mining-machines',
  [earnProductType.debt]: 'debt-crowdfunding',
}
