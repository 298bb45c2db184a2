import { useLingui } from '@lingui/react/macro'
import type { EarnType } from '#widgets/products/productSearch.ts'

/** What the three kinds are called on their screens, and what each is, in two sentences. */
export function useEarnWords(type: EarnType): { name: string; intro: string; article: string } {
  const { t } = useLingui()
  const words = {
    1: {
      name: t`Arbitrage hosting`,
      intro: t`A day brings 70% of the three published funding rates of BTC/USDT, never less than nothing and never more than the highest rate shown. The rest is ours. Many days bring little, some bring nothing.`,
      article: 'arbitrage-hosting',
    },
    2: {
      name: t({ message: 'Pledge', context: 'of coins, for network rewards' }),
      intro: t`Your coins support their network, which pays for it. 90% of that is yours, 10% is ours. The rate moves with the network, the coin with its market.`,
      article: 'pledge',
    },
    3: {
      name: t`AI-quant fund`,
      intro: t`Rules-based, can lose: fixed, published rules buy and sell once a day. There is no promised return. We take 20% of new highs and no other fee.`,
      article: 'ai-quant',
    },
  } as const
  return words[type]
}
