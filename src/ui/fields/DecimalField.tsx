import { useLingui } from '@lingui/react/macro'
import { type ReactNode, type Ref, useState } from 'react'
import { formatAmount } from '#i18n/number.ts'
import { Text } from '../Text.tsx'
import styles from './DecimalField.module.css'
import { FieldFrame } from './FieldFrame.tsx'
import { useFieldIds } from './fieldIds.ts'
import { type DecimalInputReading, isPlainDecimalAbove, parseDecimalInput } from './readDecimal.ts'
import { useKeypad } from './useKeypad.tsx'

export interface DecimalFieldProps {
  label: ReactNode
  /** A plain decimal ('1234.5') or ''. */
  value: string
  /** Gets a plain decimal, or '' while the text in the field is empty or is not surely one number. */
  onChange: (value: string) => void
  /** Most digits after the point. */
  scale: number
  unit?: ReactNode
  hint?: ReactNode
  error?: ReactNode
  aside?: ReactNode
  /** The value is only proposed: what is typed takes its place. */
  proposed?: boolean | undefined
  /** Above it the field says so; the value is still given. */
  max?: string
  /** Pills that fill the field: 25 %, 50 %, 75 %, Max. */
  steps?: readonly { label: string; value: string }[]
  placeholder?: string
  required?: boolean
  disabled?: boolean
  name?: string
  id?: string
  ref?: Ref<HTMLInputElement>
}

const emptyReading: DecimalInputReading = { ok: true, shown: '', value: '' }
const valueOf = (reading: DecimalInputReading) => (reading.ok ? reading.value : '')

/**
 * An amount, typed on our own keypad where fingers type. Comma and point both mean the decimal point; what could mean two numbers is
 * refused in words (docs/rules/interface.md).
 */
export function DecimalField({
  label,
  value,
  onChange,
  scale,
  unit,
  hint,
  error,
  aside,
  proposed = false,
  max,
  steps,
  id: idProp,
  ...input
}: DecimalFieldProps) {
  const [typed, setTyped] = useState<DecimalInputReading>(emptyReading)
  // What is on the screen is kept ('1.', a refused text) until the caller sets another value.
  const reading = valueOf(typed) === value ? typed : parseDecimalInput(value, scale)
  const problem = useProblem(reading, scale, max) ?? error
  const { id, describedBy, ...ids } = useFieldIds(idProp, hint, problem)
  const { keypad, inputMode, listeners } = useKeypad(id, scale)
  const select = ({ currentTarget }: { currentTarget: HTMLInputElement }) => proposed && currentTarget.select()
  const applyReading = (next: DecimalInputReading) => {
    setTyped(next)
    if (valueOf(next) !== value) onChange(valueOf(next))
  }
  return (
    <FieldFrame
      id={id}
      {...ids}
      label={label}
      hint={hint}
      error={problem}
      aside={aside}
      trailing={
        unit && (
          <Text as="span" tone="quiet">
            {unit}
          </Text>
        )
      }
      below={
        steps && (
          // A pill leaves the focus where it is: who types goes on, and the keypad stays.
          // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it does nothing of its own, the pills in it do
          <div className={styles.steps} onMouseDown={(event) => keypad && event.preventDefault()}>
            {steps.map((step) => (
              <button
                key={step.label}
                type="button"
                className={styles.step}
                disabled={input.disabled}
                onClick={() => applyReading(parseDecimalInput(step.value, scale))}
              >
                {step.label}
              </button>
            ))}
          </div>
        )
      }
    >
      <input
        {...input}
        {...listeners}
        onFocus={(event) => {
          listeners.onFocus(event)
          select(event)
        }}
        // The place of a tap is set after the focus has come.
        onClick={(event) => {
          listeners.onClick(event)
          select(event)
        }}
        id={id}
        type="text"
        inputMode={inputMode}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        className={styles.input}
        value={reading.shown}
        onChange={(event) => applyReading(parseDecimalInput(event.target.value, scale, isPasted(event.nativeEvent) ? 'pasted' : 'typed'))}
        aria-invalid={problem ? true : undefined}
        aria-describedby={describedBy}
      />
      {keypad}
    </FieldFrame>
  )
}

/** Pasting, dropping, autofill and dictation bring a whole number at once; a key brings one character. */
const isPasted = (event: Event): boolean => {
  if (!(event instanceof InputEvent)) return true
  if (/Paste|Drop|Yank|Replacement/.test(event.inputType)) return true
  return event.inputType.startsWith('insert') && (event.data?.length ?? 0) > 1
}

function useProblem(reading: DecimalInputReading, scale: number, max: string | undefined): string | undefined {
  const { t } = useLingui()
  if (reading.ok) {
    if (max === undefined || reading.value === '' || !isPlainDecimalAbove(reading.value, max)) return undefined
    const most = formatAmount(max, max.split('.')[1]?.length ?? 0)
    return t`At most ${most}.`
  }
  const [first, second] = reading.readings ?? []
  switch (reading.problem) {
    case 'ambiguous':
      return t`Is this ${first} or ${second}? Please type the one you mean.`
    case 'twoPoints':
      return t`A number has one decimal point.`
    case 'notANumber':
      return t`Only digits and one decimal point, please.`
    case 'tooManyPlaces':
      return scale === 0 ? t`A whole number, please.` : t`At most ${scale} digits after the point.`
    case 'tooLong':
      return t`This number is too long.`
  }
}
