import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { dataAsOf } from '#api/dataAsOf.ts'
import { useUser } from '#api/person.ts'
import { apiReadQuery } from '#api/query.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { team } from '#contract/calls/team.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { TeamCounts } from './TeamCounts.tsx'
import { TeamIncome } from './TeamIncome.tsx'
import { TeamInvitation } from './TeamInvitation.tsx'
import { TeamMemberList } from './TeamMemberList.tsx'

export const Route = createFileRoute('/_signedIn/tuanduiYaoqing')({ component: Team })

/** One's invitation, who came by it, and what their fees brought. */
function Team() {
  const { t } = useLingui()
  const isOffline = useStreamConnectionState() === 'offline'
  const user = useUser()
  const isGuest = user?.isGuest === 1
  // Guests cannot invite: nothing is asked for them.
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery({
    ...apiReadQuery(team.myTeam, {}),
    enabled: user !== undefined && !isGuest,
  })
  return (
    <ScreenLayout
      title={t({ message: 'Team', context: 'title of the screen' })}
      back={path.me}
      chips={<DataAgeChip at={data && (error || isOffline) ? dataAsOf(data, dataUpdatedAt) : undefined} />}
    >
      {isGuest ? (
        <EmptyState
          text={<Trans>With an email or mobile number you get a code of your own to invite others.</Trans>}
          action={
            <ButtonLink to={path.addSignIn} kind="secondary">
              <Trans>Add an email or mobile</Trans>
            </ButtonLink>
          }
        />
      ) : data ? (
        <>
          <TeamInvitation team={data} />
          {data.incentiveAllowed && <TeamIncome team={data} />}
          <TeamCounts team={data} />
          <TeamMemberList incentiveAllowed={data.incentiveAllowed} />
        </>
      ) : error ? (
        <LoadErrorState title={t`Your team could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <>
          <Card>
            <Skeleton lines={8} height={1.5} />
          </Card>
          <Card>
            <Skeleton lines={4} height={1.25} />
          </Card>
        </>
      )}
      <Card flush>
        <RowLink to={path.article} search={{ id: 'team' }} title={t`How invitations work`} />
      </Card>
    </ScreenLayout>
  )
}
