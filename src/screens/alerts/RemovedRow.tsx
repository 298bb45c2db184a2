import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { newRequestId, useWrite } from '#api/mutation.ts'
import { alerts, type PriceAlert } from '#contract/calls/alerts.ts'
import type { MarketSymbol } from '#contract/calls/market.ts'
import { formatAmount } from '#i18n/number.ts'
import { Button } from '#ui/Button.tsx'
import styles from './Alerts.module.css'
import { useAlertWords } from './useAlertWords.ts'

interface RemovedRowProps {
  removed: PriceAlert
  symbols: readonly MarketSymbol[] | undefined
  onDone(): void
}

/** What was deleted last, and the way to have it again; it stays until it is used or the next one takes its place. */
export function RemovedRow({ removed, symbols, onDone }: RemovedRowProps) {
  const { t } = useLingui()
  const words = useAlertWords()
  const save = useWrite(alerts.save)
  const [requestId] = useState(newRequestId)
  const listed = symbols?.find(({ symbol }) => symbol === removed.symbol)
  const pair = listed ? `${listed.base}/${listed.quote}` : removed.symbol
  const { symbol, op, price, once, channels } = removed
  const undo = () => save.mutate({ body: { symbol, op, price, once, channels }, requestId }, { onSuccess: onDone })
  return (
    <output className={styles.removed}>
      <span>
        <Trans>Deleted</Trans>: {words.condition(pair, op, formatAmount(price, listed?.priceScale ?? 2))}
      </span>
      <Button kind="quiet" size="small" busy={save.isPending} aria-label={t`Undo: keep this alert`} onClick={undo}>
        <Trans>Undo</Trans>
      </Button>
    </output>
  )
}
