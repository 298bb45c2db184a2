import { Trans, useLingui } from '@lingui/react/macro'
import { Segments } from '#ui/Segments.tsx'
import { TextField } from '#ui/TextField.tsx'
import styles from './Withdrawals.module.css'

export interface Beneficiary {
  type: 'self' | 'other'
  name: string
  vasp: string
}

export const isNamed = ({ name }: Beneficiary): boolean => name.trim() !== ''

/** Who receives it: from 1,000 USDT up the rules ask (product §2.13). */
export function BeneficiaryFields({ value, onChange }: { value: Beneficiary; onChange(next: Beneficiary): void }) {
  const { t } = useLingui()
  return (
    <div className={styles.form}>
      <p className={styles.quiet}>
        <Trans>From 1,000 USDT up the rules ask who receives the money.</Trans>
      </p>
      <Segments
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
    </div>
  )
}
