import { useLingui } from '@lingui/react/macro'
import type { EarnProduct } from '#contract/calls/products.ts'
import { subtract } from '#rules/decimal.ts'
import type { ArbitragePledgeQuantType } from '#widgets/products/productSearch.ts'
import { formatSharePercent } from '#widgets/products/rateText.ts'

/** What the three kinds are called on their screens. */
export function useEarnTypeNameAndArticle(type: ArbitragePledgeQuantType): { name: string; article: string } {
  const { t } = useLingui()
  const words = {
    1: { name: t`Arbitrage hosting`, article: 'arbitrage-hosting' },
    2: { name: t({ message: 'Pledge', context: 'of coins, for network rewards' }), article: 'pledge' },
    3: { name: t`AI-quant fund`, article: 'ai-quant' },
  } as const
  return words[type]
}

/** What a product is, in two sentences, with the share that is ours as it is offered. Nothing where none is stated. */
export function useEarnProductIntroFormatter(): (product: Pick<EarnProduct, 'type' | 'ourShare'>) => string | undefined {
  const { t } = useLingui()
  return ({ type, ourShare }) => {
    if (!ourShare) return undefined
    const ours = formatSharePercent(ourShare)
    const yours = formatSharePercent(subtract('1', ourShare))
    const words: Readonly<Record<number, string>> = {
      1: t`A day brings ${yours} of the three published funding rates of BTC/USDT, never less than nothing and never more than the highest rate shown. The rest is ours. Many days bring little, some bring nothing.`,
      2: t`Your coins support their network, which pays for it. ${yours} of that is yours, ${ours} is ours. The rate moves with the network, the coin with its market.`,
      3: t`Rules-based, can lose: fixed, published rules buy and sell once a day. There is no promised return. We take ${ours} of new highs and no other fee.`,
    }
    return words[type]
  }
}
