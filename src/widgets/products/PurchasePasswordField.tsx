import { useLingui } from '@lingui/react/macro'
import type { ApiError } from '#api/apiError.ts'
import { SixDigitField } from '../identity/SixDigitField.tsx'
import type { PurchasePasswordPrompt } from './usePurchasePassword.ts'

/** The field for it; nothing of those who are not asked. */
export function PurchasePasswordField({ ask, failure }: { ask: PurchasePasswordPrompt; failure: ApiError | undefined }) {
  const { t } = useLingui()
  if (!ask.isRequired) return null
  return (
    <SixDigitField
      secret
      label={t`Withdrawal password`}
      value={ask.digits}
      onChange={ask.setDigits}
      error={failure?.key === 'SAFE_PASSWORD_WRONG' ? failure.message : undefined}
    />
  )
}
