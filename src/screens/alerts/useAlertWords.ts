import { useLingui } from '@lingui/react/macro'
import type { PriceAlertOperator } from '#contract/calls/alerts.ts'

/** An alert in words. */
export function usePriceAlertTexts() {
  const { t } = useLingui()
  return {
    condition: (pair: string, op: PriceAlertOperator, price: string): string =>
      op === '>=' ? t`${pair} rises to ${price}` : t`${pair} falls to ${price}`,
    status: (status: number): string => {
      if (status === 3) return t`Told, done`
      return status === 2 ? t`Told, waits until the price came back` : t`Waiting`
    },
  }
}
