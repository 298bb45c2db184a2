import { Trans, useLingui } from '@lingui/react/macro'
import { query } from '#api/query.ts'
import { usePages } from '#api/usePages.ts'
import { team, type TeamMember } from '#contract/calls/team.ts'
import { formatDay } from '#i18n/date.ts'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Amount } from '#widgets/Amount.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { ShowMore } from '#widgets/ShowMore.tsx'
import { ValueRow } from '#widgets/ValueRow.tsx'

const pageSize = 20

/** Those who joined by one's own code, masked, newest first. What was seen once can be read without a signal. */
export function Members({ incentiveAllowed }: { incentiveAllowed: boolean }) {
  const { t } = useLingui()
  const pages = usePages((pageNo) => query(team.teamMembers, { pageNo, pageSize }))
  const { records: members, error, isReadingMore, retry } = pages
  return (
    <Section title={t`Joined by your code`}>
      {members?.length === 0 && <Empty text={t`Whoever joins by your code will be here, with the address half hidden.`} />}
      {members && members.length > 0 && (
        <Card flush>
          {members.map((member) => (
            <Member key={member.id} member={member} incentiveAllowed={incentiveAllowed} />
          ))}
        </Card>
      )}
      {!members &&
        (error ? (
          <FailedRead title={t`The members could not be read`} error={error} busy={isReadingMore} onRetry={retry} />
        ) : (
          <Card>
            <Skeleton lines={4} height={1.5} />
          </Card>
        ))}
      <ShowMore pages={pages} />
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
