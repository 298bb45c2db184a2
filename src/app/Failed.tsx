import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { Button } from '#ui/Button.tsx'
import { isLostChunk, reloadOnce } from './lostChunk.ts'
import styles from './Failed.module.css'

/** What a screen shows when it broke: never white. A chunk of an older build that is gone leads to one clean reload. */
export function Failed({ error }: { error: unknown }) {
  const isReloading = isLostChunk(error) && navigator.onLine
  useEffect(() => {
    if (isReloading) reloadOnce()
  }, [isReloading])
  return (
    <main className={styles['failed']} role="alert">
      <h1>{isLostChunk(error) ? <Trans>This screen did not arrive</Trans> : <Trans>Something went wrong here</Trans>}</h1>
      <p>
        {isLostChunk(error) ? (
          <Trans>Check your connection and try again. Nothing was charged.</Trans>
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
