import type { ApiError } from '#api/apiError.ts'
import { ErrorMessage } from '#widgets/form/ErrorMessage.tsx'

// These stand under the field that they are about.
const underField = new Set(['TOTP_WRONG', 'TOTP_REPLAYED', 'SAFE_PASSWORD_WRONG'])

/** Why it was refused, unless a field of the proof says so. */
export function DataRightsFormErrorMessage({ error }: { error: ApiError | null }) {
  return <ErrorMessage failure={error && !underField.has(error.key) ? error : null} />
}
