import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useRequestIds } from '#api/requestIds.ts'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import type { Position } from '#contract/calls/trading.ts'
import { asDecimal } from '#contract/decimal.ts'
import { formatAmount, missingValueDash } from '#i18n/number.ts'
import { add, compareDecimals, multiply, truncate } from '#rules/decimal.ts'
import { liquidationPrice } from '#rules/position.ts'
import { Button } from '#ui/Button.tsx'
import { DecimalField } from '#ui/fields/DecimalField.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import type { ContractTradingAdapter } from '../tradingAdapter.ts'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { ErrorMessage } from '#widgets/form/ErrorMessage.tsx'
import { useLiquidationPriceText } from '#widgets/trading/useLiquidationText.ts'
import { toOpenPosition } from '../paperLedger.ts'
import { useAsyncAction } from '#widgets/form/useAsyncAction.ts'
import { useLiveQuoteSides } from '../useSides.ts'

interface AddPositionMarginSheetProps {
  position: Position
  listed: MarketWithPrice
  desk: ContractTradingAdapter
  onDone(): void
}

/** More margin on one position: where the close-out is now, and where it would be. */
export function AddPositionMarginSheet({ position, listed, desk, onDone }: AddPositionMarginSheetProps) {
  const { t } = useLingui()
  const [money, setMoney] = useState('')
  const ids = useRequestIds()
  const sides = useLiveQuoteSides(position.symbol, listed.quote)
  const { failure, isBusy, run } = useAsyncAction({ toast: () => t`Added`, onDone })
  const { available } = desk
  const isAmount = /[1-9]/.test(money)
  const isTooMuch = isAmount && available !== undefined && compareDecimals(money, available) > 0
  const held = sides && toOpenPosition(position, listed, sides)
  const after = held && isAmount ? liquidationPrice({ ...held, addedMargin: add(held.addedMargin, money) }, listed) : undefined
  const shown = formatAmount(available, 2)
  const aboutOf = useLiquidationPriceText(listed)
  const save = () => run(() => desk.addMargin(position, asDecimal(money), ids.of(money)))
  return (
    <BottomSheet
      open
      onClose={onDone}
      title={t`Add margin`}
      footer={
        <Button wide size="large" busy={isBusy} disabled={!isAmount || isTooMuch} onClick={() => void save()}>
          <Trans>Add margin</Trans>
        </Button>
      }
    >
      <DecimalField
        label={t`Amount`}
        value={money}
        onChange={setMoney}
        scale={2}
        unit="USDT"
        hint={<Trans>Available: {shown} USDT</Trans>}
        {...(available && { max: available })}
        steps={['0.1', '0.25', '0.5', '1'].map((share) => ({
          label: `+${Number(share) * 100}%`,
          value: truncate(multiply(position.margin, share), 2),
        }))}
      />
      <DescriptionList
        rows={[
          {
            key: 'now',
            name: <Trans>Close-out at</Trans>,
            value: aboutOf(formatAmount(held ? liquidationPrice(held, listed) : position.liqPrice, listed.priceScale)),
          },
          {
            key: 'then',
            name: <Trans>Close-out afterwards</Trans>,
            value: after ? aboutOf(formatAmount(after, listed.priceScale)) : missingValueDash,
            strong: true,
          },
        ]}
      />
      <ErrorMessage failure={failure} />
    </BottomSheet>
  )
}
