import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { User } from '#contract/calls/account.ts'
import { path } from '#sitemap'
import { copyText } from '#device/clipboard.ts'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { CopyIcon } from '#ui/icons/moreIcons.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { showToast } from '#ui/toast.ts'
import { Avatar } from './profile/Avatar.tsx'
import { Row } from '#ui/Row.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Me.module.css'

// A number without its calling code could be anybody's.
const accountOf = ({ account, phone, areaCode }: User): string =>
  areaCode !== undefined && account === phone ? `+${areaCode} ${account}` : account

/** Who is signed in: name, masked account, account number to copy, level; a guest learns how to come back. */
export function AccountCard({ user }: { user: User | undefined }) {
  const { t } = useLingui()
  if (!user) {
    return (
      <Card>
        <Skeleton lines={3} />
      </Card>
    )
  }
  const { uid, vipLevel, vipName } = user
  const levelWords = {
    0: t`Not verified`,
    1: t({ message: 'Verified', context: 'the basic identity' }),
    2: t({ message: 'Fully verified', context: 'the identity' }),
  }
  const copy = async () => {
    const isCopied = await copyText(uid)
    showToast(isCopied ? t`Success` : t`Fail`, { tone: isCopied ? 'good' : 'bad' })
  }
  return (
    <Row as={Card} wrap gap={3}>
      <Avatar user={user} />
      <div className={styles.who}>
        <Text size="h2" weight="strong" className={styles.nickname}>
          {user.nickname}
        </Text>
        <p className={styles.quiet}>{user.isGuest ? <Trans>Guest of this device</Trans> : accountOf(user)}</p>
        <div className={styles.marks}>
          <button type="button" className={styles.uid} onClick={() => void copy()}>
            <span className="visuallyHidden">
              <Trans>Copy account number</Trans>{' '}
            </span>
            <Trans>No. {uid}</Trans>
            <CopyIcon />
          </button>
          {user.isGuest === 0 && (
            <Link to={path.verification} className={styles.level}>
              <Chip tone={user.kycStatus === 0 ? 'warn' : 'info'}>{levelWords[user.kycStatus]}</Chip>
            </Link>
          )}
          <Link to={path.levels} className={styles.level}>
            <Chip tone="brass">
              <Trans>
                Level {vipLevel} · {vipName}
              </Trans>
            </Chip>
          </Link>
        </div>
      </div>
      {user.isGuest === 1 && (
        <p className={styles.hint}>
          <Trans>Come back with this number and the password you kept. It opens the demo book only.</Trans>
        </p>
      )}
    </Row>
  )
}
