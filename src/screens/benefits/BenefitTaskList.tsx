import { useLingui } from '@lingui/react/macro'
import type { RewardTask } from '#contract/calls/benefits.ts'
import { Card } from '#ui/Card.tsx'
import { Section } from '#ui/Section.tsx'
import styles from './Benefits.module.css'
import { BenefitTaskRow } from './BenefitTaskRow.tsx'

interface BenefitTaskListProps {
  tasks: readonly RewardTask[]
  isGuest: boolean
  incentiveAllowed: boolean
}

/** All tasks in their order, each once. */
export function BenefitTaskList({ tasks, isGuest, incentiveAllowed }: BenefitTaskListProps) {
  const { t } = useLingui()
  const visibleTasks = tasks.filter(({ reward, state }) => incentiveAllowed || reward.kind === 'demo' || state === 'claimed')
  const [done, all] = [visibleTasks.filter(({ state }) => state !== 'todo').length, visibleTasks.length]
  return (
    <Section
      title={t({ message: 'Tasks', context: 'of benefits' })}
      action={<span className={styles.quiet}>{t`${done} of ${all} done`}</span>}
    >
      <Card flush>
        <ul>
          {visibleTasks.map((task) => (
            <li key={task.id}>
              <BenefitTaskRow task={task} canClaim={!isGuest} />
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  )
}
