import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Assets, Balance } from '#contract/calls/wallet.ts'
import { readStored, store } from '#device/storage.ts'
import { compare } from '#rules/decimal.ts'
import { coinMark } from '#rules/marks.ts'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Mark } from '#ui/Mark.tsx'
import { Section } from '#ui/Section.tsx'
import { Amount } from '#widgets/Amount.tsx'
import styles from './AssetCenter.module.css'
import { CurrencySheet } from './CurrencySheet.tsx'

const hideSmallKey = 'hide-small-balances'
/** USDT. What is worth less is small. */
const smallBelow = '1'

interface CurrencyRowsProps {
  assets: Assets
  balances: Balance[] | undefined
}

/** One row for each currency: how much, what part is free, what it is worth and whether that price is old. */
export function CurrencyRows({ assets, balances }: CurrencyRowsProps) {
  const { t } = useLingui()
  const [hidesSmall, setHidesSmall] = useState(readStored(hideSmallKey) === '1')
  const shown = assets.list.filter(({ usdtValue, price }) => !hidesSmall || price === null || compare(usdtValue, smallBelow) >= 0)
  const [opened, setOpened] = useState<{ currency: string; isOpen: boolean }>()
  const setOpen = (currency: string) => setOpened({ currency, isOpen: true })
  // While the sheet leaves, it still shows what it showed.
  const line = assets.list.find(({ currency }) => currency === opened?.currency)
  const balanceOf = (currency: string) => balances?.find((each) => each.currency === currency)
  const hiddenCount = assets.list.length - shown.length
  const toggle = (hides: boolean) => {
    store(hideSmallKey, hides ? '1' : undefined)
    setHidesSmall(hides)
  }
  return (
    <Section title={t`Currencies`} action={<Checkbox label={t`Hide below 1 USDT`} checked={hidesSmall} onChange={toggle} />}>
      <Card flush>
        {shown.map((each) => (
          <CurrencyRow
            key={each.currency}
            line={each}
            balance={balanceOf(each.currency)}
            isStale={assets.staleCurrencies.includes(each.currency)}
            onOpen={() => setOpen(each.currency)}
          />
        ))}
        {hiddenCount > 0 && (
          <p className={styles.hidden}>
            <Plural value={hiddenCount} one="# small one not shown" other="# small ones not shown" />
          </p>
        )}
      </Card>
      {line && (
        <CurrencySheet
          line={line}
          balance={balanceOf(line.currency)}
          open={opened?.isOpen ?? false}
          onClose={() => setOpened({ currency: line.currency, isOpen: false })}
        />
      )}
    </Section>
  )
}

interface CurrencyRowProps {
  line: Assets['list'][number]
  balance: Balance | undefined
  isStale: boolean
  onOpen: () => void
}

function CurrencyRow({ line, balance, isStale, onOpen }: CurrencyRowProps) {
  const { currency, usdtValue, price } = line
  const places = balance?.scale ?? 8
  return (
    <ListRow
      onClick={onOpen}
      leading={<Mark src={balance?.icon ?? coinMark(currency)} />}
      title={
        <span className={styles.currency}>
          <strong>{currency}</strong> {balance && balance.name !== currency && <span className={styles.quiet}>{balance.name}</span>}
        </span>
      }
      subtitle={
        balance && (
          <Trans>
            Available <Amount value={balance.available} places={places} hidable />
          </Trans>
        )
      }
      trailing={
        <span className={styles.worth}>
          <span className={styles.strong}>
            <Amount value={line.balance} places={places} hidable />
          </span>
          <span className={styles.value}>
            {(isStale || price === null) && <StaleMark ageMs={line.priceAgeMs} hasPrice={price !== null} />}
            {price === null ? null : <Amount value={usdtValue} places={2} currency="USDT" hidable />}
          </span>
        </span>
      }
    />
  )
}

function StaleMark({ ageMs, hasPrice }: { ageMs: number | null; hasPrice: boolean }) {
  const minutes = Math.max(1, Math.round((ageMs ?? 0) / 60_000))
  return (
    <Chip tone="warn">
      {hasPrice ? ageMs === null ? <Trans>old price</Trans> : <Trans>price {minutes} min old</Trans> : <Trans>no price</Trans>}
    </Chip>
  )
}
