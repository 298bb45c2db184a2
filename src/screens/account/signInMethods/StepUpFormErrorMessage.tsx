import type { ApiError } from '#api/apiError.ts'
import { Text } from '#ui/Text.tsx'
import { stepUpFieldErrorKeys } from '../signIn/proofFields.ts'
import { useApiErrorMessages } from '../signIn/useApiErrorMessages.ts'

/** Why a change that takes a proof was refused, unless a field of the proof says it. */
export function StepUpFormErrorMessage({ error }: { error: ApiError | null }) {
  const words = useApiErrorMessages()
  if (!error || stepUpFieldErrorKeys.has(error.key)) return null
  return (
    <Text role="alert" weight="medium" tone="error">
      {words(error)}
    </Text>
  )
}
