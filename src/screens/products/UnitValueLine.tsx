import { Trans } from '@lingui/react/macro'
import type { EarnProduct } from '#contract/calls/products.ts'
import { formatServerDay, formatUnitValue } from '#widgets/products/rateText.ts'
import { Text } from '#ui/Text.tsx'

/** The newest unit value of a fund and the day that it is of. It can fall. */
export function UnitValueLine({ product: { nav, navDay, currency } }: { product: EarnProduct }) {
  if (nav === undefined) {
    return (
      <Text tone="muted">
        <Trans>The first unit value comes with the next day.</Trans>
      </Text>
    )
  }
  const day = navDay === undefined ? '' : formatServerDay(navDay)
  return (
    <div>
      <p>
        <Text as="strong" size="h1" weight="strong" tabular>
          {formatUnitValue(nav)}
        </Text>{' '}
        <Text as="span" tone="muted">
          {navDay === undefined ? (
            <Trans>{currency} a unit</Trans>
          ) : (
            <Trans>
              {currency} a unit, {day}
            </Trans>
          )}
        </Text>
      </p>
      <Text tone="muted">
        <Trans>It rises and falls. You buy and sell at the next day's value.</Trans>
      </Text>
    </div>
  )
}
