import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiReadQuery } from '#api/query.ts'
import { wallet } from '#contract/calls/wallet.ts'
import { Button } from '#ui/Button.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { ChevronDownIcon, SortIcon } from '#ui/icons/moreIcons.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { withdrawalStatusLabels } from '#widgets/money/withdrawalWords.ts'
import { Stack } from '#ui/Stack.tsx'
import styles from './BalanceRecords.module.css'
import type { DepositWithdrawalSearchParams } from './depositWithdrawalSearch.ts'
import { depositStatusLabels } from './transferWords.ts'

type Filter = Omit<DepositWithdrawalSearchParams, 'tab'>

interface TransferFilterProps {
  tab: 'deposit' | 'withdrawal'
  filter: Filter
  onChange: (filter: Filter) => void
}

/** What the list shows, in words; a tap changes it. The filter lives in the address. */
export function DepositWithdrawalFilterRow({ tab, filter, onChange }: TransferFilterProps) {
  const { i18n, t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const standings = tab === 'deposit' ? depositStatusLabels : withdrawalStatusLabels
  const standing = filter.status === undefined ? undefined : standings[filter.status]
  const words = [standing ? i18n._(standing.words) : t`All states`, filter.currency ?? t`all currencies`].join(' · ')
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
            <Button kind="quiet" wide disabled={Object.keys(filter).length === 0} onClick={() => onChange({})}>
              <Trans>Show all records</Trans>
            </Button>
          </>
        }
      >
        <Fields standings={standings} filter={filter} onChange={onChange} />
      </BottomSheet>
    </div>
  )
}

type FieldsProps = Pick<TransferFilterProps, 'filter' | 'onChange'> & { standings: typeof depositStatusLabels }

function Fields({ standings, filter: { status, currency }, onChange }: FieldsProps) {
  const { i18n, t } = useLingui()
  const { data: networks } = useQuery(apiReadQuery(wallet.networks, {}))
  const currencies = new Set([...(networks ?? []).map((network) => network.currency), ...(currency ? [currency] : [])])
  return (
    <Stack gap={4}>
      <SelectField
        label={t({ message: 'State', context: 'of money in or out' })}
        value={status === undefined ? '' : String(status)}
        onChange={(chosen) => onChange({ ...(chosen !== '' && { status: Number(chosen) }), ...(currency && { currency }) })}
        options={[
          { value: '', label: t`All states` },
          ...Object.entries(standings).map(([value, { words }]) => ({ value, label: i18n._(words) })),
        ]}
      />
      <SelectField
        label={t`Currency`}
        value={currency ?? ''}
        onChange={(chosen) => onChange({ ...(status !== undefined && { status }), ...(chosen !== '' && { currency: chosen }) })}
        options={[{ value: '', label: t`All currencies` }, ...[...currencies].map((each) => ({ value: each, label: each }))]}
      />
    </Stack>
  )
}
