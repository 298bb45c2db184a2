import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { madeAt } from '#api/age.ts'
import { useUser } from '#api/person.ts'
import { query } from '#api/query.ts'
import { useConnection } from '#api/socket.ts'
import { team } from '#contract/calls/team.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { Counts } from './Counts.tsx'
import { Income } from './Income.tsx'
import { Invitation } from './Invitation.tsx'
import { Members } from './Members.tsx'

export const Route = createFileRoute('/_signedIn/tuanduiYaoqing')({ component: Team })

/** One's invitation, who came by it, and what their fees brought (product §4.2 row 13). */
function Team() {
  const { t } = useLingui()
  const isOffline = useConnection() === 'offline'
  const user = useUser()
  const isGuest = user?.isGuest === 1
  // Guests cannot invite: nothing is asked for them.
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery({
    ...query(team.myTeam, {}),
    enabled: user !== undefined && !isGuest,
  })
  return (
    <ScreenLayout
      title={t({ message: 'Team', context: 'title of the screen' })}
      back={path.me}
      chips={<AgeChip at={data && (error || isOffline) ? madeAt(data, dataUpdatedAt) : undefined} />}
    >
      {isGuest ? (
        <Empty
          text={<Trans>With an email or mobile number you get a code of your own to invite others.</Trans>}
          action={
            <ButtonLink to={path.addSignIn} kind="secondary">
              <Trans>Add an email or mobile</Trans>
            </ButtonLink>
          }
        />
      ) : data ? (
        <>
          <Invitation team={data} />
          {data.incentiveAllowed && <Income team={data} />}
          <Counts team={data} />
          <Members incentiveAllowed={data.incentiveAllowed} />
        </>
      ) : error ? (
        <FailedRead title={t`Your team could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
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
