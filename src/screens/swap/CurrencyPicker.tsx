import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { fold } from '#rules/fold.ts'
import { ChevronDown } from '#ui/moreIcons.tsx'
import { Empty } from '#ui/Empty.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { TextField } from '#ui/TextField.tsx'
import { Amount } from '#widgets/Amount.tsx'
import type { Coin } from './useCoins.ts'
import styles from './Swap.module.css'

interface CurrencyPickerProps {
  /** What the choice is for: "You give". */
  label: string
  value: string
  coins: readonly Coin[]
  onPick(currency: string): void
}

/** The chosen currency, and a sheet with all others and what one has of them. */
export function CurrencyPicker({ label, value, coins, onPick }: CurrencyPickerProps) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  const [wish, setWish] = useState('')
  const found = coins.filter(({ currency, name }) => fold(`${currency} ${name}`).includes(fold(wish).trim()))
  const leave = () => {
    setIsOpen(false)
    setWish('')
  }
  return (
    <>
      <button type="button" className={styles.pick} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <span className="visuallyHidden">{label}: </span>
        {value} <ChevronDown />
      </button>
      <Sheet open={isOpen} onClose={leave} title={t`Choose a currency`}>
        <TextField label={t`Search`} type="search" value={wish} onChange={setWish} autoComplete="off" />
        {found.length === 0 && <Empty text={t`No currency fits this.`} />}
        {isOpen &&
          found.map(({ currency, name, available }) => (
            <ListRow
              key={currency}
              title={currency}
              subtitle={currency === value ? <Trans>Chosen now</Trans> : name}
              trailing={/[1-9]/.test(available ?? '') && <Amount value={available} places={currency === 'USDT' ? 2 : 8} hidable />}
              onClick={() => {
                onPick(currency)
                leave()
              }}
            />
          ))}
      </Sheet>
    </>
  )
}
