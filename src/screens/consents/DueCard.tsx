import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWrite } from '#api/mutation.ts'
import { query } from '#api/query.ts'
import { type Consent, consents } from '#contract/calls/consents.ts'
import { formatDay } from '#i18n/date.ts'
import { useLanguage } from '#i18n/i18n.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { Failure } from '#widgets/Failure.tsx'
import { useIsOnline } from '#widgets/StatusChips.tsx'
import { ChangedLines } from './ChangedLines.tsx'
import styles from './Agreements.module.css'

/** One agreement with a new version: what is different since the version that was agreed to, the whole text, and the consent. */
export function DueCard({ consent: { id, version, agreed } }: { consent: Consent }) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const { code } = useLanguage()
  const [isRead, setRead] = useState(false)
  const agree = useWrite(consents.agree, { errors: 'inline' })
  const changes = useQuery(query(consents.changes, { id, lang: code, to: version, ...(agreed && { from: agreed.version }) }))
  // The text that was agreed to may be from before this server kept any.
  const isUnknown = changes.error !== null && (changes.error as { key?: string }).key === 'NOT_FOUND'
  const whole = useQuery({ ...query(consents.changes, { id, lang: code }), enabled: isUnknown })
  const title = changes.data?.title ?? whole.data?.title
  const old = agreed?.version
  const at = agreed ? formatDay(agreed.time) : ''
  return (
    <Card tone="warn" className={styles.card}>
      <h2 className={styles.title}>{title ?? <Skeleton />}</h2>
      {old !== undefined && (
        <p className={styles.quiet}>
          <Trans>
            You agreed to version {old} on {at}. This is version {version}.
          </Trans>
        </p>
      )}
      {changes.data ? (
        <ChangedLines changes={changes.data} />
      ) : isUnknown ? (
        <p>
          <Trans>The text of that version is no longer kept here. Please read the new one.</Trans>
        </p>
      ) : changes.error ? (
        <FailedRead
          title={t`What changed did not load`}
          error={changes.error}
          busy={changes.isFetching}
          onRetry={() => void changes.refetch()}
        />
      ) : (
        <Skeleton lines={4} />
      )}
      <ButtonLink to={path.article} search={{ id }} kind="quiet" wide>
        <Trans>Read the whole text</Trans>
      </ButtonLink>
      <Checkbox label={<Trans>I have read it and agree</Trans>} checked={isRead} onChange={setRead} />
      <Failure failure={agree.error} />
      <Button
        wide
        size="large"
        busy={agree.isPending}
        disabled={!isOnline || !isRead}
        reason={isOnline ? undefined : t`Needs a connection`}
        onClick={() => agree.mutate({ body: { id, version } }, { onSuccess: () => toast(t`Agreed`, { tone: 'good' }) })}
      >
        <Trans>Agree</Trans>
      </Button>
    </Card>
  )
}
