import { Trans, useLingui } from '@lingui/react/macro'
import type { EarnProduct } from '#contract/calls/products.ts'
import { formatAmount } from '#i18n/number.ts'
import { compareDecimals } from '#rules/decimal.ts'
import { productBackingLabels } from './productWords.ts'

/** What stands behind it, and how far the reserve reaches against what running orders may ask for in a day. */
export function ProductBackingText({ backing }: { backing: EarnProduct['backing'] }) {
  const { i18n } = useLingui()
  const { reserveCoverage } = backing
  // Tenths of a day say nothing where there are many.
  const times = reserveCoverage === null ? undefined : formatAmount(reserveCoverage, compareDecimals(reserveCoverage, '100') < 0 ? 1 : 0)
  return (
    <>
      {i18n._(productBackingLabels[backing.kind])}{' '}
      {times !== undefined && <Trans>The reserve could pay {times} days of the most that all running orders can bring.</Trans>}
    </>
  )
}
