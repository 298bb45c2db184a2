import { useLingui } from '@lingui/react/macro'
import { isEasyToGuess } from '#rules/safePassword.ts'
import { DigitsField } from '#widgets/DigitsField.tsx'
import { codeLength } from '#widgets/oneTimeCode.ts'

export interface Digits {
  digits: string
  again: string
}

/** Whether both are there, alike, and not easy to guess. */
export const areGood = ({ digits, again }: Digits): boolean => digits.length === codeLength && digits === again && !isEasyToGuess(digits)

/** A new withdrawal password and the same again; what is wrong is said as soon as it can be known. */
export function NewDigits({ value, onChange, error }: { value: Digits; onChange: (value: Digits) => void; error?: string | undefined }) {
  const { t } = useLingui()
  const { digits, again } = value
  const isEasy = digits.length === codeLength && isEasyToGuess(digits)
  return (
    <>
      <DigitsField
        secret
        label={t`New withdrawal password`}
        value={digits}
        onChange={(next) => onChange({ digits: next, again })}
        enterKeyHint="next"
        hint={t`Six digits, neither all the same nor in a row.`}
        error={isEasy ? t`Too easy to guess: no 111111, 123456 or 654321.` : error}
      />
      <DigitsField
        secret
        label={t`The same six digits again`}
        value={again}
        onChange={(next) => onChange({ digits, again: next })}
        error={again.length === codeLength && again !== digits ? t`The two differ. Type the same six digits again.` : undefined}
      />
    </>
  )
}
