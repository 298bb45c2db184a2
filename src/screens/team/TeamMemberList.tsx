import { Trans, useLingui } from '@lingui/react/macro'
import { apiReadQuery } from '#api/query.ts'
import { usePagedList } from '#api/usePages.ts'
import { team, type InvitationTeamMember } from '#contract/calls/team.ts'
import { formatDate } from '#i18n/date.ts'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { MoneyAmount } from '#widgets/money/MoneyAmount.tsx'
import { RecordList } from '#widgets/RecordList.tsx'
import { ValueRow } from '#widgets/money/ValueRow.tsx'

const pageSize = 20

/** Those who joined by one's own code, masked, newest first. What was seen once can be read without a signal. */
export function TeamMemberList({ incentiveAllowed }: { incentiveAllowed: boolean }) {
  const { t } = useLingui()
  const pages = usePagedList((pageNo) => apiReadQuery(team.teamMembers, { pageNo, pageSize }))
  return (
    <Section title={t`Joined by your code`}>
      <RecordList
        pages={pages}
        failed={t`The members could not be read`}
        waiting={
          <Card>
            <Skeleton lines={4} height={1.5} />
          </Card>
        }
        empty={<EmptyState text={t`Whoever joins by your code will be here, with the address half hidden.`} />}
      >
        {(member) => <Member member={member} incentiveAllowed={incentiveAllowed} />}
      </RecordList>
    </Section>
  )
}

function Member({
  member: { account, joinTime, untilTime, income },
  incentiveAllowed,
}: {
  member: InvitationTeamMember
  incentiveAllowed: boolean
}) {
  const [since, until] = [formatDate(joinTime), formatDate(untilTime)]
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
      value={incentiveAllowed && <MoneyAmount value={income} places={2} currency="USDT" hidable />}
    />
  )
}
