import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { Section } from '#ui/Section.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { AnnouncementList } from './AnnouncementList.tsx'
import styles from './Announcements.module.css'
import { StandingNoticeList } from './StandingNoticeList.tsx'

export const Route = createFileRoute('/announcements')({
  component: Announcements,
  validateSearch: ({ id }: Record<string, unknown>): { id?: string } =>
    typeof id === 'string' || typeof id === 'number' ? { id: String(id) } : {},
})

/** Announcements, the newest first, then the standing notices; the notice that a link is about stands open. */
function Announcements() {
  const { t } = useLingui()
  const { id } = Route.useSearch()
  return (
    <ScreenLayout title={t`Announcements`} back flush>
      <div className={styles.page}>
        <Section title={t`Announcements`} quietTitle>
          <AnnouncementList />
        </Section>
        <Section title={t`Notices`}>
          <StandingNoticeList requestedId={id} />
        </Section>
      </div>
    </ScreenLayout>
  )
}
