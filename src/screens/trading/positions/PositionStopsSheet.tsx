import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useRequestIds } from '#api/requestIds.ts'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import type { Position } from '#contract/calls/trading.ts'
import { asDecimal } from '#contract/decimal.ts'
import { liquidationPrice } from '#rules/position.ts'
import { stopRanges } from '#rules/stops.ts'
import { Button } from '#ui/Button.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { ErrorMessage } from '#widgets/form/ErrorMessage.tsx'
import type { ContractTradingAdapter } from '../tradingAdapter.ts'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'
import styles from '../ticket/ConfirmContractOrderSheet.module.css'
import { toOpenPosition } from '../paperLedger.ts'
import { StopPriceFields, findViolatedStopRanges } from '../ticket/StopPriceFields.tsx'
import { useAsyncAction } from '#widgets/form/useAsyncAction.ts'
import { useLiveQuoteSides } from '../useSides.ts'

/** Sets, changes and clears the stops of one position; an empty field is no stop. */
export function PositionStopsSheet({
  position,
  listed,
  desk,
  onDone,
}: {
  position: Position
  listed: MarketWithPrice
  desk: ContractTradingAdapter
  onDone(): void
}) {
  const { t } = useLingui()
  const [texts, setTexts] = useState({ stopProfit: position.stopProfit ?? '', stopLoss: position.stopLoss ?? '' })
  const ids = useRequestIds()
  const sides = useLiveQuoteSides(position.symbol, listed.quote)
  const { failure, isBusy, run } = useAsyncAction({ toast: () => t`Saved`, onDone })
  const liqPrice = sides ? liquidationPrice(toOpenPosition(position, listed, sides), listed) : position.liqPrice
  const problems = sides && findViolatedStopRanges(texts, stopRanges(position.direction, sides.mark, liqPrice, listed.tick))
  const isWrong = Boolean(problems?.stopProfit ?? problems?.stopLoss)
  const name = `${listed.base}/${listed.quote}`
  const save = () =>
    run(() => {
      const { stopProfit, stopLoss } = texts
      return desk.setStops(
        position,
        { stopProfit: stopProfit ? asDecimal(stopProfit) : null, stopLoss: stopLoss ? asDecimal(stopLoss) : null },
        ids.of(texts),
      )
    })
  return (
    <BottomSheet
      open
      onClose={onDone}
      title={t`Stops of ${name}`}
      footer={
        <Button wide size="large" busy={isBusy} disabled={isWrong} onClick={() => void save()}>
          <Trans>Save</Trans>
        </Button>
      }
    >
      <Grid gap={3}>
        <StopPriceFields
          listed={listed}
          side={position.direction}
          from={sides?.mark}
          liqPrice={liqPrice}
          value={texts}
          onChange={setTexts}
        />
      </Grid>
      <Text tone="muted" className={styles.note}>
        <Trans>
          When the price reaches a stop, the position closes at the bid or ask of that second, which can be worse than the stop after a
          jump. An empty field is no stop.
        </Trans>
      </Text>
      <ErrorMessage failure={failure} />
    </BottomSheet>
  )
}
