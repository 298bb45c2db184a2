import type { ReactNode } from 'react'
import { FieldFrame } from './FieldFrame.tsx'
import { useFieldIds } from './fieldIds.ts'
import { ChevronDownIcon } from '../icons/moreIcons.tsx'
import styles from './SelectField.module.css'

export interface SelectFieldProps<Value extends string> {
  label: ReactNode
  value: Value
  onChange: (value: Value) => void
  options: readonly { value: Value; label: string }[]
  error?: ReactNode
  hint?: ReactNode
  autoComplete?: string
  required?: boolean
  disabled?: boolean
  name?: string
  id?: string
}

/** The platform's own picker in our frame. */
export function SelectField<Value extends string>({
  label,
  value,
  onChange,
  options,
  error,
  hint,
  id: idProp,
  ...select
}: SelectFieldProps<Value>) {
  const { id, describedBy, ...ids } = useFieldIds(idProp, hint, error)
  return (
    <FieldFrame id={id} {...ids} label={label} hint={hint} error={error} trailing={<ChevronDownIcon className={styles.chevron} />}>
      <select
        {...select}
        id={id}
        className={styles.select}
        value={value}
        onChange={(event) => onChange(event.target.value as Value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
