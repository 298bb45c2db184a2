import type { useListedMarkets } from '#widgets/market/useListedMarkets.ts'
import { Footer } from './Footer.tsx'
import { NewsHeadlines } from './NewsHeadlines.tsx'
import { MarketBreadth } from './MarketBreadth.tsx'

/** What a first look at home does not show; it comes after what it does. */
export default function HomeBelowFold({ listed }: { listed: ReturnType<typeof useListedMarkets> }) {
  return (
    <>
      <MarketBreadth listed={listed} />
      <NewsHeadlines />
      <Footer />
    </>
  )
}
