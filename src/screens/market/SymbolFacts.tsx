import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiReadQuery } from '#api/query.ts'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import { trading } from '#contract/calls/trading.ts'
import type { Decimal } from '#contract/decimal.ts'
import { formatDateTime } from '#i18n/date.ts'
import { formatAmount, formatPercent } from '#i18n/number.ts'
import { divide, isNegative, negate } from '#rules/decimal.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Section } from '#ui/Section.tsx'
import { formatFullAmount } from '#widgets/money/fullAmount.ts'
import { RowLink } from '#widgets/RowLink.tsx'
import { isDelisted } from '#widgets/market/tradingEnd.ts'
import { useMarketClosedReasonText } from '#widgets/market/useClosedReason.ts'
import styles from './Chart.module.css'

/** What one would ask before trading: where the price comes from, hours, sizes, costs. */
export function SymbolFacts({ listed }: { listed: MarketWithPrice }) {
  const { t } = useLingui()
  const sources = listed.sources.join(', ')
  const feeds = {
    LIVE: t`Live, from ${sources}`,
    DERIVED: t`Worked out from ${sources}`,
    SIM: t`Simulated by our published generator`,
    CLOSED: t`Closed now`,
  }
  return (
    <Section title={t`About this market`}>
      <dl className={styles.facts}>
        <Fact name={t`Price`}>{feeds[listed.feedMode]}</Fact>
        <Fact name={t`Hours`}>
          <TradingHours listed={listed} />
        </Fact>
        <Fact figure name={t`Contract fee`}>
          {formatPercent(listed.feeRate, 3)}
        </Fact>
        <Fact figure name={t`Spread`}>
          {formatPercent(divide(listed.spreadBps, '10000'), 4)}
        </Fact>
        {!isDelisted(listed) && <HoldingCharges symbol={listed.symbol} />}
        <Fact figure name={t`Smallest order`}>
          {formatFullAmount(listed.minQty)} {listed.base}
        </Fact>
        <Fact figure name={t`Step`}>
          {formatFullAmount(listed.qtyStep)} {listed.base}
        </Fact>
        <Fact figure name={t`Largest order`}>
          {formatAmount(listed.maxQty, 0)} {listed.base}
        </Fact>
      </dl>
      <Card flush>
        <RowLink to={path.article} search={{ id: 'how-prices-are-made' }} title={<Trans>How this price is made</Trans>} />
        <RowLink to={path.priceRecord} title={<Trans>How prices are checked</Trans>} />
      </Card>
    </Section>
  )
}

/** What holding costs at its next moment; silent while it is not known. */
function HoldingCharges({ symbol }: { symbol: string }) {
  const { t } = useLingui()
  const { data } = useQuery(apiReadQuery(trading.holdingRates, { symbol }))
  const next = data?.[0]
  if (!next) return null
  const at = formatDateTime(next.dueAt).slice(0, -3)
  const formatHoldingRate = (rate: Decimal) => {
    const share = formatPercent(isNegative(rate) ? negate(rate) : rate, 4)
    return isNegative(rate) ? t`receives ${share}` : t`pays ${share}`
  }
  const [long, short] = [formatHoldingRate(next.long), formatHoldingRate(next.short)]
  return (
    <Fact name={next.kind === 'funding' ? t`Next funding` : t`Next overnight cost`}>
      <Trans>
        long {long}, short {short}, {at}
      </Trans>
    </Fact>
  )
}

/** A name and what it says: words, or a figure with its unit, which is never parted. */
function Fact({ name, figure, children }: { name: string; figure?: boolean; children: ReactNode }) {
  return (
    <div className={styles.fact} data-figure={figure || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function TradingHours({ listed }: { listed: MarketWithPrice }) {
  const { session, category } = listed
  const closed = useMarketClosedReasonText(listed)
  if (session.reason || isDelisted(listed)) return closed
  if (category === 'crypto') return <Trans>Open day and night</Trans>
  const until = session.closesAt && formatDateTime(session.closesAt)
  const from = session.opensAt && formatDateTime(session.opensAt)
  if (session.open) return until ? <Trans>Open until {until}</Trans> : <Trans context="market hours">Open</Trans>
  return from ? <Trans>Closed, opens {from}</Trans> : <Trans context="market hours">Closed</Trans>
}
