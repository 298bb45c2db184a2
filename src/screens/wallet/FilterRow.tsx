import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useUser } from '#api/person.ts'
import { query } from '#api/query.ts'
import { wallet } from '#contract/calls/wallet.ts'
import { Button } from '#ui/Button.tsx'
import { ChevronDown, Sort } from '#ui/moreIcons.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import styles from './BalanceRecords.module.css'
import { monthWords } from './monthWords.ts'
import { isFiltered, type RecordFilter, type RecordsOf } from './recordFilter.ts'
import { monthsSince } from './recordMonths.ts'
import { recordTypes, wordsOfType } from '#widgets/recordWords.ts'

interface FilterRowProps {
  filter: RecordFilter
  of: RecordsOf
  onChange: (filter: RecordFilter) => void
}

const all = ''

/** What the list shows, in words; a tap changes it. The filter lives in the address. */
export function FilterRow({ filter, of, onChange }: FilterRowProps) {
  const { i18n, t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const words = [
    filter.type === undefined ? t`All types` : i18n._(wordsOfType(filter.type)),
    filter.currency ?? t`all currencies`,
    filter.month === undefined ? t`any time` : monthWords(filter.month, i18n.locale),
  ].join(' · ')
  return (
    <div className={styles.filter}>
      <ListRow leading={<Sort />} title={words} trailing={<ChevronDown />} onClick={() => setOpen(true)} />
      <Sheet
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t`Which records`}
        footer={
          <>
            <Button size="large" wide onClick={() => setOpen(false)}>
              <Trans>Show</Trans>
            </Button>
            <Button kind="quiet" wide disabled={!isFiltered(filter)} onClick={() => onChange({})}>
              <Trans>Show all records</Trans>
            </Button>
          </>
        }
      >
        <FilterFields filter={filter} of={of} onChange={onChange} />
      </Sheet>
    </div>
  )
}

function FilterFields({ filter, of, onChange }: FilterRowProps) {
  const { i18n, t } = useLingui()
  const user = useUser()
  const { data: balances } = useQuery(query(wallet.balances, of))
  const currencies = new Set([...(balances ?? []).map(({ currency }) => currency), ...(filter.currency ? [filter.currency] : [])])
  const months = new Set([...monthsSince(user?.createTime ?? Date.now(), Date.now()), ...(filter.month ? [filter.month] : [])])
  const put = (name: keyof RecordFilter, value: string | number | undefined) => {
    const { [name]: _, ...rest } = filter
    onChange(value === undefined ? rest : { ...rest, [name]: value })
  }
  return (
    <div className={styles.fields}>
      <SelectField
        label={t`Type`}
        value={filter.type === undefined ? all : String(filter.type)}
        onChange={(chosen) => put('type', chosen === all ? undefined : Number(chosen))}
        options={[
          { value: all, label: t`All types` },
          ...recordTypes.map(({ type, words }) => ({ value: String(type), label: i18n._(words) })),
        ]}
      />
      <SelectField
        label={t`Currency`}
        value={filter.currency ?? all}
        onChange={(chosen) => put('currency', chosen || undefined)}
        options={[{ value: all, label: t`All currencies` }, ...[...currencies].map((currency) => ({ value: currency, label: currency }))]}
      />
      <SelectField
        label={t`Month`}
        value={filter.month ?? all}
        onChange={(chosen) => put('month', chosen || undefined)}
        options={[
          { value: all, label: t`Any time` },
          ...[...months].map((month) => ({ value: month, label: monthWords(month, i18n.locale) })),
        ]}
      />
    </div>
  )
}
