import { Trans } from '@lingui/react/macro'
import { useEffect, useLayoutEffect, useState } from 'react'
import { useStore } from '#device/store.ts'
import { loadingOverlayStore, markLoadingOverlayVisible } from './loadingOverlay.ts'
import styles from './LoadingOverlay.module.css'

const slowNoticeMs = 10_000

/** "Loading…" as a tide line at once, and a near-opaque surface that fades in when the wait is long enough to notice. */
export function LoadingOverlay() {
  const { isLoading, options, startTime } = useStore(loadingOverlayStore)
  useLayoutEffect(() => {
    if (!isLoading) return
    markLoadingOverlayVisible()
    // Seen only from the next frame on, which is late where the screen beneath has much to do.
    const frame = requestAnimationFrame(markLoadingOverlayVisible)
    return () => cancelAnimationFrame(frame)
  }, [isLoading])
  if (!isLoading) return null
  return (
    <div className={styles['overlay']} role="status" aria-live="polite" data-testid="loading-overlay">
      <div
        className={styles['surface']}
        ref={(element) => void (element && options.background && (element.style.background = options.background))}
      />
      <div className={styles['tide']} />
      <div className={styles['words']}>
        <span>{options.text ?? <Trans>Loading…</Trans>}</span>
        <SlowNotice key={startTime} />
      </div>
    </div>
  )
}

/** No wait without an end: after ten seconds it says so and offers a way out. */
function SlowNotice() {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowNoticeMs)
    return () => clearTimeout(timer)
  }, [])
  if (!isSlow) return null
  return (
    <>
      <span>
        <Trans>This takes longer than it should. Your connection may be weak.</Trans>
      </span>
      <button type="button" className={styles['reload']} onClick={() => location.reload()}>
        <Trans>Reload</Trans>
      </button>
    </>
  )
}
