import { Trans, useLingui } from '@lingui/react/macro'
import type { Team } from '#contract/calls/team.ts'
import { Card } from '#ui/Card.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Section } from '#ui/Section.tsx'

/** How many came, by how many steps. */
export function Counts({ team: { teamSize, level1Count, level2Count, level3Count, newToday, rechargedCount } }: { team: Team }) {
  const { t } = useLingui()
  return (
    <Section title={t`Who came`}>
      <Card>
        <Facts
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
