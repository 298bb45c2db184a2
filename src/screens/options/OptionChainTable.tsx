import { Trans, useLingui } from '@lingui/react/macro'
import { Fragment } from 'react'
import type { DayVolatilitySurface } from './daySurface.ts'
import type { Decimal } from '#contract/decimal.ts'
import { formatAmount, formatSignedAmount } from '#i18n/number.ts'
import { compareDecimals } from '#rules/decimal.ts'
import type { OptionKind } from '#rules/option/option.ts'
import styles from './Options.module.css'
import { optionValueNow } from './useOptionChain.ts'
import { formatStrike, useOptionKindNames } from './useOptionWords.ts'

/** One of the chain. */
export interface OptionChoice {
  cp: OptionKind
  strike: Decimal
}

interface OptionChainTableProps {
  surface: DayVolatilitySurface
  strikes: readonly Decimal[]
  expiryMs: number
  mid: Decimal
  priceScale: number
  isFresh: boolean
  chosen: OptionChoice | undefined
  onChoose(choice: OptionChoice): void
}

/** Calls and puts around the money; the price stands between the strikes that it lies between. */
export function OptionChainTable({ surface, strikes, expiryMs, mid, priceScale, isFresh, chosen, onChoose }: OptionChainTableProps) {
  const { t } = useLingui()
  const names = useOptionKindNames()
  const lines = strikes.toReversed()
  // The price is drawn above the first strike that is not above it.
  const below = lines.findIndex((strike) => compareDecimals(strike, mid) <= 0)
  return (
    <table className={styles.chain} data-stale={!isFresh || undefined}>
      <caption className="visuallyHidden">
        <Trans>Options by strike: ask, bid and delta of calls and puts</Trans>
      </caption>
      <thead>
        <tr>
          <th scope="col">{names.C}</th>
          <th scope="col">
            <Trans>Strike</Trans>
          </th>
          <th scope="col">{names.P}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((strike, n) => (
          <Fragment key={strike}>
            {n === below && <MoneyLine mid={mid} places={priceScale} />}
            <tr>
              {(['C', 'P'] as const).map((cp) => {
                const value = optionValueNow(surface, { cp, strike, expiryMs }, mid)
                const isIn = compareDecimals(cp === 'C' ? mid : strike, cp === 'C' ? strike : mid) > 0
                const isChosen = chosen?.cp === cp && compareDecimals(chosen.strike, strike) === 0
                const [kind, at] = [names[cp], formatStrike(strike)]
                const [ask, bid, delta] = [formatAmount(value.ask, 2), formatAmount(value.bid, 2), formatSignedAmount(value.delta, 2)]
                const cell = (
                  <td key={cp} data-in={isIn || undefined}>
                    <button type="button" aria-pressed={isChosen} onClick={() => onChoose({ cp, strike })}>
                      <span className="visuallyHidden">{t`${kind} ${at}: ask ${ask}, bid ${bid}, delta ${delta}`}</span>
                      <strong aria-hidden="true">{ask}</strong>
                      <small aria-hidden="true">
                        {bid} · Δ {delta}
                      </small>
                    </button>
                  </td>
                )
                return cp === 'C' ? (
                  cell
                ) : (
                  <Fragment key={cp}>
                    <th scope="row">{at}</th>
                    {cell}
                  </Fragment>
                )
              })}
            </tr>
          </Fragment>
        ))}
        {below < 0 && <MoneyLine mid={mid} places={priceScale} />}
      </tbody>
    </table>
  )
}

function MoneyLine({ mid, places }: { mid: Decimal; places: number }) {
  return (
    <tr className={styles.money}>
      <td colSpan={3}>
        <span>{formatAmount(mid, places)}</span>
      </td>
    </tr>
  )
}
