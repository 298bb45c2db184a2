import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { consents } from '#contract/calls/consents.ts'
import { useLanguage } from '#i18n/i18n.ts'
import { Card } from '#ui/Card.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { ChangedLines } from './ChangedLines.tsx'
import styles from './Agreements.module.css'

/** How the newest version of an agreement differs from an earlier one of one's choice. */
export function ChangesCard({ id }: { id: string }) {
  const { t } = useLingui()
  const { code } = useLanguage()
  const [from, setFrom] = useState<string>()
  const { data, error, refetch, isFetching } = useQuery(query(consents.changes, { id, lang: code, ...(from !== undefined && { from }) }))
  if (!data)
    return error ? (
      <FailedRead title={t`What changed did not load`} error={error} busy={isFetching} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={8} />
    )
  const earlier = data.versions.filter(({ version }) => version !== data.to.version)
  const { version } = data.to
  return (
    <Card className={styles.card}>
      <h2 className={styles.title}>{data.title}</h2>
      {data.from === null ? (
        <p className={styles.quiet}>
          <Trans>Version {version} is the first that is kept here, so there is nothing to compare it with.</Trans>
        </p>
      ) : (
        <>
          <SelectField
            label={<Trans>Compare version {version} with</Trans>}
            value={data.from.version}
            onChange={setFrom}
            options={earlier.map((one) => ({ value: one.version, label: one.version }))}
          />
          <ChangedLines changes={data} />
        </>
      )}
    </Card>
  )
}
