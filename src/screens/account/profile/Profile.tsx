import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import type { User } from '#contract/calls/account.ts'
import { kycApplicationStatus, verification } from '#contract/calls/verification.ts'
import { dataAsOf } from '#api/dataAsOf.ts'
import { meQuery } from '#api/person.ts'
import { apiReadQuery } from '#api/query.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ChevronRightIcon } from '#ui/icons/icons.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { CopyableValue } from '#widgets/money/CopyableValue.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { Avatar } from './Avatar.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Profile.module.css'
import { NicknameSheet, ProfilePictureSheet } from './ProfileSheets.tsx'
import { SecureGuestAccountPrompt } from '../security/SecureGuestAccountPrompt.tsx'

export const Route = createFileRoute('/_signedIn/gerenziliao')({ component: Profile })

/** Who one is here: picture, name, the addresses that sign in, and the way to everything else about oneself. */
function Profile() {
  const { t } = useLingui()
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery(meQuery())
  const isOffline = useStreamConnectionState() === 'offline'
  return (
    <ScreenLayout
      title={t`Profile`}
      back={path.me}
      chips={<DataAgeChip at={data && (error || isOffline) ? dataAsOf(data, dataUpdatedAt) : undefined} />}
    >
      {data ? (
        <Content user={data} isOffline={isOffline} />
      ) : error ? (
        <LoadErrorState title={t`Your profile did not load`} error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Skeleton lines={10} />
      )}
    </ScreenLayout>
  )
}

function Content({ user, isOffline }: { user: User; isOffline: boolean }) {
  const { t } = useLingui()
  const [sheet, setSheet] = useState<'nickname' | 'picture'>()
  const [openings, setOpenings] = useState(0)
  const show = (next: 'nickname' | 'picture') => {
    setOpenings(openings + 1)
    setSheet(next)
  }
  const { nickname, personal } = user
  const reason = isOffline ? t`Needs a connection` : undefined
  const name = personal && `${personal.firstName} ${personal.surname}`
  return (
    <>
      <Card>
        <div className={styles.head}>
          <Avatar user={user} large />
          <div className={styles.words}>
            <Text size="h2" weight="strong" className={styles.nickname}>
              {nickname}
            </Text>
            <Button kind="quiet" size="small" disabled={isOffline} reason={reason} onClick={() => show('picture')}>
              <Trans>Change the picture</Trans>
            </Button>
          </div>
        </div>
        <CopyableValue small label={t`Account number`} value={user.uid} />
      </Card>
      {user.isGuest === 1 && <SecureGuestAccountPrompt className="stack gap-3" />}
      <Section title={t`About you`}>
        <Card flush>
          <ListRow
            title={t`Nickname`}
            subtitle={nickname}
            trailing={<ChevronRightIcon />}
            disabled={isOffline}
            onClick={() => show('nickname')}
          />
          <RowLink to={path.personalInfo} title={t`Personal information`} subtitle={name ?? t`Not filled in yet`} />
          {user.isGuest === 0 && <Verified user={user} />}
        </Card>
      </Section>
      <Section title={t`Ways to sign in`}>
        <Card flush>
          <Address kind="email" title={t`Email`} value={user.email} />
          <Address kind="phone" title={t`Mobile number`} value={user.phone && `+${user.areaCode ?? ''} ${user.phone}`} />
          <RowLink to={path.linkedSignIns} title={t`Wallets and services`} subtitle={t`What else signs in to your account`} />
        </Card>
      </Section>
      <SafetyAndData user={user} />
      {sheet === 'nickname' && <NicknameSheet key={openings} nickname={nickname} onClose={() => setSheet(undefined)} />}
      {sheet === 'picture' && <ProfilePictureSheet key={openings} hasPicture={Boolean(user.avatar)} onClose={() => setSheet(undefined)} />}
    </>
  )
}

function Address({ kind, title, value }: { kind: 'email' | 'phone'; title: string; value: string | undefined }) {
  const { t } = useLingui()
  if (value !== undefined) return <ListRow title={title} trailing={<span className={styles.value}>{value}</span>} />
  return <RowLink to={path.addSignIn} search={{ type: kind }} title={title} subtitle={t`Add one`} />
}

/** How far the identity is verified, and whether papers are being looked at. */
function Verified({ user }: { user: User }) {
  const { t } = useLingui()
  const { data } = useQuery(apiReadQuery(verification.applications, {}))
  const levelWords = {
    0: t`Not verified`,
    1: t({ message: 'Verified', context: 'the basic identity' }),
    2: t({ message: 'Fully verified', context: 'the identity' }),
  }
  const isWaiting = data?.some(({ status }) => status === kycApplicationStatus.waiting) === true
  return (
    <RowLink
      to={data && data.length > 0 ? path.verificationResult : path.verification}
      title={t`Verification`}
      subtitle={isWaiting ? t`Being checked` : levelWords[user.kycStatus]}
    />
  )
}

function SafetyAndData({ user }: { user: User }) {
  const { t } = useLingui()
  return (
    <>
      <Section title={t`Safety`}>
        <Card flush>
          <RowLink to={path.changePassword} title={t`Sign-in password`} subtitle={user.hasLoginPassword ? t`Set` : t`Not set yet`} />
          <RowLink
            to={path.changeWithdrawalPassword}
            title={t`Withdrawal password`}
            subtitle={user.hasSafePassword ? t`Set` : t`Not set yet`}
          />
          <RowLink to={path.antiPhishing} title={t`Anti-phishing phrase`} subtitle={user.mailPhrase || t`Not set yet`} />
          <RowLink to={path.appLock} title={t`App lock`} subtitle={t`After a pause the app asks who you are`} />
          <RowLink to={path.sessions} title={t`Devices signed in`} subtitle={t`And where you signed in before`} />
          <RowLink to={path.staffAccess} title={t`Who looked at my data`} />
        </Card>
      </Section>
      <Section title={t`Your data`}>
        <Card flush>
          <RowLink to={path.dataRights} title={t`What we keep, and a copy of it`} subtitle={t`Everything as one file`} />
          <RowLink
            to={path.dataRights}
            search={{ part: 'delete' }}
            title={t`Delete the account`}
            subtitle={t`What goes, what stays, and 14 days to take it back`}
          />
        </Card>
      </Section>
    </>
  )
}
