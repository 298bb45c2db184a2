import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { apiReadQuery } from '#api/query.ts'
import { fairness, type PublishedLedgerCheck } from '#contract/calls/fairness.ts'
import { formatDateTime } from '#i18n/date.ts'
import { Card } from '#ui/Card.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import styles from './fairness.module.css'

const refreshMs = 60_000

/** When the whole ledger was checked last, and whether it held (docs/rules/ledger.md). */
export function LedgerCheckStatus() {
  const { t } = useLingui()
  const { data, error, isFetching, refetch } = useQuery({ ...apiReadQuery(fairness.ledgerCheck, {}), refetchInterval: refreshMs })
  if (data) return <Verdict check={data} />
  if (!error) return <Skeleton lines={2} />
  return <LoadErrorState title={t`The check of the ledger did not load`} error={error} busy={isFetching} onRetry={() => void refetch()} />
}

function Verdict({ check: { checkedMs, holds, broken, haltedMs } }: { check: PublishedLedgerCheck }) {
  const checkedAt = checkedMs === null ? '' : formatDateTime(checkedMs)
  const haltedAt = haltedMs === null ? '' : formatDateTime(haltedMs)
  const rules = broken.join(', ')
  return (
    <Card tone={haltedMs !== null || holds === false ? 'warn' : 'plain'} className={styles.values}>
      <p>
        {checkedMs === null ? (
          <Trans>The first check of the ledger is still to come.</Trans>
        ) : holds ? (
          <Trans>Ledger checked on {checkedAt}: all holds.</Trans>
        ) : (
          <Trans>
            Ledger checked on {checkedAt}: it does not hold ({rules}).
          </Trans>
        )}
      </p>
      {haltedMs !== null && (
        <p>
          <Trans>
            Since {haltedAt} nothing new opens and nothing is paid out, until this is resolved. What is open can be closed as always.
          </Trans>
        </p>
      )}
      <p className={styles.note}>
        <Trans>Each night we check that every booking adds up and that what people own is what custody holds.</Trans>
      </p>
    </Card>
  )
}
