import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { keep } from '#api/keep.ts'
import { send } from '#api/send.ts'
import { team, type TeamMember } from '#contract/calls/team.ts'
import { formatDay } from '#i18n/date.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Amount } from '#widgets/Amount.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'

const pageSize = 20

/** Those who joined by one's own code, masked, newest first. */
export function Members({ incentiveAllowed }: { incentiveAllowed: boolean }) {
  const { t } = useLingui()
  const { data, error, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [team.teamMembers.path, 'pages'],
    queryFn: ({ pageParam, signal }) => send(team.teamMembers, { pageNo: pageParam, pageSize }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ current, pages }) => (current < pages ? current + 1 : undefined),
    // The pages as they were last seen, without a signal too.
    persister: keep as never,
    meta: { errors: 'inline' },
  })
  const members = data?.pages.flatMap(({ records }) => records)
  return (
    <Section title={t`Joined by your code`}>
      {members ? (
        members.length === 0 ? (
          <Empty text={t`Whoever joins by your code will be here, with the address half hidden.`} />
        ) : (
          <>
            <Card flush>
              {members.map((member) => (
                <Member key={member.id} member={member} incentiveAllowed={incentiveAllowed} />
              ))}
            </Card>
            {hasNextPage && (
              <Button kind="quiet" wide busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                <Trans>Show more</Trans>
              </Button>
            )}
          </>
        )
      ) : error ? (
        <FailedRead title={t`The members could not be read`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Card>
          <Skeleton lines={4} height={1.5} />
        </Card>
      )}
    </Section>
  )
}

function Member({ member: { account, joinTime, untilTime, income }, incentiveAllowed }: { member: TeamMember; incentiveAllowed: boolean }) {
  const [since, until] = [formatDay(joinTime), formatDay(untilTime)]
  return (
    <ListRow
      title={account}
      subtitle={
        incentiveAllowed ? (
          <Trans>
            Joined {since}, counts until {until}
          </Trans>
        ) : (
          <Trans>Joined {since}</Trans>
        )
      }
      trailing={incentiveAllowed && <Amount value={income} places={2} currency="USDT" hidable />}
    />
  )
}
