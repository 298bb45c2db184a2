import { useLingui } from '@lingui/react/macro'
import { isWithdrawalPasswordGuessable } from '#rules/safePassword.ts'
import { SixDigitField } from '#widgets/identity/SixDigitField.tsx'
import { oneTimeCodeLength } from '#widgets/identity/oneTimeCode.ts'

export interface NewSafePasswordDraft {
  digits: string
  again: string
}

/** Whether both are there, alike, and not easy to guess. */
export const isNewSafePasswordValid = ({ digits, again }: NewSafePasswordDraft): boolean =>
  digits.length === oneTimeCodeLength && digits === again && !isWithdrawalPasswordGuessable(digits)

/** A new withdrawal password and the same again; what is wrong is said as soon as it can be known. */
export function NewSafePasswordFields({
  value,
  onChange,
  error,
}: {
  value: NewSafePasswordDraft
  onChange: (value: NewSafePasswordDraft) => void
  error?: string | undefined
}) {
  const { t } = useLingui()
  const { digits, again } = value
  const isEasy = digits.length === oneTimeCodeLength && isWithdrawalPasswordGuessable(digits)
  return (
    <>
      <SixDigitField
        secret
        label={t`New withdrawal password`}
        value={digits}
        onChange={(next) => onChange({ digits: next, again })}
        enterKeyHint="next"
        hint={t`Six digits, neither all the same nor in a row.`}
        error={isEasy ? t`Too easy to guess: no 111111, 123456 or 654321.` : error}
      />
      <SixDigitField
        secret
        label={t`The same six digits again`}
        value={again}
        onChange={(next) => onChange({ digits, again: next })}
        error={again.length === oneTimeCodeLength && again !== digits ? t`The two differ. Type the same six digits again.` : undefined}
      />
    </>
  )
}
