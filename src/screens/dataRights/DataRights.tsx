import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Section } from '#ui/Section.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { DataExportSection } from './DataExportSection.tsx'
import { AccountDeletionSection, useAccountDeletionStatusQuery } from './AccountDeletionSection.tsx'
import { DataRetentionInfo } from './DataRetentionInfo.tsx'
import { readDataRightsSearchParams } from './dataRightsSearch.ts'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './DataRights.module.css'

export const Route = createFileRoute('/_signedIn/data-rights')({ component: DataRights, validateSearch: readDataRightsSearchParams })

/** What is kept of a person and why, a copy of all of it, and the way to be forgotten (docs/rules/data-rights.md). */
function DataRights() {
  const { t } = useLingui()
  const isRunning = typeof useAccountDeletionStatusQuery().data?.at === 'number'
  const deletion = <AccountDeletionSection isRequested={Route.useSearch().part === 'delete'} />
  return (
    <ScreenLayout title={t`Your data`} back={path.profile}>
      <Stack className={styles.screen}>
        {/* What is under way comes first. */}
        {isRunning && deletion}
        <Section title={t`What we keep, and why`}>
          <DataRetentionInfo />
          <Card flush>
            <RowLink to={path.agreements} title={t`What you agreed to`} subtitle={t`Each agreement, its version and what changed`} />
            <RowLink to={path.staffAccess} title={t`Who looked at my data`} subtitle={t`Every look of our staff at your cases`} />
            <RowLink to={path.sessions} title={t`Devices signed in`} subtitle={t`And where you signed in before`} />
            <RowLink to={path.settings} title={t`Settings`} subtitle={t`Presence, marketing, what this device stores`} />
            <RowLink to={path.article} search={{ id: 'privacy' }} title={t`Privacy`} subtitle={t`The whole text`} />
          </Card>
          <Text tone="muted">
            <Trans>No trackers, no advertising, nothing sold. The app loads nothing from anybody else.</Trans>
          </Text>
        </Section>
        <DataExportSection />
        {!isRunning && deletion}
      </Stack>
    </ScreenLayout>
  )
}
