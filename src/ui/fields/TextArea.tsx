import type { CSSProperties, ReactNode, Ref } from 'react'
import { FieldFrame } from './FieldFrame.tsx'
import { useFieldIds } from './fieldIds.ts'
import styles from './TextArea.module.css'

export interface TextAreaProps {
  label: ReactNode
  value: string
  onChange: (text: string) => void
  error?: ReactNode
  hint?: ReactNode
  aside?: ReactNode
  placeholder?: string
  maxLength?: number
  rows?: number
  disabled?: boolean
  ref?: Ref<HTMLTextAreaElement>
}

/** Several lines of text; grows with them as far as there is room. */
export function TextArea({ label, value, onChange, error, hint, aside, rows = 3, ...area }: TextAreaProps) {
  const { id, describedBy, ...ids } = useFieldIds(undefined, hint, error)
  return (
    <FieldFrame id={id} {...ids} label={label} hint={hint} error={error} aside={aside}>
      <textarea
        {...area}
        id={id}
        rows={rows}
        className={styles.area}
        style={{ '--rows': rows } as CSSProperties}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
      />
    </FieldFrame>
  )
}
