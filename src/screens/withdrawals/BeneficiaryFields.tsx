import { Trans, useLingui } from '@lingui/react/macro'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { Stack } from '#ui/Stack.tsx'
import styles from './Withdrawals.module.css'

export interface Beneficiary {
  type: 'self' | 'other'
  name: string
  vasp: string
}

export const isBeneficiaryNamed = ({ name }: Beneficiary): boolean => name.trim() !== ''

/** Who receives it: from 1,000 USDT up the rules ask (docs/rules/deposits-and-withdrawals.md). */
export function BeneficiaryFields({ value, onChange }: { value: Beneficiary; onChange(next: Beneficiary): void }) {
  const { t } = useLingui()
  return (
    <Stack gap={4}>
      <p className={styles.quiet}>
        <Trans>From 1,000 USDT up the rules ask who receives the money.</Trans>
      </p>
      <SegmentedControl
        label={t`Who receives it`}
        value={value.type}
        onChange={(type) => onChange({ ...value, type, name: '' })}
        options={[
          { value: 'self', label: t({ message: 'Myself', context: 'who receives money' }) },
          { value: 'other', label: t({ message: 'Somebody else', context: 'who receives money' }) },
        ]}
      />
      <TextField
        label={t`Full name`}
        value={value.name}
        maxLength={60}
        autoComplete="off"
        onChange={(name) => onChange({ ...value, name })}
      />
      <TextField
        label={t`Exchange or wallet, if you know it`}
        value={value.vasp}
        maxLength={60}
        autoComplete="off"
        onChange={(vasp) => onChange({ ...value, vasp })}
      />
    </Stack>
  )
}
