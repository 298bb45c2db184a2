import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isUnanswered } from '#api/apiError.ts'
import { newRequestId, useWrite } from '#api/mutation.ts'
import { query } from '#api/query.ts'
import { useConnection } from '#api/socket.ts'
import { type CarriedOver, demo } from '#contract/calls/demo.ts'
import { formatAmount, formatSigned } from '#i18n/number.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Facts } from '#ui/Facts.tsx'
import { type PaperLedger, paperToCarry, resetPaper, usePaper } from '#widgets/paperStore.ts'
import styles from './CarryOver.module.css'
import { useLeftWords } from './useLeftWords.ts'

/** Offers to keep what was done on paper on this device in the new demo book; nothing where there is nothing to keep, or no more place. */
export function CarryOver() {
  const ledger = usePaper()
  const [done, setDone] = useState<CarriedOver>()
  const [isDeclined, setDeclined] = useState(false)
  const isAnything = paperToCarry(ledger) !== undefined
  const state = useQuery({ ...query(demo.state, {}), enabled: isAnything && !done, staleTime: 60_000 })
  if (done) return <Carried carried={done} />
  if (!isAnything || isDeclined || !state.data?.canCarryOver) return null
  return <Offer ledger={ledger} onDone={setDone} onDecline={() => setDeclined(true)} />
}

interface OfferProps {
  ledger: PaperLedger
  onDone(carried: CarriedOver): void
  onDecline(): void
}

function Offer({ ledger, onDone, onDecline }: OfferProps) {
  const { t } = useLingui()
  const carry = useWrite(demo.carryOver, { errors: 'inline' })
  // What is sent again after a lost answer must be the very same.
  const [asked] = useState(() => ({ body: paperToCarry(ledger), requestId: newRequestId() }))
  const isOffline = useConnection() === 'offline'
  const shown = formatAmount(ledger.available, 2)
  const keep = () => {
    if (!asked.body) return
    carry.mutate(
      { body: asked.body, requestId: asked.requestId },
      {
        onSuccess: (carried) => {
          onDone(carried)
          resetPaper()
        },
      },
    )
  }
  return (
    <Card tone="demo" className={styles.card}>
      <h2 className={styles.title}>
        <Trans>Keep your paper ledger?</Trans>
      </h2>
      <Facts
        rows={[
          { key: 'available', name: t`Paper money`, value: `${shown} USDT` },
          { key: 'running', name: t`Open positions`, value: ledger.running.length },
          { key: 'pending', name: t`Waiting orders`, value: ledger.pending.length },
          { key: 'closed', name: t`Closed trades`, value: asked.body?.closed.length ?? 0 },
        ]}
      />
      <p className={styles.note}>
        <Trans>
          We look every fill up in our own price record and reckon the result ourselves. What the record does not bear out is left behind.
          Gains count up to 100,000 USDT. This can be done once.
        </Trans>
      </p>
      {carry.error && (
        <p role="alert" className={styles.failure}>
          {isUnanswered(carry.error) ? <Trans>No answer came. Asking again is safe: it can happen only once.</Trans> : carry.error.message}
        </p>
      )}
      <div className={styles.choice}>
        <Button kind="secondary" disabled={carry.isPending} onClick={onDecline}>
          <Trans>Not now</Trans>
        </Button>
        <Button busy={carry.isPending} disabled={isOffline} reason={isOffline ? t`Needs a connection` : undefined} onClick={keep}>
          {carry.error && isUnanswered(carry.error) ? <Trans>Ask again</Trans> : <Trans>Keep</Trans>}
        </Button>
      </div>
    </Card>
  )
}

function Carried({ carried }: { carried: CarriedOver }) {
  const { t } = useLingui()
  const words = useLeftWords()
  const { left } = carried
  return (
    <Card tone="demo" className={styles.card}>
      <h2 className={styles.title}>
        <Trans>Your paper ledger was carried over</Trans>
      </h2>
      <Facts
        rows={[
          { key: 'result', name: t`Result of closed trades`, value: `${formatSigned(carried.result, 2)} USDT`, strong: true },
          { key: 'closed', name: t`Closed trades`, value: carried.closed },
          { key: 'opened', name: t`Positions that run now`, value: carried.opened.length },
          { key: 'placed', name: t`Waiting orders`, value: carried.placed.length },
        ]}
      />
      {carried.isCut && (
        <p className={styles.note}>
          <Trans>The gain was more than 100,000 USDT; the rest was not carried.</Trans>
        </p>
      )}
      {left.length > 0 && (
        <details className={styles.note}>
          <summary>
            <Plural value={left.length} one="# row was not carried as it stood" other="# rows were not carried as they stood" />
          </summary>
          <ul className={styles.left}>
            {left.map((one) => (
              <li key={one.id}>
                {one.symbol}: {words(one.why)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  )
}
