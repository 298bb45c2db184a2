import { Trans, useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { madeAt } from '#api/age.ts'
import { query } from '#api/query.ts'
import { access } from '#contract/calls/access.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { LookRow } from './LookRow.tsx'
import styles from './StaffAccess.module.css'

export const Route = createFileRoute('/_signedIn/staff-access')({ component: StaffAccess })

const pageSize = 50

/** Who of our staff looked at this person's data, when and at what (product §1.10 call 175, §3.2). */
function StaffAccess() {
  const { t } = useLingui()
  const [more, setMore] = useState(0)
  const first = useQueries({ queries: [query(access.list, { pageNo: 1, pageSize })] })[0]
  const pages = Math.min(first.data?.pages ?? 1, 1 + more)
  const others = useQueries({
    queries: Array.from({ length: pages - 1 }, (_, index) => query(access.list, { pageNo: index + 2, pageSize })),
  })
  const results = [first, ...others]
  // One written between two reads pushes the last of a page onto the next.
  const looks = [...new Map(results.flatMap(({ data }) => data?.records ?? []).map((one) => [one.id, one])).values()]
  const failed = results.find(({ error }) => error)
  return (
    <ScreenLayout
      title={t`Who looked at my data`}
      back={path.me}
      chips={<AgeChip at={failed && first.data ? madeAt(first.data, first.dataUpdatedAt) : undefined} />}
    >
      {first.data === undefined ? (
        first.error ? (
          <FailedRead
            title={t`The list could not be read`}
            error={first.error}
            onRetry={() => void first.refetch()}
            busy={first.isFetching}
          />
        ) : (
          <Skeleton lines={6} />
        )
      ) : looks.length === 0 ? (
        <Empty text={t`Nobody of our staff has looked at your data.`} />
      ) : (
        <Card flush>
          <ul>
            {looks.map((look) => (
              <li key={look.id}>
                <LookRow look={look} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {first.data && pages < first.data.pages && (
        <Button kind="quiet" wide busy={results.some(({ isPending }) => isPending)} onClick={() => setMore(more + 1)}>
          <Trans>Show more</Trans>
        </Button>
      )}
      <p className={styles.note}>
        <Trans>
          Each time one of our staff opens a case of yours, a line is written here first. It cannot be removed. Staff are shown by role and
          number, so that you can tell two people apart and ask us about either.
        </Trans>
      </p>
    </ScreenLayout>
  )
}
