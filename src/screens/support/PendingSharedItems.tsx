import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { clearIncomingShare } from '#device/sharedItems.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import styles from './Support.module.css'
import { useIncomingSharedItems } from './useShared.ts'

/** What was shared and left behind: it can be put into a new message, or thrown away. */
export function PendingSharedItems() {
  const shared = useIncomingSharedItems()
  const [isGone, setGone] = useState(false)
  if (isGone || shared === undefined || shared === 'reading') return null
  return (
    <Card role="note">
      <p>
        <Trans>What you shared with Fairlead waits on this device and is in no message yet.</Trans>
      </p>
      <div className={styles.ways}>
        <ButtonLink to={path.support} search={{ new: 1, shared: 1 }} kind="secondary" size="small">
          <Trans>Put it in a message</Trans>
        </ButtonLink>
        <Button
          kind="quiet"
          size="small"
          onClick={() => {
            setGone(true)
            void clearIncomingShare()
          }}
        >
          <Trans>Discard</Trans>
        </Button>
      </div>
    </Card>
  )
}
