import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { clearReloadableStorage, reloadableStorageKinds } from '#api/stored/storageUsage.ts'
import { Button } from '#ui/Button.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { showToast } from '#ui/toast.ts'
import { Grid } from '#ui/Grid.tsx'
import styles from './Saved.module.css'
import { useOfflineStorageKindNames } from './useKindNames.ts'

/** All that can be loaded again, at once, after a question that says what goes and what stays. */
export function ClearReloadableStorageButton({ onCleared }: { onCleared: () => void }) {
  const { t } = useLingui()
  const names = useOfflineStorageKindNames()
  const [isAsking, setAsking] = useState(false)
  const [isClearing, setClearing] = useState(false)
  const clear = async () => {
    setClearing(true)
    await clearReloadableStorage()
    setClearing(false)
    setAsking(false)
    onCleared()
    showToast(t`Cleared`, { tone: 'good' })
  }
  return (
    <>
      <Button kind="secondary" wide onClick={() => setAsking(true)}>
        <Trans>Clear kept data</Trans>
      </Button>
      <BottomSheet
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t`Clear kept data?`}
        footer={
          <>
            <Button kind="danger" size="large" wide busy={isClearing} onClick={() => void clear()}>
              <Trans>Clear</Trans>
            </Button>
            <Button kind="secondary" size="large" wide onClick={() => setAsking(false)}>
              <Trans>Keep</Trans>
            </Button>
          </>
        }
      >
        <Grid gap={3}>
          <p>
            <Trans>This takes away:</Trans>
          </p>
          <ul className={styles.taken}>
            {reloadableStorageKinds.map((kind) => (
              <li key={kind}>{names[kind]}</li>
            ))}
            <li>
              <Trans>Saved by you</Trans>
            </li>
          </ul>
          <p>
            <Trans>Without a connection you will see less until it is loaded again. You stay signed in, and your choices stay.</Trans>
          </p>
          <p>
            <Trans>What you typed or shared and did not send stays too.</Trans>
          </p>
        </Grid>
      </BottomSheet>
    </>
  )
}
