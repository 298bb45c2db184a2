import { Trans, useLingui } from '@lingui/react/macro'
import type { MarketSymbol } from '#contract/calls/market.ts'
import type { Position } from '#contract/calls/trading.ts'
import { direction, positionStatus } from '#contract/states.ts'
import { formatAmount, formatRate, formatSigned } from '#i18n/number.ts'
import { add, compare, divide, isNegative, isZero, subtract } from '#rules/decimal.ts'
import { toPlotNumber } from '#rules/plot.ts'
import { liquidationPrice, marginRatioAt, profitAt } from '#rules/position.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { Ring } from '#ui/Meter.tsx'
import { useLiquidationText } from '#widgets/useLiquidationText.ts'
import { heldOf } from './paperLedger.ts'
import styles from './PositionCard.module.css'
import { useSides } from './useSides.ts'

interface PositionCardProps {
  position: Position
  listed: MarketSymbol
  /** Why it cannot be closed from here now. */
  stopped: string | undefined
  onAsk(what: 'close' | 'stops' | 'margin'): void
}

const warnAtPercent = '80'
const alarmAtPercent = '65'
const closeOutPercent = 50

/** An open position at the newest price: result large, how far the close-out is, and the way out. */
export function PositionCard({ position, listed, stopped, onAsk }: PositionCardProps) {
  const { t } = useLingui()
  const sides = useSides(position.symbol, listed.quote)
  const held = sides && heldOf(position, listed, sides)
  const profit = held ? profitAt(held, sides.mark) : position.profit
  const ratio = held ? marginRatioAt(held, sides.mark) : position.marginRatio
  const mark = sides?.mark ?? position.markPrice
  const isLong = position.direction === direction.long
  const isWarned = ratio !== null && compare(ratio, warnAtPercent) <= 0
  const isAlarmed = ratio !== null && compare(ratio, alarmAtPercent) <= 0
  const aboutOf = useLiquidationText(listed)
  const liqPrice = held ? liquidationPrice(held, listed) : position.liqPrice
  const distance = mark && !isZero(liqPrice) && formatRate(divide(subtract(liqPrice, mark), mark))
  const name = `${listed.base}/${listed.quote}`
  const isSettling = position.status === positionStatus.settling

  return (
    <Card className={styles.card} data-symbol={position.symbol}>
      <header className={styles.head}>
        <h3>{name}</h3>
        <span className={isLong ? styles.long : styles.short}>{isLong ? <Trans>Long</Trans> : <Trans>Short</Trans>}</span>
        <span>{position.lever}×</span>
        {isSettling && (
          <Chip tone="brass">
            <Trans>Closes at the next price</Trans>
          </Chip>
        )}
        {isWarned && !isSettling && (
          <Chip tone="warn">{isAlarmed ? <Trans>Close-out is near</Trans> : <Trans>Margin is getting thin</Trans>}</Chip>
        )}
      </header>
      <div className={styles.result}>
        <Ring
          value={ratio === null ? 0 : ringShare(ratio)}
          label={t`Margin left before the close-out`}
          tone={isWarned ? 'bad' : 'plain'}
          text={ratio ? `${ratio}%` : ''}
        >
          {ratio === null ? '—' : `${formatAmount(ratio, 0)}%`}
        </Ring>
        <p className={sides?.stale ? styles.stale : undefined}>
          <strong data-tone={profit !== null && isNegative(profit) ? 'fall' : 'rise'} className={styles.profit}>
            {formatSigned(profit, 2)} <small>USDT</small>
          </strong>
          <span>{profit === null ? '—' : formatRate(divide(profit, position.margin))}</span>
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
        {!isZero(position.funding) && <Figure name={t`Funding and overnight`} value={`${formatSigned(position.funding, 2)} USDT`} />}
      </dl>
      {!isSettling && (
        <div className={styles.ways}>
          <Button kind="quiet" disabled={stopped !== undefined} onClick={() => onAsk('stops')}>
            <Trans>Take profit / stop loss</Trans>
          </Button>
          <Button kind="quiet" disabled={stopped !== undefined} onClick={() => onAsk('margin')}>
            <Trans>Add margin</Trans>
          </Button>
        </div>
      )}
      <Button
        kind="secondary"
        wide
        disabled={stopped !== undefined || isSettling}
        reason={isSettling ? undefined : stopped}
        onClick={() => onAsk('close')}
      >
        <Trans>Close position</Trans>
      </Button>
    </Card>
  )
}

/** The ring is full at 100 % and empty at the close-out. */
const ringShare = (ratioPercent: string): number => (toPlotNumber(ratioPercent) - closeOutPercent) / closeOutPercent

function Figure({ name, value, wide }: { name: string; value: string; wide?: boolean }) {
  return (
    <div data-wide={wide}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
