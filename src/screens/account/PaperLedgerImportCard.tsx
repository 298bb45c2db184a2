import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isUnansweredError } from '#api/apiError.ts'
import { useApiWrite } from '#api/mutation.ts'
import { useRequestIds } from '#api/requestIds.ts'
import { apiReadQuery } from '#api/query.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { type PaperImportResult, demo } from '#contract/calls/demo.ts'
import { formatAmount, formatSignedAmount } from '#i18n/number.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { type PaperLedger, buildPaperImportRequest, resetPaperLedger, usePaperLedger } from '#widgets/trading/paperStore.ts'
import { Grid } from '#ui/Grid.tsx'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './PaperLedgerImportCard.module.css'
import { useSkippedPaperRowMessages } from './useSkippedRowMessages.ts'

/** Offers to keep what was done on paper on this device in the new demo book; nothing where there is nothing to keep, or no more place. */
export function PaperLedgerImportCard() {
  const ledger = usePaperLedger()
  const [done, setDone] = useState<PaperImportResult>()
  const [isDeclined, setDeclined] = useState(false)
  const hasPaperLedger = buildPaperImportRequest(ledger) !== undefined
  const state = useQuery({ ...apiReadQuery(demo.state, {}), enabled: hasPaperLedger && !done, staleTime: 60_000 })
  if (done) return <ImportedResult carried={done} />
  if (!hasPaperLedger || isDeclined || !state.data?.canCarryOver) return null
  return <ImportOffer ledger={ledger} onDone={setDone} onDecline={() => setDeclined(true)} />
}

interface OfferProps {
  ledger: PaperLedger
  onDone(carried: PaperImportResult): void
  onDecline(): void
}

function ImportOffer({ ledger, onDone, onDecline }: OfferProps) {
  const { t } = useLingui()
  const importLedger = useApiWrite(demo.carryOver, { errors: 'inline' })
  // What is sent again after a lost answer must be the very same.
  const [body] = useState(() => buildPaperImportRequest(ledger))
  const ids = useRequestIds()
  const isOffline = useStreamConnectionState() === 'offline'
  const shown = formatAmount(ledger.available, 2)
  const declineImport = () => {
    if (!body) return
    importLedger.mutate(
      { body, requestId: ids.of() },
      {
        onSuccess: (carried) => {
          onDone(carried)
          resetPaperLedger()
        },
      },
    )
  }
  return (
    <Stack as={Card} tone="demo" gap={3}>
      <h2 className={styles.title}>
        <Trans>Keep your paper ledger?</Trans>
      </h2>
      <DescriptionList
        rows={[
          { key: 'available', name: t`Paper money`, value: `${shown} USDT` },
          { key: 'running', name: t`Open positions`, value: ledger.running.length },
          { key: 'pending', name: t`Waiting orders`, value: ledger.pending.length },
          { key: 'closed', name: t`Closed trades`, value: body?.closed.length ?? 0 },
        ]}
      />
      <Text tone="muted" className={styles.note}>
        <Trans>
          We look every fill up in our own price record and reckon the result ourselves. What the record does not bear out is left behind.
          Gains count up to 100,000 USDT. This can be done once.
        </Trans>
      </Text>
      {importLedger.error && (
        <p role="alert" className={styles.failure}>
          {isUnansweredError(importLedger.error) ? (
            <Trans>No answer came. Asking again is safe: it can happen only once.</Trans>
          ) : (
            importLedger.error.message
          )}
        </p>
      )}
      <Grid columns={2} gap={3}>
        <Button kind="secondary" disabled={importLedger.isPending} onClick={onDecline}>
          <Trans>Not now</Trans>
        </Button>
        <Button
          busy={importLedger.isPending}
          disabled={isOffline}
          reason={isOffline ? t`Needs a connection` : undefined}
          onClick={declineImport}
        >
          {importLedger.error && isUnansweredError(importLedger.error) ? <Trans>Ask again</Trans> : <Trans>Keep</Trans>}
        </Button>
      </Grid>
    </Stack>
  )
}

function ImportedResult({ carried }: { carried: PaperImportResult }) {
  const { t } = useLingui()
  const words = useSkippedPaperRowMessages()
  const { left } = carried
  return (
    <Stack as={Card} tone="demo" gap={3}>
      <h2 className={styles.title}>
        <Trans>Your paper ledger was carried over</Trans>
      </h2>
      <DescriptionList
        rows={[
          { key: 'result', name: t`Result of closed trades`, value: `${formatSignedAmount(carried.result, 2)} USDT`, strong: true },
          { key: 'closed', name: t`Closed trades`, value: carried.closed },
          { key: 'opened', name: t`Positions that run now`, value: carried.opened.length },
          { key: 'placed', name: t`Waiting orders`, value: carried.placed.length },
        ]}
      />
      {carried.isCut && (
        <Text tone="muted" className={styles.note}>
          <Trans>The gain was more than 100,000 USDT; the rest was not carried.</Trans>
        </Text>
      )}
      {left.length > 0 && (
        <Text as="details" tone="muted" className={styles.note}>
          <summary>
            <Plural value={left.length} one="# row was not carried as it stood" other="# rows were not carried as they stood" />
          </summary>
          <ul className={styles.left}>
            {left.map((skipped) => (
              <li key={skipped.id}>
                {skipped.symbol}: {words(skipped.why)}
              </li>
            ))}
          </ul>
        </Text>
      )}
    </Stack>
  )
}
