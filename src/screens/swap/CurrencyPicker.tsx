import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { displayScaleOfCurrency } from '#contract/currencyScale.ts'
import { normalizeSearchText } from '#rules/fold.ts'
import { ChevronDownIcon } from '#ui/icons/moreIcons.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { MoneyAmount } from '#widgets/money/MoneyAmount.tsx'
import type { SwapCoin } from './useCoins.ts'
import styles from './Swap.module.css'

interface CurrencyPickerProps {
  /** What the choice is for: "You give". */
  label: string
  value: string
  coins: readonly SwapCoin[]
  onPick(currency: string): void
}

/** The chosen currency, and a sheet with all others and what one has of them. */
export function CurrencyPicker({ label, value, coins, onPick }: CurrencyPickerProps) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  const [searchText, setSearchText] = useState('')
  const found = coins.filter(({ currency, name }) =>
    normalizeSearchText(`${currency} ${name}`).includes(normalizeSearchText(searchText).trim()),
  )
  const closePicker = () => {
    setIsOpen(false)
    setSearchText('')
  }
  return (
    <>
      <button type="button" className={styles.pick} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <span className="visuallyHidden">{label}: </span>
        {value} <ChevronDownIcon />
      </button>
      <BottomSheet open={isOpen} onClose={closePicker} title={t`Choose a currency`}>
        <TextField label={t`Search`} type="search" value={searchText} onChange={setSearchText} autoComplete="off" />
        {found.length === 0 && <EmptyState text={t`No currency fits this.`} />}
        {isOpen &&
          found.map(({ currency, name, available }) => (
            <ListRow
              key={currency}
              title={currency}
              subtitle={currency === value ? <Trans>Chosen now</Trans> : name}
              trailing={
                /[1-9]/.test(available ?? '') && <MoneyAmount value={available} places={displayScaleOfCurrency(currency)} hidable />
              }
              onClick={() => {
                onPick(currency)
                closePicker()
              }}
            />
          ))}
      </BottomSheet>
    </>
  )
}
