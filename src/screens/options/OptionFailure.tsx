import { Trans } from '@lingui/react/macro'
import { type ApiError, isUnanswered } from '#api/apiError.ts'
import styles from './Options.module.css'

/** Why it did not happen, or that nobody knows yet. */
export function OptionFailure({ failure }: { failure: ApiError | null | undefined }) {
  if (!failure) return null
  return (
    <p className={styles.failure} role="alert">
      {isUnanswered(failure) ? (
        <Trans>No answer came, so it is not known whether this was done. Asking again is safe: it can happen only once.</Trans>
      ) : (
        <>
          {failure.message} <Trans>Nothing was charged.</Trans>
        </>
      )}
    </p>
  )
}
