import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { serverNow } from '#api/serverClock.ts'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import { normalizeSearchText } from '#rules/fold.ts'
import { EmptyState } from '#ui/Empty.tsx'
import { ChevronDownIcon } from '#ui/icons/moreIcons.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { LivePriceChange } from '#widgets/market/LivePriceChange.tsx'
import { marketOpensOrFiguresSinceText } from '#widgets/market/openingWords.ts'
import { LivePriceTag } from '#widgets/market/LivePriceTag.tsx'
import styles from '../ContractTradeView.module.css'

/** Its name, and when it opens where it is closed by its hours. */
function nameWithOpening({ name, session: { opensAt } }: MarketWithPrice): string {
  const opening = marketOpensOrFiguresSinceText({ opensAt }, serverNow())
  return opening === undefined ? name : `${name} · ${opening}`
}

/** The market being traded, and a sheet to choose another. */
export function SymbolPicker({
  symbols,
  listed,
  onPick,
}: {
  symbols: readonly MarketWithPrice[]
  listed: MarketWithPrice
  onPick(symbol: string): void
}) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  const [searchText, setSearchText] = useState('')
  const name = `${listed.base}/${listed.quote}`
  const found = symbols.filter(
    ({ symbol, name, englishName = '', tradable }) =>
      tradable.contract && normalizeSearchText(`${symbol} ${name} ${englishName}`).includes(normalizeSearchText(searchText).trim()),
  )
  return (
    <>
      <button type="button" className={styles.pick} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <span className="visuallyHidden">
          <Trans>Change market</Trans>
        </span>
        {name} <ChevronDownIcon />
      </button>
      <BottomSheet open={isOpen} onClose={() => setIsOpen(false)} title={t`Choose a market`}>
        <TextField label={t`Search`} type="search" value={searchText} onChange={setSearchText} autoComplete="off" />
        {found.length === 0 && <EmptyState text={t`No market fits this.`} />}
        <div className={styles.found}>
          {isOpen &&
            found.map((one) => (
              <ListRow
                key={one.symbol}
                title={<strong>{`${one.base}/${one.quote}`}</strong>}
                subtitle={one.symbol === listed.symbol ? <Trans>Chosen now</Trans> : nameWithOpening(one)}
                trailing={
                  <span className={styles.quote}>
                    <LivePriceTag symbol={one.symbol} places={one.priceScale} fallback={one.currentPrice} />
                    <LivePriceChange symbol={one.symbol} fallback={one.riseRate} />
                  </span>
                }
                onClick={() => {
                  onPick(one.symbol)
                  setIsOpen(false)
                  setSearchText('')
                }}
              />
            ))}
        </div>
      </BottomSheet>
    </>
  )
}
