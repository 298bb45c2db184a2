import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { profile, type SignInRecord } from '#contract/calls/profile.ts'
import { apiReadQuery } from '#api/query.ts'
import { usePagedList } from '#api/usePages.ts'
import { formatDateTime } from '#i18n/date.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { RecordList } from '#widgets/RecordList.tsx'
import { ReportSignInSheet } from './ReportSignInSheet.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Sessions.module.css'
import { useSignInMethodNames } from './useSignInWays.ts'

const pageSize = 10

interface SignInHistoryProps {
  canAct: boolean
  reason: string | undefined
}

/** Where, when and how somebody signed in to this account, the refused tries too; what was not oneself can be said. */
export function SignInHistory({ canAct, reason }: SignInHistoryProps) {
  const { t } = useLingui()
  const [disowning, setDisowning] = useState<SignInRecord>()
  const pages = usePagedList((pageNo) => apiReadQuery(profile.signIns, { pageNo, pageSize }))
  return (
    <Section title={t`Sign-ins`}>
      <RecordList
        pages={pages}
        failed={t`The sign-ins did not load`}
        waiting={<Skeleton lines={4} height={1.25} />}
        empty={null}
        age={<DataAgeChip at={pages.error ? pages.at : undefined} />}
        frame={(rows) => (
          <Card flush>
            <ul>{rows}</ul>
          </Card>
        )}
      >
        {(signIn) => (
          <li className={styles.item}>
            <SignInRow signIn={signIn} canAct={canAct} reason={reason} onNotMe={() => setDisowning(signIn)} />
          </li>
        )}
      </RecordList>
      <Text tone="quiet">
        <Trans>Kept for half a year.</Trans>
      </Text>
      <ReportSignInSheet signIn={disowning} onClose={() => setDisowning(undefined)} />
    </Section>
  )
}

function SignInRow({ signIn, canAct, reason, onNotMe }: SignInHistoryProps & { signIn: SignInRecord; onNotMe: () => void }) {
  const { t } = useLingui()
  const ways = useSignInMethodNames()
  const { device, ipMasked, ok, current, disowned, way } = signIn
  const at = formatDateTime(signIn.createTime)
  const how = ways[way]
  return (
    <div className={styles.signIn}>
      <div className={styles.words}>
        <Text size="inherit" weight="strong" className={styles.device}>
          {device}
        </Text>
        <Text tone="quiet">{at}</Text>
        <Text tone="quiet">
          {how} · <Trans>From {ipMasked}</Trans>
        </Text>
      </div>
      <div className={styles.mark}>
        {!ok ? (
          <Chip tone="warn">
            <Trans>Refused</Trans>
          </Chip>
        ) : disowned ? (
          <Chip tone="warn">
            <Trans>Not you</Trans>
          </Chip>
        ) : current ? (
          <Chip tone="info">
            <Trans>This device</Trans>
          </Chip>
        ) : (
          <Button
            kind="secondary"
            size="small"
            disabled={!canAct}
            title={reason}
            aria-label={t`This was not me: ${device}, ${at}`}
            onClick={onNotMe}
          >
            <Trans>This was not me</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}
