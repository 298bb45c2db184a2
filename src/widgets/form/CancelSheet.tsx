import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { isUnansweredError } from '#api/apiError.ts'
import { useRequestIds } from '#api/requestIds.ts'
import { Button } from '#ui/Button.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { Grid } from '#ui/Grid.tsx'
import { showToast } from '#ui/toast.ts'
import styles from './ConfirmSheet.module.css'
import { ErrorMessage } from './ErrorMessage.tsx'
import { useAsyncAction } from './useAsyncAction.ts'

interface CancelSheetProps {
  /** What is cancelled: "Cancel this order". */
  title: string
  /** The words of the button that does it. */
  action: ReactNode
  /** Said once it is done. */
  done: string
  /** Something could have been charged: a refusal says that nothing was. */
  paid?: boolean
  /** The request id is the same at every try, so that it can happen only once. */
  cancel(requestId: string): Promise<unknown>
  onClose(): void
  /** What comes back, and what that costs. */
  children: ReactNode
}

/** Leaving asks once and is never hindered: what comes back, no question why, and two buttons of one size. */
export function CancelSheet({ title, action, done, paid = false, cancel, onClose, children }: CancelSheetProps) {
  const ids = useRequestIds()
  const { failure, isBusy, run } = useAsyncAction<unknown>({
    toast: () => done,
    onDone: () => {
      showToast(done, { tone: 'good' })
      onClose()
    },
    paid,
  })
  const confirm = () => run(() => cancel(ids.of()))
  return (
    <BottomSheet
      open
      onClose={onClose}
      title={title}
      footer={
        <Grid columns={2} gap={3} className={styles.choice}>
          <Button kind="secondary" size="large" disabled={isBusy} onClick={onClose}>
            <Trans>Keep it</Trans>
          </Button>
          <Button size="large" busy={isBusy} onClick={() => void confirm()}>
            {failure && isUnansweredError(failure) ? <Trans>Ask again</Trans> : action}
          </Button>
        </Grid>
      }
    >
      <p>{children}</p>
      <ErrorMessage failure={failure} paid={paid} />
    </BottomSheet>
  )
}
