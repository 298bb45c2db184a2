import { Trans, useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { team, type TeamMember } from '#contract/calls/team.ts'
import { formatDay } from '#i18n/date.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Amount } from '#widgets/Amount.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { ValueRow } from '#widgets/ValueRow.tsx'

const pageSize = 20

/** Those who joined by one's own code, masked, newest first. What was seen once can be read without a signal. */
export function Members({ incentiveAllowed }: { incentiveAllowed: boolean }) {
  const { t } = useLingui()
  const [pages, setPages] = useState(1)
  const results = useQueries({
    queries: Array.from({ length: pages }, (_, page) => query(team.teamMembers, { pageNo: page + 1, pageSize })),
  })
  const first = results[0]?.data
  const error = results.find((result) => result.error)?.error
  // Somebody who joins meanwhile pushes another onto the next page.
  const members = [...new Map(results.flatMap(({ data }) => data?.records ?? []).map((member) => [member.id, member])).values()]
  const isReading = results.some(({ isFetching }) => isFetching)
  const retry = () => results.forEach((result) => result.error && void result.refetch())
  return (
    <Section title={t`Joined by your code`}>
      {first && members.length === 0 && <Empty text={t`Whoever joins by your code will be here, with the address half hidden.`} />}
      {members.length > 0 && (
        <Card flush>
          {members.map((member) => (
            <Member key={member.id} member={member} incentiveAllowed={incentiveAllowed} />
          ))}
        </Card>
      )}
      {error && results.some(({ data }) => data === undefined) ? (
        <FailedRead title={t`The members could not be read`} error={error} busy={isReading} onRetry={retry} />
      ) : (
        first === undefined && (
          <Card>
            <Skeleton lines={4} height={1.5} />
          </Card>
        )
      )}
      {!error && first && pages < first.pages && (
        <Button kind="quiet" wide busy={isReading} onClick={() => setPages(pages + 1)}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </Section>
  )
}

function Member({ member: { account, joinTime, untilTime, income }, incentiveAllowed }: { member: TeamMember; incentiveAllowed: boolean }) {
  const [since, until] = [formatDay(joinTime), formatDay(untilTime)]
  return (
    <ValueRow
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
      value={incentiveAllowed && <Amount value={income} places={2} currency="USDT" hidable />}
    />
  )
}
