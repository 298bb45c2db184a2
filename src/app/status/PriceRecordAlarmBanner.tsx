import { Trans, useLingui } from '@lingui/react/macro'
import { priceRecordAlarmStore } from '#api/priceRecord/alarm.ts'
import { copyText } from '#device/clipboard.ts'
import { downloadText } from '#device/saveText.ts'
import { useStore } from '#device/store.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { showToast } from '#ui/toast.ts'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import styles from './PriceRecordAlarmBanner.module.css'

/** On every screen, once this device found the price record changed (docs/rules/prices.md): what it means, and the report to keep. */
export function PriceRecordAlarmBanner() {
  const { t } = useLingui()
  const evidence = useStore(priceRecordAlarmStore)
  if (!evidence) return null
  const report = JSON.stringify({ origin: location.origin, ...evidence }, null, 2)
  const copy = async () => {
    const isCopied = await copyText(report)
    showToast(isCopied ? t`Success` : t`Fail`, { tone: isCopied ? 'good' : 'bad' })
  }
  return (
    <aside className={styles['alarm']} role="alert">
      <p>
        <Trans>The price record changed. Do not trade. Keep this report.</Trans>
      </p>
      <Button kind="secondary" size="small" onClick={() => void copy()}>
        <Trans>Copy</Trans>
      </Button>
      <Button kind="secondary" size="small" onClick={() => downloadText('fairlead-price-record.json', report, 'application/json')}>
        <Trans>Save</Trans>
      </Button>
      <ButtonLink kind="quiet" size="small" to={path.priceRecord}>
        <Trans>What is this?</Trans>
      </ButtonLink>
    </aside>
  )
}
