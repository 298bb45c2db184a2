import { Trans, useLingui } from '@lingui/react/macro'
import type { InvitationTeam } from '#contract/calls/team.ts'
import { Card } from '#ui/Card.tsx'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { Section } from '#ui/Section.tsx'

/** How many came, by how many steps. */
export function TeamCounts({
  team: { teamSize, level1Count, level2Count, level3Count, newToday, rechargedCount },
}: {
  team: InvitationTeam
}) {
  const { t } = useLingui()
  return (
    <Section title={t`Who came`}>
      <Card>
        <DescriptionList
          rows={[
            { key: 'all', name: <Trans>In all</Trans>, value: teamSize, strong: true },
            { key: 'one', name: <Trans>Invited by you</Trans>, value: level1Count },
            { key: 'two', name: <Trans>Whom they invited</Trans>, value: level2Count },
            { key: 'three', name: <Trans>Whom those invited</Trans>, value: level3Count },
            { key: 'today', name: <Trans>New today</Trans>, value: newToday },
            { key: 'deposited', name: <Trans>Invited by you and deposited</Trans>, value: rechargedCount },
          ]}
        />
      </Card>
    </Section>
  )
}
