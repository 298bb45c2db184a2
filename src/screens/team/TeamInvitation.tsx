import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { InvitationTeam } from '#contract/calls/team.ts'
import { shareLink } from '#device/share.ts'
import { formatPercent } from '#i18n/number.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ShareIcon } from '#ui/icons/moreIcons.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { showToast } from '#ui/toast.ts'
import { CopyableValue } from '#widgets/money/CopyableValue.tsx'
import { QrCode } from '#widgets/money/QrCode.tsx'
import { InvitationCardSheet } from './InvitationCardSheet.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Row } from '#ui/Row.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Team.module.css'

/** Code, link and picture to hand on, and the whole rule in two lines. */
export function TeamInvitation({ team: { inviteCode, link, qrText, rebateRate, incentiveAllowed } }: { team: InvitationTeam }) {
  const { t } = useLingui()
  const [sheet, setSheet] = useState<'large' | 'card'>()
  const close = () => setSheet(undefined)
  const rate = formatPercent(rebateRate, 0)
  const hand = async () => {
    const done = await shareLink({ title: t`An invitation to Fairlead`, url: link })
    if (done !== 'shared') showToast(done === 'copied' ? t`Success` : t`Fail`, { tone: done === 'copied' ? 'good' : 'bad' })
  }
  return (
    <>
      <Grid as={Card} gap={3}>
        <button type="button" className={styles.code} onClick={() => setSheet('large')}>
          <QrCode text={qrText} label={t`QR code of your invitation link`} />
          <span className={styles.large}>
            <Trans>Show it large</Trans>
          </span>
        </button>
        <CopyableValue label={t`Invitation code`} value={inviteCode} />
        <CopyableValue label={t`Invitation link`} value={link} small />
        <Row wrap gap={3} className={styles.actions}>
          <Button onClick={() => void hand()}>
            <ShareIcon />
            <Trans>Share link</Trans>
          </Button>
          <Button kind="secondary" onClick={() => setSheet('card')}>
            <Trans>A card to share</Trans>
          </Button>
        </Row>
      </Grid>
      <Text tone="muted">
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
      </Text>
      <BottomSheet open={sheet === 'large'} onClose={close} title={t`Your invitation`}>
        <div className={styles.largeSheet}>
          <div className={styles.largeCode}>
            <QrCode text={qrText} label={t`QR code of your invitation link`} />
          </div>
          <p className={styles.spelled}>{inviteCode}</p>
          <Text tone="quiet">
            <Trans>If it is not recognised, make the screen brighter and hold both phones still.</Trans>
          </Text>
        </div>
      </BottomSheet>
      <InvitationCardSheet open={sheet === 'card'} onClose={close} inviteCode={inviteCode} link={link} />
    </>
  )
}
