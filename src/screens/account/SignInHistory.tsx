import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { profile, type SignIn } from '#contract/calls/profile.ts'
import { query } from '#api/query.ts'
import { formatTime } from '#i18n/date.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { NotMeSheet } from './NotMeSheet.tsx'
import styles from './Sessions.module.css'
import { useSignInWays } from './useSignInWays.ts'

const pageSize = 10

interface SignInHistoryProps {
  canAct: boolean
  reason: string | undefined
}

/** Where, when and how somebody signed in to this account, the refused tries too; what was not oneself can be said. */
export function SignInHistory({ canAct, reason }: SignInHistoryProps) {
  const { t } = useLingui()
  const [count, setCount] = useState(1)
  const [disowning, setDisowning] = useState<SignIn>()
  const pages = useQueries({
    queries: Array.from({ length: count }, (_, index) => query(profile.signIns, { pageNo: index + 1, pageSize })),
  })
  const read = pages.flatMap(({ data }) => (data ? [data] : []))
  // What was read before stays; its age stands at the top.
  const failed = pages.find(({ error, data }) => error && !data)
  // A sign-in between two pages pushes the last of the first onto the second.
  const all = [...new Map(read.flatMap(({ records }) => records).map((one) => [one.id, one])).values()]
  const total = read[0]?.total ?? 0
  const left = total - all.length
  return (
    <Section title={t`Sign-ins`}>
      {read.length > 0 && (
        <Card flush>
          <ul>
            {all.map((signIn) => (
              <li key={signIn.id} className={styles.item}>
                <SignInRow signIn={signIn} canAct={canAct} reason={reason} onNotMe={() => setDisowning(signIn)} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {failed?.error ? (
        <FailedRead
          title={t`The sign-ins did not load`}
          error={failed.error}
          onRetry={() => void failed.refetch()}
          busy={failed.isFetching}
        />
      ) : pages.some(({ isPending }) => isPending) ? (
        <Skeleton lines={4} height={1.25} />
      ) : (
        left > 0 && (
          <Button kind="quiet" wide onClick={() => setCount(count + 1)}>
            <Plural value={left} one="Show # more" other="Show # more" />
          </Button>
        )
      )}
      <p className={styles.quiet}>
        <Trans>Kept for half a year.</Trans>
      </p>
      <NotMeSheet signIn={disowning} onClose={() => setDisowning(undefined)} />
    </Section>
  )
}

function SignInRow({ signIn, canAct, reason, onNotMe }: SignInHistoryProps & { signIn: SignIn; onNotMe: () => void }) {
  const { t } = useLingui()
  const ways = useSignInWays()
  const { device, ipMasked, ok, current, disowned, way } = signIn
  const at = formatTime(signIn.createTime)
  const how = ways[way]
  return (
    <div className={styles.signIn}>
      <div className={styles.words}>
        <p className={styles.device}>{device}</p>
        <p className={styles.quiet}>{at}</p>
        <p className={styles.quiet}>
          {how} · <Trans>From {ipMasked}</Trans>
        </p>
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
