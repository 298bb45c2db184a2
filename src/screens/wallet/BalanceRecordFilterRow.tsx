import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useUser } from '#api/person.ts'
import { apiReadQuery } from '#api/query.ts'
import { serverNow } from '#api/serverClock.ts'
import { wallet } from '#contract/calls/wallet.ts'
import { Button } from '#ui/Button.tsx'
import { ChevronDownIcon, SortIcon } from '#ui/icons/moreIcons.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { Stack } from '#ui/Stack.tsx'
import styles from './BalanceRecords.module.css'
import { formatMonthName } from './monthWords.ts'
import { hasBalanceRecordFilter, type BalanceRecordFilter, type BalanceRecordsAccount } from './recordFilter.ts'
import { listMonthKeysSince } from './recordMonths.ts'
import { balanceRecordTypeOptions, balanceRecordTypeLabel } from '#widgets/money/recordWords.ts'

interface BalanceRecordFilterRowProps {
  filter: BalanceRecordFilter
  of: BalanceRecordsAccount
  onChange: (filter: BalanceRecordFilter) => void
}

const all = ''

/** What the list shows, in words; a tap changes it. The filter lives in the address. */
export function BalanceRecordFilterRow({ filter, of, onChange }: BalanceRecordFilterRowProps) {
  const { i18n, t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const words = [
    filter.type === undefined ? t`All types` : i18n._(balanceRecordTypeLabel(filter.type)),
    filter.currency ?? t`all currencies`,
    filter.month === undefined ? t`any time` : formatMonthName(filter.month, i18n.locale),
  ].join(' · ')
  return (
    <div className={styles.filter}>
      <ListRow leading={<SortIcon />} title={words} trailing={<ChevronDownIcon />} onClick={() => setOpen(true)} />
      <BottomSheet
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t`Which records`}
        footer={
          <>
            <Button size="large" wide onClick={() => setOpen(false)}>
              <Trans>Show</Trans>
            </Button>
            <Button kind="quiet" wide disabled={!hasBalanceRecordFilter(filter)} onClick={() => onChange({})}>
              <Trans>Show all records</Trans>
            </Button>
          </>
        }
      >
        <FilterFields filter={filter} of={of} onChange={onChange} />
      </BottomSheet>
    </div>
  )
}

function FilterFields({ filter, of, onChange }: BalanceRecordFilterRowProps) {
  const { i18n, t } = useLingui()
  const user = useUser()
  const { data: balances } = useQuery(apiReadQuery(wallet.balances, of))
  const currencies = new Set([...(balances ?? []).map(({ currency }) => currency), ...(filter.currency ? [filter.currency] : [])])
  const months = new Set([...listMonthKeysSince(user?.createTime ?? serverNow(), serverNow()), ...(filter.month ? [filter.month] : [])])
  const setField = (name: keyof BalanceRecordFilter, value: string | number | undefined) => {
    const { [name]: _, ...otherFields } = filter
    onChange(value === undefined ? otherFields : { ...otherFields, [name]: value })
  }
  return (
    <Stack gap={4}>
      <SelectField
        label={t`Type`}
        value={filter.type === undefined ? all : String(filter.type)}
        onChange={(chosen) => setField('type', chosen === all ? undefined : Number(chosen))}
        options={[
          { value: all, label: t`All types` },
          ...balanceRecordTypeOptions.map(({ type, words }) => ({ value: String(type), label: i18n._(words) })),
        ]}
      />
      <SelectField
        label={t`Currency`}
        value={filter.currency ?? all}
        onChange={(chosen) => setField('currency', chosen || undefined)}
        options={[{ value: all, label: t`All currencies` }, ...[...currencies].map((currency) => ({ value: currency, label: currency }))]}
      />
      <SelectField
        label={t`Month`}
        value={filter.month ?? all}
        onChange={(chosen) => setField('month', chosen || undefined)}
        options={[
          { value: all, label: t`Any time` },
          ...[...months].map((month) => ({ value: month, label: formatMonthName(month, i18n.locale) })),
        ]}
      />
    </Stack>
  )
}
