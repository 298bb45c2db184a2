import { Trans, useLingui } from '@lingui/react/macro'
import type { Export } from '#contract/calls/dataRights.ts'
import { formatBytes } from '#i18n/bytes.ts'
import { formatTime } from '#i18n/date.ts'
import { buttonClasses } from '#ui/Button.tsx'
import { Progress } from '#ui/Progress.tsx'
import { CopyValue } from '#widgets/CopyValue.tsx'
import styles from './DataRights.module.css'

const keptMs = 86_400_000

/** One copy: being made, here to be fetched, over, or failed. */
export function CopyRow({ copy }: { copy: Export }) {
  const { t } = useLingui()
  const { status, createTime, readyTime, url, sha256, size } = copy
  const asked = formatTime(createTime)
  const until = readyTime === null ? '' : formatTime(readyTime + keptMs)
  return (
    <>
      <p className={styles.what}>
        <Trans>Asked for on {asked}</Trans>
      </p>
      {status === 0 && (
        <div role="status" className={styles.working}>
          <p className={styles.quiet}>
            <Trans>Being made, usually in less than a minute. You may leave: a message tells you.</Trans>
          </p>
          <Progress label={t`The copy is being made`} />
        </div>
      )}
      {status === -1 && (
        <p className={styles.quiet}>
          <Trans>It could not be made, which is our fault. Please ask again.</Trans>
        </p>
      )}
      {status === 1 && url === null && (
        <p className={styles.quiet}>
          <Trans>Thrown away after its day.</Trans>
        </p>
      )}
      {url !== null && (
        <>
          <p className={styles.quiet}>
            <Trans>Can be fetched until {until}. README.txt in it says what is what.</Trans>
          </p>
          <a className={buttonClasses({ wide: true })} href={url} download>
            <Trans>Download the ZIP</Trans> {size !== null && formatBytes(size)}
          </a>
          {sha256 && <CopyValue small label={t`Fingerprint (SHA-256)`} value={sha256} />}
        </>
      )}
    </>
  )
}
