import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Team } from '#contract/calls/team.ts'
import { share } from '#device/share.ts'
import { formatShare } from '#i18n/number.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Share } from '#ui/moreIcons.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { toast } from '#ui/toast.ts'
import { CopyValue } from '#widgets/CopyValue.tsx'
import { QrCode } from '#widgets/QrCode.tsx'
import { CardSheet } from './CardSheet.tsx'
import styles from './Team.module.css'

/** Code, link and picture to hand on, and the whole rule in two lines. */
export function Invitation({ team: { inviteCode, link, qrText, rebateRate, incentiveAllowed } }: { team: Team }) {
  const { t } = useLingui()
  const [sheet, setSheet] = useState<'large' | 'card'>()
  const close = () => setSheet(undefined)
  const rate = formatShare(rebateRate, 0)
  const hand = async () => {
    const done = await share({ title: t`An invitation to Fairlead`, url: link })
    if (done !== 'shared') toast(done === 'copied' ? t`Success` : t`Fail`, { tone: done === 'copied' ? 'good' : 'bad' })
  }
  return (
    <>
      <Card className={styles.invitation}>
        <button type="button" className={styles.code} onClick={() => setSheet('large')}>
          <QrCode text={qrText} label={t`QR code of your invitation link`} />
          <span className={styles.large}>
            <Trans>Show it large</Trans>
          </span>
        </button>
        <CopyValue label={t`Invitation code`} value={inviteCode} />
        <CopyValue label={t`Invitation link`} value={link} small />
        <div className={styles.actions}>
          <Button onClick={() => void hand()}>
            <Share />
            <Trans>Share link</Trans>
          </Button>
          <Button kind="secondary" onClick={() => setSheet('card')}>
            <Trans>A card to share</Trans>
          </Button>
        </div>
      </Card>
      <p className={styles.rule}>
        {incentiveAllowed ? (
          <>
            <Trans>
              You get {rate} of the trading fees that people pay who joined by your code, for twelve months. It costs them nothing more.
            </Trans>
            <br />
            <Trans>Deposits, losses and stakes bring nothing, nor do people whom they invite.</Trans>
          </>
        ) : (
          <Trans>Invitations bring no money in your country. Whoever you invite can join all the same.</Trans>
        )}
      </p>
      <Sheet open={sheet === 'large'} onClose={close} title={t`Your invitation`}>
        <div className={styles.largeSheet}>
          <div className={styles.largeCode}>
            <QrCode text={qrText} label={t`QR code of your invitation link`} />
          </div>
          <p className={styles.spelled}>{inviteCode}</p>
          <p className={styles.quiet}>
            <Trans>If it is not recognised, make the screen brighter and hold both phones still.</Trans>
          </p>
        </div>
      </Sheet>
      <CardSheet open={sheet === 'card'} onClose={close} inviteCode={inviteCode} link={link} />
    </>
  )
}
