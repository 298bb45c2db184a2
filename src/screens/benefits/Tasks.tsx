import { useLingui } from '@lingui/react/macro'
import type { Task } from '#contract/calls/benefits.ts'
import { Card } from '#ui/Card.tsx'
import { Section } from '#ui/Section.tsx'
import styles from './Benefits.module.css'
import { TaskRow } from './TaskRow.tsx'

interface TasksProps {
  tasks: readonly Task[]
  isGuest: boolean
  incentiveAllowed: boolean
}

/** All tasks in their order, each once. */
export function Tasks({ tasks, isGuest, incentiveAllowed }: TasksProps) {
  const { t } = useLingui()
  const given = tasks.filter(({ reward, state }) => incentiveAllowed || reward.kind === 'demo' || state === 'claimed')
  const [done, all] = [given.filter(({ state }) => state !== 'todo').length, given.length]
  return (
    <Section
      title={t({ message: 'Tasks', context: 'of benefits' })}
      action={<span className={styles.quiet}>{t`${done} of ${all} done`}</span>}
    >
      <Card flush>
        <ul>
          {given.map((task) => (
            <li key={task.id}>
              <TaskRow task={task} canClaim={!isGuest} />
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  )
}
