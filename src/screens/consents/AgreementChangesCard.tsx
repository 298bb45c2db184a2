import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiReadQuery } from '#api/query.ts'
import { consents } from '#contract/calls/consents.ts'
import { useLanguage } from '#i18n/i18n.ts'
import { Card } from '#ui/Card.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { AgreementChangedLines } from './AgreementChangedLines.tsx'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Agreements.module.css'

/** How the newest version of an agreement differs from an earlier one of one's choice. */
export function AgreementChangesCard({ id }: { id: string }) {
  const { t } = useLingui()
  const { code } = useLanguage()
  const [from, setFrom] = useState<string>()
  const { data, error, refetch, isFetching } = useQuery(
    apiReadQuery(consents.changes, { id, lang: code, ...(from !== undefined && { from }) }),
  )
  if (!data)
    return error ? (
      <LoadErrorState title={t`What changed did not load`} error={error} busy={isFetching} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={8} />
    )
  const earlier = data.versions.filter(({ version }) => version !== data.to.version)
  const { version } = data.to
  return (
    <Stack as={Card} gap={3}>
      <h2 className={styles.title}>{data.title}</h2>
      {data.from === null ? (
        <Text tone="muted">
          <Trans>Version {version} is the first that is kept here, so there is nothing to compare it with.</Trans>
        </Text>
      ) : (
        <>
          <SelectField
            label={<Trans>Compare version {version} with</Trans>}
            value={data.from.version}
            onChange={setFrom}
            options={earlier.map((one) => ({ value: one.version, label: one.version }))}
          />
          <AgreementChangedLines changes={data} />
        </>
      )}
    </Stack>
  )
}
