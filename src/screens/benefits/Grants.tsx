import { Trans, useLingui } from '@lingui/react/macro'
import type { CallReply } from '#contract/call.ts'
import type { benefits, WeeklyLevelEnvelope, RewardTask } from '#contract/calls/benefits.ts'
import { formatDateTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Section } from '#ui/Section.tsx'
import { formatFullAmount } from '#widgets/money/fullAmount.ts'
import { RowLink } from '#widgets/RowLink.tsx'
import { ValueRow } from '#widgets/money/ValueRow.tsx'
import styles from './Benefits.module.css'
import { useBenefitTaskTexts } from './useTaskWords.ts'

/** What Mondays brought, newest first; what waits to be paid is on its way. */
export function MondayEnvelopeList({ envelopes }: { envelopes: readonly WeeklyLevelEnvelope[] }) {
  const { t } = useLingui()
  return (
    <Section title={t`Monday envelopes`}>
      <p className={styles.quiet}>
        <Trans>Every Monday at 00:00 (UTC+8), by the level of Sunday. They come by themselves and are plain USDT.</Trans>
      </p>
      <Card flush>
        {envelopes.map(({ id, level, amount, createTime, waits }) => {
          const much = formatFullAmount(amount)
          return (
            <ValueRow
              key={id}
              title={t`Level ${level}`}
              subtitle={waits ? t`On its way` : formatDateTime(createTime)}
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

type Grant = CallReply<typeof benefits.benefits>['demoGrants'][number]

/** Play money that tasks brought. */
export function DemoGrantList({ grants }: { grants: readonly Grant[] }) {
  const { t } = useLingui()
  const { titles } = useBenefitTaskTexts()
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
          const much = formatFullAmount(amount)
          return <ValueRow key={id} title={titles[id as RewardTask['id']]} subtitle={formatDateTime(createTime)} value={<>{much} USDT</>} />
        })}
      </Card>
    </Section>
  )
}
