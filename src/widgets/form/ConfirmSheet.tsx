import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import { type ApiError, isUnansweredError } from '#api/apiError.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Grid } from '#ui/Grid.tsx'
import styles from './ConfirmSheet.module.css'
import { ButtonLink } from '../ButtonLink.tsx'
import { ErrorMessage } from './ErrorMessage.tsx'
import type { ConfirmationState } from './useConfirming.ts'

interface ConfirmSheetProps<P> {
  title: ReactNode
  confirming: ConfirmationState<P, unknown>
  /** Why there is nothing to show, and how to ask again. */
  error: ApiError | undefined
  onRetry(): void
  /** The asking in which a shown figure moved last; 0 where none did. */
  movedIn?: number
  kind?: 'long' | 'short' | 'primary'
  /** What is shown cannot be confirmed: the body says why. */
  stopped?: boolean
  /** What has to be typed before: stays in sight with the buttons. */
  proof?: ReactNode
  onCancel(): void
  children: (shown: P) => ReactNode
}

/** The last look before something that costs (docs/rules/interface.md): what would be charged, and two buttons of one size. */
export function ConfirmSheet<P>({
  title,
  confirming: { shown, isAsked, isBusy, failure, confirm },
  error,
  onRetry,
  movedIn = 0,
  kind = 'primary',
  stopped = false,
  proof,
  onCancel,
  children,
}: ConfirmSheetProps<P>) {
  const { t } = useLingui()
  const isResting = useRest(isAsked ? 0 : movedIn)
  return (
    <BottomSheet
      open
      onClose={onCancel}
      title={title}
      footer={
        <>
          {proof}
          <Grid columns={2} align="start" gap={3} className={styles.choice}>
            <Button kind="secondary" size="large" disabled={isBusy} onClick={onCancel}>
              <Trans>Cancel</Trans>
            </Button>
            <Button
              kind={kind}
              size="large"
              busy={isBusy}
              disabled={shown === undefined || isResting || stopped}
              onClick={() => void confirm()}
            >
              {failure && isUnansweredError(failure) ? <Trans>Ask again</Trans> : <Trans>Confirm</Trans>}
            </Button>
          </Grid>
        </>
      }
    >
      {shown !== undefined ? (
        children(shown)
      ) : error ? (
        <>
          <ErrorState
            title={error.message}
            text={t`Nothing was charged.`}
            onRetry={onRetry}
            retryLabel={t`Try again`}
            detail={error.traceId}
          />
          {error.key === 'AGREEMENT_REQUIRED' && (
            <ButtonLink to={path.agreements} wide>
              <Trans>See what changed</Trans>
            </ButtonLink>
          )}
        </>
      ) : (
        <Skeleton lines={7} />
      )}
      <ErrorMessage failure={failure} paid />
    </BottomSheet>
  )
}

const restMs = 600

/** After a figure moved the button waits a moment, so that nobody confirms a number that was not read. */
function useRest(movedIn: number): boolean {
  const [restedIn, setRestedIn] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => setRestedIn(movedIn), restMs)
    return () => clearTimeout(timer)
  }, [movedIn])
  return movedIn !== 0 && movedIn !== restedIn
}
