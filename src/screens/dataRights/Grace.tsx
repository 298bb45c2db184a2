import { Trans, useLingui } from '@lingui/react/macro'
import { useWrite } from '#api/mutation.ts'
import { dataRights, type Deletion } from '#contract/calls/dataRights.ts'
import { formatTime } from '#i18n/date.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { toast } from '#ui/toast.ts'
import { Failure } from '#widgets/Failure.tsx'
import { useIsOnline } from '#widgets/StatusChips.tsx'
import { Obstacles } from './Obstacles.tsx'
import { WhatHappens } from './WhatHappens.tsx'
import styles from './DataRights.module.css'

interface GraceProps {
  at: number
  obstacles: Deletion['obstacles']
  keptYears: number
}

/** It was asked for and has not been done: when it will be, what would hold it up, and the way back. */
export function Grace({ at, obstacles, keptYears }: GraceProps) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const keep = useWrite(dataRights.undeleteAccount, { errors: 'inline' })
  const when = formatTime(at)
  return (
    <Card tone="warn" className={styles.part}>
      <p className={styles.what} role="status">
        <Trans>Your account is going to be deleted on {when}.</Trans>
      </p>
      <p className={styles.quiet}>
        <Trans>All your devices show this here. If it was not you, keep the account and change your password.</Trans>
      </p>
      <Failure failure={keep.error} />
      <Button
        wide
        busy={keep.isPending}
        disabled={!isOnline}
        reason={t`Needs a connection`}
        onClick={() => keep.mutate({ body: {} }, { onSuccess: () => toast(t`Your account stays`, { tone: 'good' }) })}
      >
        <Trans>Keep my account</Trans>
      </Button>
      {obstacles.length > 0 && (
        <div>
          <h3 className={styles.heading}>
            <Trans>It waits until this is over</Trans>
          </h3>
          <Obstacles obstacles={obstacles} />
        </div>
      )}
      <WhatHappens keptYears={keptYears} />
    </Card>
  )
}
