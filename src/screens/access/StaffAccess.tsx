import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { apiReadQuery } from '#api/query.ts'
import { usePagedList } from '#api/usePages.ts'
import { access } from '#contract/calls/access.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { RecordList } from '#widgets/RecordList.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { StaffAccessRow } from './StaffAccessRow.tsx'
import { Text } from '#ui/Text.tsx'

export const Route = createFileRoute('/_signedIn/staff-access')({ component: StaffAccess })

const pageSize = 50

/** Who of our staff looked at this person's data, when and at what (docs/rules/{data-rights,fair-dealing}.md). */
function StaffAccess() {
  const { t } = useLingui()
  const pages = usePagedList((pageNo) => apiReadQuery(access.list, { pageNo, pageSize }))
  return (
    <ScreenLayout title={t`Who looked at my data`} back={path.me} chips={<DataAgeChip at={pages.error ? pages.at : undefined} />}>
      <RecordList
        pages={pages}
        failed={t`The list could not be read`}
        waiting={<Skeleton lines={6} />}
        empty={<EmptyState text={t`Nobody of our staff has looked at your data.`} />}
        frame={(rows) => (
          <Card flush>
            <ul>{rows}</ul>
          </Card>
        )}
      >
        {(look) => (
          <li>
            <StaffAccessRow look={look} />
          </li>
        )}
      </RecordList>
      <Text tone="muted">
        <Trans>
          Each time one of our staff opens a case of yours, a line is written here first. It cannot be removed. Staff are shown by role and
          number, so that you can tell two people apart and ask us about either.
        </Trans>
      </Text>
    </ScreenLayout>
  )
}
