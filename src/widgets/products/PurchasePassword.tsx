import { useLingui } from '@lingui/react/macro'
import type { ApiError } from '#api/apiError.ts'
import { DigitsField } from '#widgets/DigitsField.tsx'
import type { PurchasePasswordAsk } from './usePurchasePassword.ts'

/** The field for it; nothing of those who are not asked. */
export function PurchasePassword({ ask, failure }: { ask: PurchasePasswordAsk; failure: ApiError | undefined }) {
  const { t } = useLingui()
  if (!ask.isAsked) return null
  return (
    <DigitsField
      secret
      label={t`Withdrawal password`}
      value={ask.digits}
      onChange={ask.setDigits}
      error={failure?.key === 'SAFE_PASSWORD_WRONG' ? failure.message : undefined}
    />
  )
}
