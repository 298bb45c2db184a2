import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { MarketSymbol } from '#contract/calls/market.ts'
import type { Position } from '#contract/calls/trading.ts'
import { asDecimal } from '#contract/decimal.ts'
import { formatAmount, missing } from '#i18n/number.ts'
import { add, compare, multiply, truncate } from '#rules/decimal.ts'
import { liquidationPrice } from '#rules/position.ts'
import { Button } from '#ui/Button.tsx'
import { DecimalField } from '#ui/DecimalField.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import type { Desk } from './desk.ts'
import { Facts } from '#ui/Facts.tsx'
import { Failure } from '#widgets/Failure.tsx'
import { useLiquidationText } from '#widgets/useLiquidationText.ts'
import { heldOf } from './paperLedger.ts'
import { useAttempt } from './useAttempt.ts'
import { useRequestId } from './useRequestId.ts'
import { useSides } from './useSides.ts'

/** More margin on one position: where the close-out is now, and where it would be. */
export function MarginSheet({ position, listed, desk, onDone }: { position: Position; listed: MarketSymbol; desk: Desk; onDone(): void }) {
  const { t } = useLingui()
  const [money, setMoney] = useState('')
  const requestId = useRequestId(money)
  const sides = useSides(position.symbol, listed.quote)
  const { failure, isBusy, run } = useAttempt<void>()
  const { available } = desk
  const isAmount = /[1-9]/.test(money)
  const isTooMuch = isAmount && available !== undefined && compare(money, available) > 0
  const held = sides && heldOf(position, listed, sides)
  const after = held && isAmount ? liquidationPrice({ ...held, addedMargin: add(held.addedMargin, money) }, listed) : undefined
  const shown = formatAmount(available, 2)
  const aboutOf = useLiquidationText(listed)
  const save = () =>
    run(async () => {
      await desk.addMargin(position, asDecimal(money), requestId)
      onDone()
    })
  return (
    <Sheet
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
      <Facts
        rows={[
          {
            key: 'now',
            name: <Trans>Close-out at</Trans>,
            value: aboutOf(formatAmount(held ? liquidationPrice(held, listed) : position.liqPrice, listed.priceScale)),
          },
          {
            key: 'then',
            name: <Trans>Close-out afterwards</Trans>,
            value: after ? aboutOf(formatAmount(after, listed.priceScale)) : missing,
            strong: true,
          },
        ]}
      />
      <Failure failure={failure} />
    </Sheet>
  )
}
