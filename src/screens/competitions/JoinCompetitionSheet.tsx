import { Trans, useLingui } from '@lingui/react/macro'
import { isUnansweredError } from '#api/apiError.ts'
import { useApiWrite } from '#api/mutation.ts'
import { useRequestIds } from '#api/requestIds.ts'
import { type Competition, competitions } from '#contract/calls/competitions.ts'
import { formatDateTime } from '#i18n/date.ts'
import { formatAmount } from '#i18n/number.ts'
import { Button } from '#ui/Button.tsx'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { showToast } from '#ui/toast.ts'
import { ErrorMessage } from '#widgets/form/ErrorMessage.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Competitions.module.css'

interface JoinCompetitionSheetProps {
  competition: Competition
  onClose(): void
}

/** The last look before joining: what one is given, until when, and what cannot be undone. */
export function JoinCompetitionSheet({
  competition: { id, name, fund, startTime, endTime, maxLever, minTrades },
  onClose,
}: JoinCompetitionSheetProps) {
  const { t } = useLingui()
  const ids = useRequestIds()
  const join = useApiWrite(competitions.join, { errors: 'inline' })
  const confirm = () =>
    join.mutate(
      { body: { id }, requestId: ids.of() },
      {
        onSuccess: () => {
          showToast(t`You take part`, { tone: 'good' })
          onClose()
        },
      },
    )
  return (
    <BottomSheet
      open
      onClose={onClose}
      title={t`Join ${name}?`}
      footer={
        <Grid columns="fit" gap={3} className={styles.choice}>
          <Button kind="secondary" size="large" disabled={join.isPending} onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button size="large" busy={join.isPending} onClick={confirm}>
            {join.error && isUnansweredError(join.error) ? <Trans>Ask again</Trans> : <Trans>Confirm</Trans>}
          </Button>
        </Grid>
      }
    >
      <Grid gap={3} className={styles.stack}>
        <DescriptionList
          rows={[
            { key: 'pay', name: t`You pay`, value: t`Nothing`, strong: true },
            { key: 'fund', name: t`You are given, virtual`, value: `${formatAmount(fund, 2)} USDT` },
            { key: 'from', name: t`Start`, value: formatDateTime(startTime) },
            { key: 'to', name: t({ message: 'End', context: 'of a competition' }), value: formatDateTime(endTime) },
            { key: 'lever', name: t`Leverage`, value: t`Up to ${maxLever}×` },
            { key: 'trades', name: t`Closed trades for a prize`, value: String(minTrades) },
          ]}
        />
        <Text tone="muted">
          <Trans>
            Your nickname and your figures there are shown to everybody. You can leave at any time; whoever left cannot join this
            competition again. You can take part in others beside it, each with a fund of its own.
          </Trans>
        </Text>
      </Grid>
      <ErrorMessage failure={join.error} />
    </BottomSheet>
  )
}
