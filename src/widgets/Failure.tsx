import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type ApiError, isUnanswered } from '#api/apiError.ts'
import { path } from '#sitemap'
import styles from './Failure.module.css'

interface FailureProps {
  failure: ApiError | null | undefined
  /** It would have cost something: say that it did not. */
  paid?: boolean
}

/** Why it did not happen, or that nobody knows yet. */
export function Failure({ failure, paid = false }: FailureProps) {
  if (!failure) return null
  return (
    <p className={styles.failure} role="alert">
      {isUnanswered(failure) ? (
        <Trans>No answer came, so it is not known whether this was done. Asking again is safe: it can happen only once.</Trans>
      ) : (
        <>
          {failure.message} {paid && <Trans>Nothing was charged.</Trans>}
          {failure.key === 'AGREEMENT_REQUIRED' && (
            <Link to={path.agreements}>
              <Trans>See what changed</Trans>
            </Link>
          )}
          {failure.key === 'GUEST_RESTRICTED' && (
            <Link to={path.addSignIn}>
              <Trans>Keep this account</Trans>
            </Link>
          )}
        </>
      )}
    </p>
  )
}
