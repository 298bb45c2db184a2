import { Trans, useLingui } from '@lingui/react/macro'
import { useApiWrite } from '#api/mutation.ts'
import { useRequestIds } from '#api/requestIds.ts'
import { alerts, type PriceAlert } from '#contract/calls/alerts.ts'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import { formatAmount } from '#i18n/number.ts'
import { Button } from '#ui/Button.tsx'
import styles from './Alerts.module.css'
import { usePriceAlertTexts } from './useAlertWords.ts'

interface RemovedPriceAlertRowProps {
  removed: PriceAlert
  symbols: readonly MarketWithPrice[] | undefined
  onDone(): void
}

/** What was deleted last, and the way to have it again; it stays until it is used or the next one takes its place. */
export function RemovedPriceAlertRow({ removed, symbols, onDone }: RemovedPriceAlertRowProps) {
  const { t } = useLingui()
  const words = usePriceAlertTexts()
  const save = useApiWrite(alerts.save)
  const ids = useRequestIds()
  const market = symbols?.find(({ symbol }) => symbol === removed.symbol)
  const pair = market ? `${market.base}/${market.quote}` : removed.symbol
  const { symbol, op, price, once, channels } = removed
  const undo = () => save.mutate({ body: { symbol, op, price, once, channels }, requestId: ids.of() }, { onSuccess: onDone })
  return (
    <output className={styles.removed}>
      <span>
        <Trans>Deleted</Trans>: {words.condition(pair, op, formatAmount(price, market?.priceScale ?? 2))}
      </span>
      <Button kind="quiet" size="small" busy={save.isPending} aria-label={t`Undo: keep this alert`} onClick={undo}>
        <Trans>Undo</Trans>
      </Button>
    </output>
  )
}
