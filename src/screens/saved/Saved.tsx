import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { readStorageUsage } from '#api/stored/storageUsage.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { OfflineReadinessStatus } from './OfflineReadinessStatus.tsx'
import { OfflineContentBundles } from './OfflineContentBundles.tsx'
import { BookmarkedArticles } from './BookmarkedArticles.tsx'
import { ClearReloadableStorageButton } from './ClearReloadableStorageButton.tsx'
import { StorageByKind } from './StorageByKind.tsx'
import type { UndoableRemoval } from './removed.ts'
import styles from './Saved.module.css'
import { useOfflineStorageKindNames } from './useKindNames.ts'

export const Route = createFileRoute('/saved')({ component: Saved })

/** What this device keeps of the app, how much room it takes, and the way to be rid of each. */
function Saved() {
  const { t } = useLingui()
  const names = useOfflineStorageKindNames()
  const { data, refetch } = useQuery({ queryKey: ['kept-here'], queryFn: readStorageUsage, staleTime: 0, gcTime: 0, networkMode: 'always' })
  const [removed, setRemoved] = useState<UndoableRemoval>()
  const changed = async (next: UndoableRemoval | undefined) => {
    setRemoved(next)
    await refetch()
  }
  const missing = data?.failedKinds.map((kind) => names[kind]).join(', ')
  return (
    <ScreenLayout title={t`Stored on this device`} back>
      {missing && (
        <Card tone="warn" role="status">
          <p className={styles.strong}>
            <Trans>This device has no room left, or this window saves nothing.</Trans>
          </p>
          <p>
            <Trans>Not kept: {missing}. Everything works while you are online.</Trans>
          </p>
        </Card>
      )}
      {removed && (
        <output className={styles.removed}>
          <span>
            <Trans>Cleared</Trans>: {removed.what}
          </span>
          <Button kind="quiet" size="small" onClick={() => void removed.undo().then(() => changed(undefined))}>
            <Trans>Undo</Trans>
          </Button>
        </output>
      )}
      {data ? <StorageByKind usage={data} onRemoved={(next) => void changed(next)} /> : <Skeleton lines={6} height={1.25} />}
      <OfflineContentBundles onChanged={(next) => void changed(next)} />
      <BookmarkedArticles onRemoved={(next) => void changed(next)} />
      {data && <OfflineReadinessStatus usage={data} onChanged={() => void refetch()} />}
      <ClearReloadableStorageButton onCleared={() => void changed(undefined)} />
    </ScreenLayout>
  )
}
