import type { HTMLInputAutoCompleteAttribute, HTMLInputTypeAttribute, InputHTMLAttributes, ReactNode, Ref } from 'react'
import { FieldFrame } from './FieldFrame.tsx'
import { useFieldIds } from './fieldIds.ts'

export interface TextFieldProps {
  label: ReactNode
  value: string
  onChange: (text: string) => void
  error?: ReactNode
  hint?: ReactNode
  aside?: ReactNode
  type?: HTMLInputTypeAttribute
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode']
  enterKeyHint?: InputHTMLAttributes<HTMLInputElement>['enterKeyHint']
  autoComplete?: HTMLInputAutoCompleteAttribute
  autoCapitalize?: string
  autoFocus?: boolean
  spellCheck?: boolean
  maxLength?: number
  step?: number
  placeholder?: string
  leading?: ReactNode
  trailing?: ReactNode
  required?: boolean
  disabled?: boolean
  readOnly?: boolean
  name?: string
  id?: string
  ref?: Ref<HTMLInputElement>
  onBlur?: () => void
}

export function TextField({ label, value, onChange, error, hint, aside, leading, trailing, id: idProp, onBlur, ...input }: TextFieldProps) {
  const { id, describedBy, ...ids } = useFieldIds(idProp, hint, error)
  return (
    <FieldFrame id={id} {...ids} label={label} hint={hint} error={error} aside={aside} leading={leading} trailing={trailing}>
      <input
        type="text"
        {...input}
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
      />
    </FieldFrame>
  )
}
