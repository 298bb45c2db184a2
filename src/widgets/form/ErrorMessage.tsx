import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type ApiError, isUnansweredError } from '#api/apiError.ts'
import { productCountriesArticleId } from '#contract/constants.ts'
import { path } from '#sitemap'
import { Notice } from '#ui/Notice.tsx'
import styles from './ErrorMessage.module.css'

interface ErrorMessageProps {
  failure: ApiError | null | undefined
  /** It would have cost something: say that it did not. */
  paid?: boolean
}

/** Why it did not happen, or that nobody knows yet. */
export function ErrorMessage({ failure, paid = false }: ErrorMessageProps) {
  if (!failure) return null
  return (
    <Notice tone="error" className={styles.failure} role="alert">
      {isUnansweredError(failure) ? (
        <Trans>No answer came, so it is not known whether this was done. Asking again is safe: it can happen only once.</Trans>
      ) : (
        <>
          {failure.message} {paid && <Trans>Nothing was charged.</Trans>}
          {failure.key === 'AGREEMENT_REQUIRED' && (
            <Link to={path.agreements}>
              <Trans>See what changed</Trans>
            </Link>
          )}
          {(failure.key === 'REGION' || failure.key === 'REGION_PRODUCT') && (
            <Link to={path.article} search={{ id: productCountriesArticleId }}>
              <Trans>Where products are offered</Trans>
            </Link>
          )}
          {failure.key === 'GUEST_RESTRICTED' && (
            <Link to={path.addSignIn}>
              <Trans>Keep this account</Trans>
            </Link>
          )}
        </>
      )}
    </Notice>
  )
}
