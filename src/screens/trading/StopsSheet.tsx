import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { MarketSymbol } from '#contract/calls/market.ts'
import type { Position } from '#contract/calls/trading.ts'
import { asDecimal } from '#contract/decimal.ts'
import { liquidationPrice } from '#rules/position.ts'
import { stopRanges } from '#rules/stops.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { Failure } from '#widgets/Failure.tsx'
import type { Desk } from './desk.ts'
import styles from './OrderSheet.module.css'
import { heldOf } from './paperLedger.ts'
import { StopFields, stopProblems } from './StopFields.tsx'
import ticketStyles from './Ticket.module.css'
import { useAttempt } from './useAttempt.ts'
import { useRequestId } from './useRequestId.ts'
import { useSides } from './useSides.ts'

/** Sets, changes and clears the stops of one position; an empty field is no stop. */
export function StopsSheet({ position, listed, desk, onDone }: { position: Position; listed: MarketSymbol; desk: Desk; onDone(): void }) {
  const { t } = useLingui()
  const [texts, setTexts] = useState({ stopProfit: position.stopProfit ?? '', stopLoss: position.stopLoss ?? '' })
  const requestId = useRequestId(`${texts.stopProfit}/${texts.stopLoss}`)
  const sides = useSides(position.symbol, listed.quote)
  const { failure, isBusy, run } = useAttempt<void>()
  const liqPrice = sides ? liquidationPrice(heldOf(position, listed, sides), listed) : position.liqPrice
  const problems = sides && stopProblems(texts, stopRanges(position.direction, sides.mark, liqPrice, listed.tick))
  const isWrong = Boolean(problems?.stopProfit ?? problems?.stopLoss)
  const name = `${listed.base}/${listed.quote}`
  const save = () =>
    run(async () => {
      const { stopProfit, stopLoss } = texts
      await desk.setStops(
        position,
        { stopProfit: stopProfit ? asDecimal(stopProfit) : null, stopLoss: stopLoss ? asDecimal(stopLoss) : null },
        requestId,
      )
      onDone()
    })
  return (
    <Sheet
      open
      onClose={onDone}
      title={t`Stops of ${name}`}
      footer={
        <Button wide size="large" busy={isBusy} disabled={isWrong} onClick={() => void save()}>
          <Trans>Save</Trans>
        </Button>
      }
    >
      <div className={ticketStyles.ticket}>
        <StopFields listed={listed} side={position.direction} from={sides?.mark} liqPrice={liqPrice} value={texts} onChange={setTexts} />
      </div>
      <p className={styles.note}>
        <Trans>
          When the price reaches a stop, the position closes at the bid or ask of that second, which can be worse than the stop after a
          jump. An empty field is no stop.
        </Trans>
      </p>
      <Failure failure={failure} />
    </Sheet>
  )
}
