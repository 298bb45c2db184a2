import { Trans, useLingui } from '@lingui/react/macro'
import { useApiWrite } from '#api/mutation.ts'
import { useRequestIds } from '#api/requestIds.ts'
import { alerts, type PriceAlert } from '#contract/calls/alerts.ts'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import { formatDateTime } from '#i18n/date.ts'
import { formatAmount } from '#i18n/number.ts'
import { joinClassNames } from '#ui/classes.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { BellIcon, CheckIcon } from '#ui/icons/icons.tsx'
import { CloseIcon } from '#ui/icons/listIcons.tsx'
import { LivePriceTag } from '#widgets/market/LivePriceTag.tsx'
import { Row } from '#ui/Row.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Alerts.module.css'
import { usePriceAlertTexts } from './useAlertWords.ts'

interface PriceAlertRowProps {
  alert: PriceAlert
  market: MarketWithPrice | undefined
  isOffline: boolean
  onChange(): void
  onRemoved(): void
}

/** One alert: market, price, how it stands, and the price of now. Pressed, it can be changed. */
export function PriceAlertRow({ alert, market, isOffline, onChange, onRemoved }: PriceAlertRowProps) {
  const { t } = useLingui()
  const words = usePriceAlertTexts()
  const remove = useApiWrite(alerts.remove)
  // One id for one alert: a deletion whose answer was lost is asked for again.
  const ids = useRequestIds()
  const pair = market ? `${market.base}/${market.quote}` : alert.symbol
  const places = market?.priceScale ?? 2
  const isDone = alert.status === 3
  return (
    <Row align="center" gap={1} className={styles.row}>
      <button type="button" className={styles.body} disabled={isOffline} onClick={onChange}>
        <span className={joinClassNames(styles.mark, isDone && styles.done)}>{isDone ? <CheckIcon /> : <BellIcon />}</span>
        <span className={styles.words}>
          <strong>{words.condition(pair, alert.op, formatAmount(alert.price, places))}</strong>
          <Text as="span" tone="quiet">
            {alert.once ? <Trans>Once</Trans> : <Trans>Every time</Trans>} · {words.status(alert.status)}
          </Text>
          {alert.firedTime !== undefined && (
            <Text as="span" tone="quiet">
              <Trans>Told {formatDateTime(alert.firedTime)}</Trans>
            </Text>
          )}
        </span>
        <span className={styles.now}>
          <span className="visuallyHidden">
            <Trans>Price now:</Trans>{' '}
          </span>
          <LivePriceTag symbol={alert.symbol} places={places} fallback={market?.currentPrice} />
        </span>
      </button>
      <IconButton
        icon={<CloseIcon />}
        label={t`Delete this alert`}
        disabled={isOffline || remove.isPending}
        onClick={() => remove.mutate({ body: { id: alert.id }, requestId: ids.of() }, { onSuccess: onRemoved })}
      />
    </Row>
  )
}
