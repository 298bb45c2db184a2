import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { newRequestId, useWrite } from '#api/mutation.ts'
import { alerts, type PriceAlert } from '#contract/calls/alerts.ts'
import type { MarketSymbol } from '#contract/calls/market.ts'
import { formatTime } from '#i18n/date.ts'
import { formatAmount } from '#i18n/number.ts'
import { classes } from '#ui/classes.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { Bell, Check } from '#ui/icons.tsx'
import { Close } from '#ui/moreIcons.tsx'
import { PriceTag } from '#widgets/PriceTag.tsx'
import styles from './Alerts.module.css'
import { useAlertWords } from './useAlertWords.ts'

interface AlertRowProps {
  alert: PriceAlert
  listed: MarketSymbol | undefined
  isOffline: boolean
  onChange(): void
  onRemoved(): void
}

/** One alert: market, price, how it stands, and the price of now. Pressed, it can be changed. */
export function AlertRow({ alert, listed, isOffline, onChange, onRemoved }: AlertRowProps) {
  const { t } = useLingui()
  const words = useAlertWords()
  const remove = useWrite(alerts.remove)
  // One id for one alert: a deletion whose answer was lost is asked for again.
  const [requestId] = useState(newRequestId)
  const pair = listed ? `${listed.base}/${listed.quote}` : alert.symbol
  const places = listed?.priceScale ?? 2
  const isDone = alert.status === 3
  return (
    <div className={styles.row}>
      <button type="button" className={styles.body} disabled={isOffline} onClick={onChange}>
        <span className={classes(styles.mark, isDone && styles.done)}>{isDone ? <Check /> : <Bell />}</span>
        <span className={styles.words}>
          <strong>{words.condition(pair, alert.op, formatAmount(alert.price, places))}</strong>
          <span className={styles.quiet}>
            {alert.once ? <Trans>Once</Trans> : <Trans>Every time</Trans>} · {words.status(alert.status)}
          </span>
          {alert.firedTime !== undefined && (
            <span className={styles.quiet}>
              <Trans>Told {formatTime(alert.firedTime)}</Trans>
            </span>
          )}
        </span>
        <span className={styles.now}>
          <span className="visuallyHidden">
            <Trans>Price now:</Trans>{' '}
          </span>
          <PriceTag symbol={alert.symbol} places={places} fallback={listed?.currentPrice} />
        </span>
      </button>
      <IconButton
        icon={<Close />}
        label={t`Delete this alert`}
        disabled={isOffline || remove.isPending}
        onClick={() => remove.mutate({ body: { id: alert.id }, requestId }, { onSuccess: onRemoved })}
      />
    </div>
  )
}
