import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApiWrite } from '#api/mutation.ts'
import { apiReadQuery } from '#api/query.ts'
import { type AgreementConsent, consents } from '#contract/calls/consents.ts'
import { formatDate } from '#i18n/date.ts'
import { useLanguage } from '#i18n/i18n.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Checkbox } from '#ui/fields/Checkbox.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { showToast } from '#ui/toast.ts'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { ErrorMessage } from '#widgets/form/ErrorMessage.tsx'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'
import { AgreementChangedLines } from './AgreementChangedLines.tsx'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Agreements.module.css'

/** One agreement with a new version: what is different since the version that was agreed to, the whole text, and the consent. */
export function PendingConsentCard({ consent: { id, version, agreed } }: { consent: AgreementConsent }) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const { code } = useLanguage()
  const [isRead, setRead] = useState(false)
  const agree = useApiWrite(consents.agree, { errors: 'inline' })
  const changes = useQuery(apiReadQuery(consents.changes, { id, lang: code, to: version, ...(agreed && { from: agreed.version }) }))
  // The text that was agreed to may be from before this server kept any.
  const isUnknown = changes.error !== null && (changes.error as { key?: string }).key === 'NOT_FOUND'
  const changesQuery = useQuery({ ...apiReadQuery(consents.changes, { id, lang: code }), enabled: isUnknown })
  const title = changes.data?.title ?? changesQuery.data?.title
  const old = agreed?.version
  const at = agreed ? formatDate(agreed.time) : ''
  return (
    <Stack as={Card} tone="warn" gap={3}>
      <h2 className={styles.title}>{title ?? <Skeleton />}</h2>
      {old !== undefined && (
        <Text tone="muted">
          <Trans>
            You agreed to version {old} on {at}. This is version {version}.
          </Trans>
        </Text>
      )}
      {changes.data ? (
        <AgreementChangedLines changes={changes.data} />
      ) : isUnknown ? (
        <p>
          <Trans>The text of that version is no longer kept here. Please read the new one.</Trans>
        </p>
      ) : changes.error ? (
        <LoadErrorState
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
      <ErrorMessage failure={agree.error} />
      <Button
        wide
        size="large"
        busy={agree.isPending}
        disabled={!isOnline || !isRead}
        reason={isOnline ? undefined : t`Needs a connection`}
        onClick={() => agree.mutate({ body: { id, version } }, { onSuccess: () => showToast(t`Agreed`, { tone: 'good' }) })}
      >
        <Trans>Agree</Trans>
      </Button>
    </Stack>
  )
}
