import { Trans, useLingui } from '@lingui/react/macro'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import type { Position } from '#contract/calls/trading.ts'
import { direction, positionStatus } from '#contract/states.ts'
import { roundAmountAwayFromZero } from '#i18n/cost.ts'
import { formatAmount, formatSignedPercent, formatSignedAmount } from '#i18n/number.ts'
import { add, compareDecimals, divide, isNegative, isZero, subtract } from '#rules/decimal.ts'
import { decimalToPlotNumber } from '#rules/plot.ts'
import { liquidationPrice, marginRatioPercentAt, positionProfitAt } from '#rules/position.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { ProgressRing } from '#ui/Meter.tsx'
import { useLiquidationPriceText } from '#widgets/trading/useLiquidationText.ts'
import { toOpenPosition } from '../paperLedger.ts'
import { Row } from '#ui/Row.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './OpenPositionCard.module.css'
import { useLiveQuoteSides } from '../useSides.ts'

interface PositionCardProps {
  position: Position
  listed: MarketWithPrice
  /** Why it cannot be closed from here now. */
  stopped: string | undefined
  onAsk(what: 'close' | 'stops' | 'margin'): void
}

const warnBelowPercent = '80'
const alarmBelowPercent = '65'
const closeOutPercent = 50

/** An open position at the newest price: result large, how far the close-out is, and the way out. */
export function OpenPositionCard({ position, listed, stopped, onAsk }: PositionCardProps) {
  const { t } = useLingui()
  const liveSides = useLiveQuoteSides(position.symbol, listed.quote)
  // Prices of another feed say nothing about it.
  const sides = position.waitsForFeed ? undefined : liveSides
  const openPosition = sides && toOpenPosition(position, listed, sides)
  const profit = openPosition ? positionProfitAt(openPosition, sides.mark) : position.profit
  const ratio = openPosition ? marginRatioPercentAt(openPosition, sides.mark) : position.marginRatio
  const mark = sides?.mark ?? position.markPrice
  const isLong = position.direction === direction.long
  const isWarned = ratio !== null && compareDecimals(ratio, warnBelowPercent) <= 0
  const isAlarmed = ratio !== null && compareDecimals(ratio, alarmBelowPercent) <= 0
  const aboutOf = useLiquidationPriceText(listed)
  const liqPrice = openPosition ? liquidationPrice(openPosition, listed) : position.liqPrice
  const distance = mark && !isZero(liqPrice) && formatSignedPercent(divide(subtract(liqPrice, mark), mark))
  const name = `${listed.base}/${listed.quote}`
  const isSettling = position.status === positionStatus.settling
  const blocked = position.waitsForFeed
    ? t`Its prices aren’t running right now. Until they’re back, nothing about this position changes.`
    : stopped

  return (
    <Card className={styles.card} data-symbol={position.symbol}>
      <header className={styles.head}>
        <Text as="h3" size="body" weight="strong" tone="ink">
          {name}
        </Text>
        <span className={isLong ? styles.long : styles.short}>{isLong ? <Trans>Long</Trans> : <Trans>Short</Trans>}</span>
        <span>{position.lever}×</span>
        {isSettling && (
          <Chip tone="brass">
            <Trans>Closes at the next price</Trans>
          </Chip>
        )}
        {position.waitsForFeed && (
          <Chip tone="info">
            <Trans>Waits for its market</Trans>
          </Chip>
        )}
        {isWarned && !isSettling && (
          <Chip tone="warn">{isAlarmed ? <Trans>Close-out is near</Trans> : <Trans>Margin is getting thin</Trans>}</Chip>
        )}
      </header>
      <div className={styles.result}>
        <ProgressRing
          value={ratio === null ? 0 : ringShare(ratio)}
          label={t`Margin left before the close-out`}
          tone={isWarned ? 'bad' : 'plain'}
          text={ratio ? `${ratio}%` : ''}
        >
          {ratio === null ? '—' : `${formatAmount(ratio, 0)}%`}
        </ProgressRing>
        <p className={sides?.stale ? styles.stale : undefined}>
          <Text
            as="strong"
            data-tone={profit !== null && isNegative(profit) ? 'fall' : 'rise'}
            size="h1"
            weight="strong"
            tabular
            className={styles.profit}
          >
            {formatSignedAmount(profit, 2)} <small>USDT</small>
          </Text>
          <span>{profit === null ? '—' : formatSignedPercent(divide(profit, position.margin))}</span>
        </p>
      </div>
      <dl className={styles.figures}>
        <Figure name={t`Opened at`} value={formatAmount(position.openPrice, listed.priceScale)} />
        <Figure name={t`Now`} value={formatAmount(mark, listed.priceScale)} />
        <Figure name={t`Quantity`} value={`${position.quantity} ${listed.base}`} />
        <Figure
          wide
          name={t`Close-out at`}
          value={`${aboutOf(formatAmount(liqPrice, listed.priceScale))}${distance ? ` (${distance})` : ''}`}
        />
        <Figure name={t`Margin`} value={`${formatAmount(add(position.margin, position.addedMargin), 2)} USDT`} />
        {position.stopProfit && <Figure name={t`Take profit`} value={formatAmount(position.stopProfit, listed.priceScale)} />}
        {position.stopLoss && <Figure name={t`Stop loss`} value={formatAmount(position.stopLoss, listed.priceScale)} />}
        {!isZero(position.funding) && (
          <Figure
            name={t`Funding and overnight`}
            value={`${formatSignedAmount(isNegative(position.funding) ? roundAmountAwayFromZero(position.funding, 2) : position.funding, 2)} USDT`}
          />
        )}
      </dl>
      {!isSettling && (
        <Row wrap gap={2}>
          <Button kind="quiet" disabled={blocked !== undefined} onClick={() => onAsk('stops')}>
            <Trans>Take profit / stop loss</Trans>
          </Button>
          <Button kind="quiet" disabled={blocked !== undefined} onClick={() => onAsk('margin')}>
            <Trans>Add margin</Trans>
          </Button>
        </Row>
      )}
      <Button
        kind="secondary"
        wide
        disabled={blocked !== undefined || isSettling}
        reason={isSettling ? undefined : blocked}
        onClick={() => onAsk('close')}
      >
        <Trans>Close position</Trans>
      </Button>
    </Card>
  )
}

/** The ring is full at 100 % and empty at the close-out. */
const ringShare = (ratioPercent: string): number => (decimalToPlotNumber(ratioPercent) - closeOutPercent) / closeOutPercent

function Figure({ name, value, wide }: { name: string; value: string; wide?: boolean }) {
  return (
    <div data-wide={wide}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
