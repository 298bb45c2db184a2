import { Trans, useLingui } from '@lingui/react/macro'
import type { Reply } from '#contract/call.ts'
import type { benefits, Envelope, Task } from '#contract/calls/benefits.ts'
import { formatTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Section } from '#ui/Section.tsx'
import { fullAmount } from '#widgets/fullAmount.ts'
import { RowLink } from '#widgets/RowLink.tsx'
import { ValueRow } from '#widgets/ValueRow.tsx'
import styles from './Benefits.module.css'
import { useTaskWords } from './useTaskWords.ts'

/** What Mondays brought, newest first; what waits to be paid is on its way. */
export function Envelopes({ envelopes }: { envelopes: readonly Envelope[] }) {
  const { t } = useLingui()
  return (
    <Section title={t`Monday envelopes`}>
      <p className={styles.quiet}>
        <Trans>Every Monday at 00:00 (UTC+8), by the level of Sunday. They come by themselves and are plain USDT.</Trans>
      </p>
      <Card flush>
        {envelopes.map(({ id, level, amount, createTime, waits }) => {
          const much = fullAmount(amount)
          return (
            <ValueRow
              key={id}
              title={t`Level ${level}`}
              subtitle={waits ? t`On its way` : formatTime(createTime)}
              value={<>{much} USDT</>}
            />
          )
        })}
        {envelopes.length === 0 && <ListRow title={<span className={styles.quiet}>{t`None has come yet.`}</span>} />}
        <RowLink to={path.levels} title={t`What each level brings`} />
      </Card>
    </Section>
  )
}

type Grant = Reply<typeof benefits.benefits>['demoGrants'][number]

/** Play money that tasks brought. */
export function DemoGrants({ grants }: { grants: readonly Grant[] }) {
  const { t } = useLingui()
  const { titles } = useTaskWords()
  return (
    <Section
      title={t`Demo money`}
      action={
        <Chip tone="violet">
          <Trans>Demo</Trans>
        </Chip>
      }
    >
      <Card flush tone="demo">
        {grants.map(({ id, amount, createTime }) => {
          const much = fullAmount(amount)
          return <ValueRow key={id} title={titles[id as Task['id']]} subtitle={formatTime(createTime)} value={<>{much} USDT</>} />
        })}
      </Card>
    </Section>
  )
}
