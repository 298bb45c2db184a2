import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { query } from '#api/query.ts'
import { dataRights, type Deletion as DeletionState } from '#contract/calls/dataRights.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { useIsOnline } from '#widgets/StatusChips.tsx'
import { DeleteSheet } from './DeleteSheet.tsx'
import { Grace } from './Grace.tsx'
import { Obstacles } from './Obstacles.tsx'
import { WhatHappens } from './WhatHappens.tsx'
import styles from './DataRights.module.css'

// Another device may have asked for it, or taken it back.
const lookEveryMs = 30_000

/** How it stands with deleting the account. */
export const useDeletion = () => useQuery({ ...query(dataRights.deletion, {}), refetchInterval: lookEveryMs })

/** Being forgotten: everything that happens is said before it can be asked for, and until it is done it can be taken back. */
export function Deletion({ isAsked }: { isAsked: boolean }) {
  const { t } = useLingui()
  const place = useRef<HTMLDivElement>(null)
  const { data, error, refetch, isFetching } = useDeletion()
  const isHere = data !== undefined
  // Whoever came for this need not look for it; the parts above have their height by then.
  useEffect(() => {
    if (isAsked && isHere) place.current?.scrollIntoView()
  }, [isAsked, isHere])
  return (
    <div ref={place} className={styles.place}>
      <Section title={t`Delete the account`}>
        {data ? (
          data.at === null ? (
            <Ask deletion={data} />
          ) : (
            <Grace at={data.at} obstacles={data.obstacles} keptYears={data.keptYears} />
          )
        ) : error ? (
          <FailedRead title={t`How it stands with deleting did not load`} error={error} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={10} />
        )}
      </Section>
    </div>
  )
}

function Ask({ deletion: { obstacles, keptYears } }: { deletion: DeletionState }) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const [isOpen, setOpen] = useState(false)
  const [openings, setOpenings] = useState(0)
  const reason = !isOnline ? t`Needs a connection` : obstacles.length > 0 ? t`First see to what is listed above` : undefined
  return (
    <Card className={styles.part}>
      <WhatHappens keptYears={keptYears} />
      {obstacles.length > 0 && (
        <div>
          <h3 className={styles.heading}>
            <Trans>Before that</Trans>
          </h3>
          <Obstacles obstacles={obstacles} />
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
      {isOpen && <DeleteSheet key={openings} keptYears={keptYears} onClose={() => setOpen(false)} />}
    </Card>
  )
}
