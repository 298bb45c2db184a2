import { Trans, useLingui } from '@lingui/react/macro'
import { isUnansweredError } from '#api/apiError.ts'
import { useApiWrite } from '#api/mutation.ts'
import { useRequestIds } from '#api/requestIds.ts'
import { type Competition, competitions } from '#contract/calls/competitions.ts'
import { Button } from '#ui/Button.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { showToast } from '#ui/toast.ts'
import { ErrorMessage } from '#widgets/form/ErrorMessage.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Competitions.module.css'

/** Leaving is never hindered; that it is for good is said before. */
export function LeaveCompetitionSheet({ competition: { id, name }, onClose }: { competition: Competition; onClose(): void }) {
  const { t } = useLingui()
  const ids = useRequestIds()
  const leave = useApiWrite(competitions.exit, { errors: 'inline' })
  const confirm = () =>
    leave.mutate(
      { body: { id }, requestId: ids.of() },
      {
        onSuccess: () => {
          showToast(t`You left`, { tone: 'good' })
          onClose()
        },
      },
    )
  return (
    <BottomSheet
      open
      onClose={onClose}
      title={t`Leave ${name}?`}
      footer={
        <Grid columns="fit" gap={3} className={styles.choice}>
          <Button kind="secondary" size="large" disabled={leave.isPending} onClick={onClose}>
            <Trans context="in a competition">Stay</Trans>
          </Button>
          <Button size="large" busy={leave.isPending} onClick={confirm}>
            {leave.error && isUnansweredError(leave.error) ? <Trans>Ask again</Trans> : <Trans>Leave for good</Trans>}
          </Button>
        </Grid>
      }
    >
      <Grid gap={3} className={styles.stack}>
        <p>
          <strong>
            <Trans>You cannot join this competition again.</Trans>
          </strong>
        </p>
        <Text tone="muted">
          <Trans>
            Whatever is open there closes now, at the newest prices. You have no place in its table and get no prize. Your own books and
            your other competitions are not touched.
          </Trans>
        </Text>
      </Grid>
      <ErrorMessage failure={leave.error} />
    </BottomSheet>
  )
}
