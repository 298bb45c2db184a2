import { Plural, Trans } from '@lingui/react/macro'
import type { IeoDraw } from '#contract/calls/ieo.ts'
import { compareDecimals } from '#rules/decimal.ts'
import type { FairnessCheckResult } from '#widgets/priceRecord/FairnessCheckResultList.tsx'
import { formatExactAmount } from '#widgets/products/rateText.ts'
import type { IeoDrawCheck } from './drawCheck.ts'

const stateOf = (isGood: boolean): FairnessCheckResult['state'] => (isGood ? 'good' : 'bad')

/** What was found when this device drew again, one line each. */
export function ieoDrawCheckResultLines(draw: IeoDraw, check: IeoDrawCheck, tokenSymbol: string): FairnessCheckResult[] {
  const count = draw.all.length
  return [
    { key: 'secret', state: stateOf(check.isSecret), title: <Trans>The secret is the one whose hash was published before</Trans> },
    {
      key: 'root',
      state: stateOf(check.isRoot && count === draw.applications),
      title: <Plural value={count} one="The list holds # application" other="The list holds # applications" />,
      text: <Trans>Hashed again here, they lead to the published root</Trans>,
    },
    {
      key: 'record',
      state: check.isRecorded === undefined ? 'open' : stateOf(check.isRecorded),
      title: <Trans>The price record began with this root on that day</Trans>,
      text: check.isRecorded === undefined ? <Trans>The record of that day could not be read now</Trans> : undefined,
    },
    { key: 'seed', state: stateOf(check.isSeed), title: <Trans>The seed follows from the three</Trans> },
    {
      key: 'result',
      state: stateOf(check.isResult),
      title: <Trans>Drawn here, everyone wins what was published</Trans>,
    },
    ...mineOf(draw, check, tokenSymbol),
  ]
}

function mineOf({ all, leafIndex }: IeoDraw, { mine }: IeoDrawCheck, tokenSymbol: string): FairnessCheckResult[] {
  const own = leafIndex === null ? undefined : all[leafIndex]
  if (!mine || !own) return []
  const won = formatExactAmount(mine.won ?? '0')
  return [
    {
      key: 'mine',
      state: stateOf(mine.isApplied && mine.won !== undefined && compareDecimals(mine.won, own[2]) === 0),
      title: <Trans>Your application is in the list</Trans>,
      text: (
        <Trans>
          Drawn here, it wins {won} {tokenSymbol}
        </Trans>
      ),
    },
  ]
}
