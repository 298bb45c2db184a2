import { FieldFrame } from '#ui/fields/FieldFrame.tsx'
import { useFieldIds } from '#ui/fields/fieldIds.ts'
import styles from './Withdrawals.module.css'

interface AddressFieldProps {
  label: string
  value: string
  onChange(address: string): void
  error: string | undefined
}

const longest = 200

/** An address is compared letter by letter: the field is as high as it takes to see all of it. No address has a space in it. */
export function AddressField({ label, value, onChange, error }: AddressFieldProps) {
  const { id, describedBy, ...ids } = useFieldIds(undefined, undefined, error)
  return (
    <FieldFrame id={id} {...ids} label={label} error={error}>
      <textarea
        id={id}
        className={styles.addressField}
        rows={2}
        value={value}
        onChange={(event) => onChange(event.target.value.replace(/\s/g, '').slice(0, longest))}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
      />
    </FieldFrame>
  )
}
