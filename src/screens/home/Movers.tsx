import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { toPlotNumber } from '#rules/plot.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { ChevronRight } from '#ui/icons.tsx'
import { Section } from '#ui/Section.tsx'
import { Segments } from '#ui/Segments.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { MarketRow } from '#widgets/MarketRow.tsx'
import { MarketRowsSkeleton } from '#widgets/MarketRowsSkeleton.tsx'
import type { ListedMarket, useListedMarkets } from '#widgets/useListedMarkets.ts'
import styles from './Home.module.css'

const lists = ['hot', 'gainers', 'losers', 'turnover'] as const
type List = (typeof lists)[number]
const rows = 5

/** Hot, gainers, losers, the busiest of 24 hours: five rows each, ordered anew each minute so that nothing jumps under the thumb. */
export function Movers({ listed }: { listed: ReturnType<typeof useListedMarkets> }) {
  const { t } = useLingui()
  const [list, setList] = useState<List>('hot')
  const { markets, error, isFetching, retry } = listed
  const shown = useMemo(() => markets && top(markets, list), [markets, list])
  const names: Record<List, string> = {
    hot: t`Hot`,
    gainers: t`Gainers`,
    losers: t`Losers`,
    turnover: t({ message: '24 h', context: 'list of markets by turnover' }),
  }
  return (
    <Section title={<Trans>Markets</Trans>} quietTitle>
      <Segments
        look="line"
        label={t`List`}
        value={list}
        onChange={setList}
        options={lists.map((value) => ({ value, label: names[value] }))}
      />
      <Card flush className={styles.rows}>
        {shown?.map((market) => (
          <MarketRow key={market.symbol} market={market} />
        ))}
        {shown?.length === 0 && (
          <Empty
            text={
              list === 'turnover' ? (
                <Trans>Simulated markets have no turnover. With live prices, the busiest markets are here.</Trans>
              ) : list === 'gainers' ? (
                <Trans>No market is up over 24 hours.</Trans>
              ) : (
                <Trans>No market is down over 24 hours.</Trans>
              )
            }
          />
        )}
        {!shown && !error && <MarketRowsSkeleton count={rows} />}
        {error && <FailedRead title={t`The list of markets did not load`} error={error} onRetry={retry} busy={isFetching} />}
        {shown && (
          <Link to={path.markets} search={searchOf(list)} className={styles.all}>
            <Trans>All markets</Trans>
            <ChevronRight />
          </Link>
        )}
      </Card>
    </Section>
  )
}

const searchOf = (list: List) =>
  list === 'hot' || list === 'turnover'
    ? { category: 'all' as const }
    : { category: 'all' as const, sort: 'change' as const, down: list === 'gainers' }

const top = (markets: readonly ListedMarket[], list: List): ListedMarket[] => {
  if (list === 'hot') return markets.toSorted((a, b) => a.hot - b.hot).slice(0, rows)
  if (list === 'turnover') {
    const worth = (market: ListedMarket) => toPlotNumber(market.turnover ?? '0') * dollarsOf(market.quote, markets)
    return markets
      .filter((market) => worth(market) > 0)
      .toSorted((a, b) => worth(b) - worth(a))
      .slice(0, rows)
  }
  // How far a market moved the way that the list is about; one without a rate moved nowhere.
  const move = ({ riseRate }: ListedMarket) => toPlotNumber(riseRate ?? '0') * (list === 'gainers' ? 1 : -1)
  return markets
    .filter((market) => move(market) > 0)
    .toSorted((a, b) => move(b) - move(a))
    .slice(0, rows)
}

/** What one of a currency is worth, to compare turnovers by; 0 where no listed market tells. */
const dollarsOf = (currency: string, markets: readonly ListedMarket[]): number =>
  /^USDT?$/.test(currency) ? 1 : toPlotNumber(markets.find(({ base, quote }) => base === currency && /^USDT?$/.test(quote))?.price ?? '0')
