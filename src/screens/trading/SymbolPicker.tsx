import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { MarketSymbol } from '#contract/calls/market.ts'
import { fold } from '#rules/fold.ts'
import { Empty } from '#ui/Empty.tsx'
import { ChevronDown } from '#ui/moreIcons.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { TextField } from '#ui/TextField.tsx'
import { LiveChange } from '#widgets/LiveChange.tsx'
import { PriceTag } from '#widgets/PriceTag.tsx'
import styles from './TradingFloor.module.css'

/** The market being traded, and a sheet to choose another. */
export function SymbolPicker({
  symbols,
  listed,
  onPick,
}: {
  symbols: readonly MarketSymbol[]
  listed: MarketSymbol
  onPick(symbol: string): void
}) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  const [wish, setWish] = useState('')
  const name = `${listed.base}/${listed.quote}`
  const found = symbols.filter(
    ({ symbol, name, englishName = '', tradable }) =>
      tradable.contract && fold(`${symbol} ${name} ${englishName}`).includes(fold(wish).trim()),
  )
  return (
    <>
      <button type="button" className={styles.pick} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <span className="visuallyHidden">
          <Trans>Change market</Trans>
        </span>
        {name} <ChevronDown />
      </button>
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title={t`Choose a market`}>
        <TextField label={t`Search`} type="search" value={wish} onChange={setWish} autoComplete="off" />
        {found.length === 0 && <Empty text={t`No market fits this.`} />}
        <div className={styles.found}>
          {isOpen &&
            found.map((one) => (
              <ListRow
                key={one.symbol}
                title={<strong>{`${one.base}/${one.quote}`}</strong>}
                subtitle={one.symbol === listed.symbol ? <Trans>Chosen now</Trans> : one.name}
                trailing={
                  <span className={styles.quote}>
                    <PriceTag symbol={one.symbol} places={one.priceScale} fallback={one.currentPrice} />
                    <LiveChange symbol={one.symbol} fallback={one.riseRate} />
                  </span>
                }
                onClick={() => {
                  onPick(one.symbol)
                  setIsOpen(false)
                  setWish('')
                }}
              />
            ))}
        </div>
      </Sheet>
    </>
  )
}
