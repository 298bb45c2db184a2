import { useLingui } from '@lingui/react/macro'
import type { AlertOp } from '#contract/calls/alerts.ts'

/** An alert in words. */
export function useAlertWords() {
  const { t } = useLingui()
  return {
    condition: (pair: string, op: AlertOp, price: string): string =>
      op === '>=' ? t`${pair} rises to ${price}` : t`${pair} falls to ${price}`,
    status: (status: number): string => {
      if (status === 3) return t`Told, done`
      return status === 2 ? t`Told, waits until the price came back` : t`Waiting`
    },
  }
}
