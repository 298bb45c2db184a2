import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { madeAt } from '#api/age.ts'
import { useUser } from '#api/person.ts'
import { query } from '#api/query.ts'
import { useConnection } from '#api/socket.ts'
import { levels } from '#contract/calls/levels.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { Days } from './Days.tsx'
import { LevelChanges } from './LevelChanges.tsx'
import { LevelRows } from './LevelRows.tsx'
import styles from './Levels.module.css'
import { Standing } from './Standing.tsx'

export const Route = createFileRoute('/_signedIn/vipLevel')({ component: Levels })

/** Where one stands, what each level gives and takes, and how it came about (product §4.2 row 22). Nothing here asks for a deposit. */
function Levels() {
  const { t } = useLingui()
  const isOffline = useConnection() === 'offline'
  const isGuest = useUser()?.isGuest === 1
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery(query(levels.levels, {}))
  const history = useQuery(query(levels.levelHistory, {}))
  return (
    <ScreenLayout
      title={t({ message: 'Levels', context: 'title of the screen' })}
      back={path.me}
      chips={<AgeChip at={data && (error || isOffline) ? madeAt(data, dataUpdatedAt) : undefined} />}
    >
      {data ? (
        <Standing levels={data} />
      ) : error ? (
        <FailedRead title={t`The levels could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Card>
          <Skeleton lines={4} height={1.5} />
        </Card>
      )}
      {isGuest && (
        <Card role="note" className={styles.note}>
          <p className={styles.quiet}>
            <Trans>Only the real book counts. Guests have the demo book alone, so they stay at the first level.</Trans>
          </p>
          <ButtonLink to={path.addSignIn} kind="secondary">
            <Trans>Add an email or mobile</Trans>
          </ButtonLink>
        </Card>
      )}
      <Days history={history} />
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
      {history.data && history.data.changes.length > 0 && <LevelChanges changes={history.data.changes} />}
    </ScreenLayout>
  )
}
