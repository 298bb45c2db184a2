import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { WalletAssets, CurrencyBalance } from '#contract/calls/wallet.ts'
import { readLocalStorage, writeLocalStorage } from '#device/storage.ts'
import { formatSecondsAsDuration } from '#i18n/formatDuration.ts'
import { displayScaleOfCurrency } from '#contract/currencyScale.ts'
import { compareDecimals } from '#rules/decimal.ts'
import { coinIconUrl } from '#rules/iconUrls.ts'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { Checkbox } from '#ui/fields/Checkbox.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { IconImage } from '#ui/icons/IconImage.tsx'
import { Section } from '#ui/Section.tsx'
import { MoneyAmount } from '#widgets/money/MoneyAmount.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './AssetCenter.module.css'
import { CurrencyBalanceSheet } from './CurrencyBalanceSheet.tsx'

const hideSmallKey = 'hide-small-balances'
/** USDT. What is worth less is small. */
const smallBalanceUsdt = '1'

interface CurrencyBalanceRowsProps {
  assets: WalletAssets
  balances: CurrencyBalance[] | undefined
}

/** One row for each currency: how much, what part is free, what it is worth and whether that price is old. */
export function CurrencyBalanceRows({ assets, balances }: CurrencyBalanceRowsProps) {
  const { t } = useLingui()
  const [hidesSmall, setHidesSmall] = useState(readLocalStorage(hideSmallKey) === '1')
  const visibleAssets = assets.list.filter(
    ({ usdtValue, price }) => !hidesSmall || price === null || compareDecimals(usdtValue, smallBalanceUsdt) >= 0,
  )
  const [openedSheet, setOpenedSheet] = useState<{ currency: string; isOpen: boolean }>()
  const setOpen = (currency: string) => setOpenedSheet({ currency, isOpen: true })
  // While the sheet leaves, it still shows what it showed.
  const line = assets.list.find(({ currency }) => currency === openedSheet?.currency)
  const balanceOf = (currency: string) => balances?.find((each) => each.currency === currency)
  const hiddenCount = assets.list.length - visibleAssets.length
  const toggle = (hides: boolean) => {
    writeLocalStorage(hideSmallKey, hides ? '1' : undefined)
    setHidesSmall(hides)
  }
  return (
    <Section title={t`Currencies`} action={<Checkbox label={t`Hide below 1 USDT`} checked={hidesSmall} onChange={toggle} />}>
      <Card flush>
        {visibleAssets.map((each) => (
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
        <CurrencyBalanceSheet
          line={line}
          balance={balanceOf(line.currency)}
          open={openedSheet?.isOpen ?? false}
          onClose={() => setOpenedSheet({ currency: line.currency, isOpen: false })}
        />
      )}
    </Section>
  )
}

interface CurrencyRowProps {
  line: WalletAssets['list'][number]
  balance: CurrencyBalance | undefined
  isStale: boolean
  onOpen: () => void
}

function CurrencyRow({ line, balance, isStale, onOpen }: CurrencyRowProps) {
  const { currency, usdtValue, price } = line
  const places = balance?.scale ?? displayScaleOfCurrency(currency)
  return (
    <ListRow
      onClick={onOpen}
      leading={<IconImage src={balance?.icon ?? coinIconUrl(currency)} />}
      title={
        <span className={styles.currency}>
          <strong>{currency}</strong> {balance && balance.name !== currency && <span className={styles.quiet}>{balance.name}</span>}
        </span>
      }
      subtitle={
        balance && (
          <Trans>
            Available <MoneyAmount value={balance.available} places={places} hidable />
          </Trans>
        )
      }
      trailing={
        <span className={styles.worth}>
          <Text as="span" size="inherit" weight="medium" tone="ink">
            <MoneyAmount value={line.balance} places={places} hidable />
          </Text>
          <span className={styles.value}>
            {(isStale || price === null) && <StaleMark ageMs={line.priceAgeMs} hasPrice={price !== null} />}
            {price === null ? null : <MoneyAmount value={usdtValue} places={2} currency="USDT" hidable />}
          </span>
        </span>
      }
    />
  )
}

function StaleMark({ ageMs, hasPrice }: { ageMs: number | null; hasPrice: boolean }) {
  const age = formatSecondsAsDuration(Math.max(60, Math.floor((ageMs ?? 0) / 60_000) * 60))
  return (
    <span className={styles.stale}>
      <Chip tone="warn">
        {hasPrice ? ageMs === null ? <Trans>old price</Trans> : <Trans>price {age} old</Trans> : <Trans>no price</Trans>}
      </Chip>
    </span>
  )
}
