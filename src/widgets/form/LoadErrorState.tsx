import { useLingui } from '@lingui/react/macro'
import { ApiError } from '#api/apiError.ts'
import { ErrorState } from '#ui/ErrorState.tsx'

export interface LoadErrorStateProps {
  /** What failed: "The news did not load". */
  title: string
  error: Error
  busy?: boolean
  onRetry: () => void
}

/** A read that did not come: what failed, why, the way to try again, and the id to quote. */
export function LoadErrorState({ title, error, busy = false, onRetry }: LoadErrorStateProps) {
  const { t } = useLingui()
  const traceId = error instanceof ApiError ? error.traceId : undefined
  return <ErrorState title={title} text={error.message} onRetry={onRetry} retryLabel={t`Try again`} busy={busy} detail={traceId} />
}
