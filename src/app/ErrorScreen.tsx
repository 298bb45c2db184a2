import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { Button } from '#ui/Button.tsx'
import { isChunkLoadError, reloadPageUnlessJustReloaded } from './worker/chunkLoadError.ts'
import styles from './ErrorScreen.module.css'

/** What a screen shows when it broke: never white. A chunk of an older build that is gone leads to one clean reload; one that is not stored here is named as that. */
export function ErrorScreen({ error }: { error: unknown }) {
  const isReloading = isChunkLoadError(error) && navigator.onLine
  useEffect(() => {
    if (isReloading) reloadPageUnlessJustReloaded()
  }, [isReloading])
  return (
    <main className={styles['failed']} role="alert">
      <h1>{isChunkLoadError(error) ? <Trans>This screen did not arrive</Trans> : <Trans>Something went wrong here</Trans>}</h1>
      <p>
        {isReloading ? (
          <Trans>Check your connection and try again. Nothing was charged.</Trans>
        ) : isChunkLoadError(error) ? (
          <Trans>It isn’t saved on this device yet. We’ll get it first when you’re back online.</Trans>
        ) : (
          <Trans>Nothing was charged unless it shows in your records.</Trans>
        )}
      </p>
      <Button onClick={() => location.reload()}>
        <Trans>Reload</Trans>
      </Button>
      <a href="/home">
        <Trans>Go to Home</Trans>
      </a>
    </main>
  )
}
