import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { keptHere } from '#api/keptHere.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { AppKept } from './AppKept.tsx'
import { Bundles } from './Bundles.tsx'
import { ByHand } from './ByHand.tsx'
import { ClearAll } from './ClearAll.tsx'
import { Kinds } from './Kinds.tsx'
import type { Removed } from './removed.ts'
import styles from './Saved.module.css'
import { useKindNames } from './useKindNames.ts'

export const Route = createFileRoute('/saved')({ component: Saved })

/** What this device keeps of the app, how much room it takes, and the way to be rid of each (expectations 11). */
function Saved() {
  const { t } = useLingui()
  const names = useKindNames()
  const { data, refetch } = useQuery({ queryKey: ['kept-here'], queryFn: keptHere, staleTime: 0, gcTime: 0, networkMode: 'always' })
  const [removed, setRemoved] = useState<Removed>()
  const changed = async (next: Removed | undefined) => {
    setRemoved(next)
    await refetch()
  }
  const missing = data?.unkept.map((kind) => names[kind]).join(', ')
  return (
    <ScreenLayout title={t`Stored on this device`} back>
      {missing && (
        <Card tone="warn" role="status">
          <p className={styles.strong}>
            <Trans>There is no room left on this device.</Trans>
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
      {data ? <Kinds kept={data} onRemoved={(next) => void changed(next)} /> : <Skeleton lines={6} height={1.25} />}
      <Bundles onChanged={(next) => void changed(next)} />
      <ByHand onRemoved={(next) => void changed(next)} />
      {data && <AppKept kept={data} onChanged={() => void refetch()} />}
      <ClearAll onCleared={() => void changed(undefined)} />
    </ScreenLayout>
  )
}
