import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { apiReadQuery } from '#api/query.ts'
import { dataRights, type AccountDeletionStatus as DeletionState } from '#contract/calls/dataRights.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'
import { DeleteAccountSheet } from './DeleteAccountSheet.tsx'
import { DeletionGracePeriodCard } from './DeletionGracePeriodCard.tsx'
import { AccountDeletionObstacles } from './AccountDeletionObstacles.tsx'
import { AccountDeletionEffects } from './AccountDeletionEffects.tsx'
import { Stack } from '#ui/Stack.tsx'
import styles from './DataRights.module.css'

// Another device may have asked for it, or taken it back.
const pollIntervalMs = 30_000

/** How it stands with deleting the account. */
export const useAccountDeletionStatusQuery = () => useQuery({ ...apiReadQuery(dataRights.deletion, {}), refetchInterval: pollIntervalMs })

/** Being forgotten: everything that happens is said before it can be asked for, and until it is done it can be taken back. */
export function AccountDeletionSection({ isRequested }: { isRequested: boolean }) {
  const { t } = useLingui()
  const section = useRef<HTMLDivElement>(null)
  const { data, error, refetch, isFetching } = useAccountDeletionStatusQuery()
  const isLoaded = data !== undefined
  // Whoever came for this need not look for it; the parts above have their height by then.
  useEffect(() => {
    if (isRequested && isLoaded) section.current?.scrollIntoView()
  }, [isRequested, isLoaded])
  return (
    <div ref={section} className={styles.place}>
      <Section title={t`Delete the account`}>
        {data ? (
          data.at === null ? (
            <DeletionRequest deletion={data} />
          ) : (
            <DeletionGracePeriodCard at={data.at} obstacles={data.obstacles} keptYears={data.keptYears} />
          )
        ) : error ? (
          <LoadErrorState
            title={t`How it stands with deleting did not load`}
            error={error}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <Skeleton height={10} />
        )}
      </Section>
    </div>
  )
}

function DeletionRequest({ deletion: { obstacles, keptYears } }: { deletion: DeletionState }) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const [isOpen, setOpen] = useState(false)
  const [openings, setOpenings] = useState(0)
  const reason = !isOnline ? t`Needs a connection` : obstacles.length > 0 ? t`First see to what is listed above` : undefined
  return (
    <Stack as={Card} className={styles.part}>
      <AccountDeletionEffects keptYears={keptYears} />
      {obstacles.length > 0 && (
        <div>
          <h3 className={styles.heading}>
            <Trans>Before that</Trans>
          </h3>
          <AccountDeletionObstacles obstacles={obstacles} />
        </div>
      )}
      <Button
        kind="danger"
        wide
        disabled={reason !== undefined}
        reason={reason}
        onClick={() => {
          setOpenings(openings + 1)
          setOpen(true)
        }}
      >
        <Trans>Delete my account</Trans>
      </Button>
      {isOpen && <DeleteAccountSheet key={openings} keptYears={keptYears} onClose={() => setOpen(false)} />}
    </Stack>
  )
}
