import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { dataAsOf } from '#api/dataAsOf.ts'
import { useUser } from '#api/person.ts'
import { apiReadQuery } from '#api/query.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { levels } from '#contract/calls/levels.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { DailyNetAssetsSection } from './DailyNetAssetsSection.tsx'
import { LevelChangesSection } from './LevelChangesSection.tsx'
import { LevelRows } from './LevelRows.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Levels.module.css'
import { CurrentUserLevelCard } from './CurrentUserLevelCard.tsx'

export const Route = createFileRoute('/_signedIn/vipLevel')({ component: Levels })

/** Where one stands, what each level gives and takes, and how it came about. Nothing here asks for a deposit. */
function Levels() {
  const { t } = useLingui()
  const isOffline = useStreamConnectionState() === 'offline'
  const isGuest = useUser()?.isGuest === 1
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery(apiReadQuery(levels.levels, {}))
  const history = useQuery(apiReadQuery(levels.levelHistory, {}))
  return (
    <ScreenLayout
      title={t({ message: 'Levels', context: 'title of the screen' })}
      back={path.me}
      chips={<DataAgeChip at={data && (error || isOffline) ? dataAsOf(data, dataUpdatedAt) : undefined} />}
    >
      {data ? (
        <CurrentUserLevelCard levels={data} />
      ) : error ? (
        <LoadErrorState title={t`The levels could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Card>
          <Skeleton lines={4} height={1.5} />
        </Card>
      )}
      {isGuest && (
        <Grid as={Card} role="note" gap={2} className={styles.note}>
          <Text tone="quiet">
            <Trans>Only the real book counts. Guests have the demo book alone, so they stay at the first level.</Trans>
          </Text>
          <ButtonLink to={path.addSignIn} kind="secondary">
            <Trans>Add an email or mobile</Trans>
          </ButtonLink>
        </Grid>
      )}
      <DailyNetAssetsSection history={history} />
      {data && <LevelRows levels={data} />}
      <Section title={t({ message: 'The rule', context: 'of levels' })}>
        <ul className={styles.rules}>
          <li>
            <Trans>Every day at 00:00 (UTC+8) your net assets in the real book are noted; what you owe on loans is subtracted.</Trans>
          </li>
          <li>
            <Trans>Up, at once: when the average of three days reaches a level.</Trans>
          </li>
          <li>
            <Trans>Down, seven days after we told you: when the average of 14 days is below nine tenths of it.</Trans>
          </li>
          {data?.[0]?.incentiveAllowed !== false && (
            <li>
              <Trans>
                The bonus comes once, when you first reach a level; the envelope every Monday, by Sunday's level. Both come by themselves,
                are plain USDT and never end.
              </Trans>
            </li>
          )}
        </ul>
        <Card flush>
          <RowLink to={path.article} search={{ id: 'levels' }} title={t`How levels work`} />
        </Card>
      </Section>
      {history.data && history.data.changes.length > 0 && <LevelChangesSection changes={history.data.changes} />}
    </ScreenLayout>
  )
}
