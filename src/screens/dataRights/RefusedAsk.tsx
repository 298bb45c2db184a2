import type { ApiError } from '#api/apiError.ts'
import { Failure } from '#widgets/Failure.tsx'

// These stand under the field that they are about.
const underField = new Set(['TOTP_WRONG', 'TOTP_REPLAYED', 'SAFE_PASSWORD_WRONG'])

/** Why it was refused, unless a field of the proof says so. */
export function RefusedAsk({ error }: { error: ApiError | null }) {
  return <Failure failure={error && !underField.has(error.key) ? error : null} />
}
