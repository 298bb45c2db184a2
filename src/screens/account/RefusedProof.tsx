import type { ApiError } from '#api/apiError.ts'
import styles from './Passkeys.module.css'
import { shownUnderField } from './proofFields.ts'
import { useFailureWords } from './useFailureWords.ts'

/** Why a change that takes a proof was refused, unless a field of the proof says it. */
export function RefusedProof({ error }: { error: ApiError | null }) {
  const words = useFailureWords()
  if (!error || shownUnderField.has(error.key)) return null
  return (
    <p role="alert" className={styles.error}>
      {words(error)}
    </p>
  )
}
