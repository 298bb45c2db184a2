import { Trans, useLingui } from '@lingui/react/macro'
import type { UserDataExport } from '#contract/calls/dataRights.ts'
import { formatBytes } from '#i18n/bytes.ts'
import { formatDateTime } from '#i18n/date.ts'
import { buttonClassesOf } from '#ui/Button.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { CopyableValue } from '#widgets/money/CopyableValue.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './DataRights.module.css'

const downloadLifetimeMs = 86_400_000

/** One copy: being made, here to be fetched, over, or failed. */
export function DataExportRow({ copy }: { copy: UserDataExport }) {
  const { t } = useLingui()
  const { status, createTime, readyTime, url, sha256, size } = copy
  const asked = formatDateTime(createTime)
  const until = readyTime === null ? '' : formatDateTime(readyTime + downloadLifetimeMs)
  return (
    <>
      <p className={styles.what}>
        <Trans>Asked for on {asked}</Trans>
      </p>
      {status === 0 && (
        <Grid role="status" gap={2}>
          <Text tone="muted">
            <Trans>Being made, usually in less than a minute. You may leave: a message tells you.</Trans>
          </Text>
          <ProgressBar label={t`The copy is being made`} />
        </Grid>
      )}
      {status === -1 && (
        <Text tone="muted">
          <Trans>It could not be made, which is our fault. Please ask again.</Trans>
        </Text>
      )}
      {status === 1 && url === null && (
        <Text tone="muted">
          <Trans>Thrown away after its day.</Trans>
        </Text>
      )}
      {url !== null && (
        <>
          <Text tone="muted">
            <Trans>Can be fetched until {until}. README.txt in it says what is what.</Trans>
          </Text>
          <a className={buttonClassesOf({ wide: true })} href={url} download>
            <Trans>Download the ZIP</Trans> {size !== null && formatBytes(size)}
          </a>
          {sha256 && <CopyableValue small label={t`Fingerprint (SHA-256)`} value={sha256} />}
        </>
      )}
    </>
  )
}
