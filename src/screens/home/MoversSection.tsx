import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { memo, useMemo, useState } from 'react'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { ChevronRightIcon } from '#ui/icons/icons.tsx'
import { Section } from '#ui/Section.tsx'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { hasTurnover } from '#widgets/market/listedMarket.ts'
import { MarketRow } from '#widgets/market/MarketRow.tsx'
import { MarketRowsSkeleton } from '#widgets/market/MarketRowsSkeleton.tsx'
import type { useListedMarkets } from '#widgets/market/useListedMarkets.ts'
import styles from './Home.module.css'
import { type MoverListKind, moverListKinds, moverRowCount, topMarkets } from './topMarkets.ts'

/** Hot, gainers, losers, the busiest of 24 hours: five rows each, ordered anew each minute so that nothing jumps under the thumb. */
export const MoversSection = memo(function Movers({ listed }: { listed: ReturnType<typeof useListedMarkets> }) {
  const { t } = useLingui()
  const [list, setList] = useState<MoverListKind>('hot')
  const { markets, error, isFetching, retry } = listed
  const shown = useMemo(() => markets && topMarkets(markets, list), [markets, list])
  const isByRange = list === 'turnover' && markets !== undefined && !markets.some(hasTurnover)
  const names: Record<MoverListKind, string> = {
    hot: t`Hot`,
    gainers: t`Gainers`,
    losers: t`Losers`,
    turnover: t({ message: '24 h', context: 'list of markets by turnover' }),
  }
  return (
    <Section title={<Trans>Markets</Trans>} quietTitle>
      <SegmentedControl
        look="line"
        label={t`List`}
        value={list}
        onChange={setList}
        options={moverListKinds.map((value) => ({ value, label: names[value] }))}
      />
      <Card flush className={styles.rows}>
        {isByRange && shown && shown.length > 0 && (
          <p className={styles.order}>
            <Trans>Simulated markets have no turnover: widest between high and low first.</Trans>
          </p>
        )}
        {shown?.map((market) => (
          <MarketRow key={market.symbol} market={market} />
        ))}
        {shown?.length === 0 && (
          <EmptyState
            text={
              list === 'turnover' ? (
                <Trans>No market of this kind has a price yet.</Trans>
              ) : list === 'gainers' ? (
                <Trans>No market is up over 24 hours.</Trans>
              ) : (
                <Trans>No market is down over 24 hours.</Trans>
              )
            }
          />
        )}
        {!shown && !error && <MarketRowsSkeleton count={moverRowCount} />}
        {error && <LoadErrorState title={t`The list of markets did not load`} error={error} onRetry={retry} busy={isFetching} />}
        {shown && (
          <Link to={path.markets} search={searchOf(list, isByRange)} className={styles.all}>
            <Trans>All markets</Trans>
            <ChevronRightIcon />
          </Link>
        )}
      </Card>
    </Section>
  )
})

/** The same order, of all markets. */
function searchOf(list: MoverListKind, isByRange: boolean) {
  const category = 'all' as const
  if (list === 'hot') return { category }
  if (list === 'turnover') return { category, sort: isByRange ? ('range' as const) : list }
  return { category, sort: 'change' as const, down: list === 'gainers' }
}
