import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { useSystemSettings } from '#api/person.ts'
import { downloadBlob } from '#device/saveText.ts'
import { sharePicture } from '#device/share.ts'
import { Button } from '#ui/Button.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { showToast } from '#ui/toast.ts'
import { drawInvitationCard } from './drawCard.ts'
import { Row } from '#ui/Row.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Team.module.css'

interface InvitationCardSheetProps {
  open: boolean
  onClose: () => void
  inviteCode: string
  link: string
}

/** The invitation as a picture: what the app is, code and link, never a balance or a name. */
export function InvitationCardSheet({ open, onClose, ...invitation }: InvitationCardSheetProps) {
  const { t } = useLingui()
  return (
    <BottomSheet open={open} onClose={onClose} title={t`A card to share`}>
      <CardPicture {...invitation} />
    </BottomSheet>
  )
}

function CardPicture({ inviteCode, link }: Pick<InvitationCardSheetProps, 'inviteCode' | 'link'>) {
  const { t } = useLingui()
  const canvas = useRef<HTMLCanvasElement>(null)
  const isSandbox = useSystemSettings()?.env === 'sandbox'
  const words = {
    promise: t`Every price can be checked. Every cost is shown first.`,
    code: t`Invitation code`,
    note: isSandbox ? t`Sandbox · play money` : '',
  }
  const { promise, code, note } = words
  useEffect(() => {
    if (canvas.current) void drawInvitationCard(canvas.current, { inviteCode, link, promise, code, note })
  }, [inviteCode, link, promise, code, note])
  const picture = () => new Promise<Blob | null>((resolve) => canvas.current?.toBlob(resolve, 'image/png'))
  const name = `fairlead-${inviteCode}.png`
  const hand = async () => {
    const blob = await picture()
    const done = blob && (await sharePicture(new File([blob], name, { type: 'image/png' }), t`An invitation to Fairlead`))
    if (blob && done === 'unable') downloadBlob(name, blob)
    else if (!done) showToast(t`Fail`, { tone: 'bad' })
  }
  const save = async () => {
    const blob = await picture()
    if (blob) downloadBlob(name, blob)
    else showToast(t`Fail`, { tone: 'bad' })
  }
  return (
    <div className={styles.cardSheet}>
      <canvas ref={canvas} className={styles.card} role="img" aria-label={t`Card with the code ${inviteCode} and the link ${link}`} />
      <Text tone="quiet">
        <Trans>It shows the code and the link, and nothing about you.</Trans>
      </Text>
      <Row wrap gap={3} className={styles.actions}>
        <Button onClick={() => void hand()}>
          <Trans>Share the picture</Trans>
        </Button>
        <Button kind="secondary" onClick={() => void save()}>
          <Trans>Save the picture</Trans>
        </Button>
      </Row>
    </div>
  )
}
