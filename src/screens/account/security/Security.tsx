import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { dataAsOf } from '#api/dataAsOf.ts'
import { meQuery } from '#api/person.ts'
import type { User } from '#contract/calls/account.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { BookIcon, DeviceIcon, ExternalLinkIcon, KeyIcon, LockIcon, NewsIcon } from '#ui/icons/moreIcons.tsx'
import { PasskeyIcon, WalletIcon } from '#ui/icons/signInIcons.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Security.module.css'
import { SecureGuestAccountPrompt } from './SecureGuestAccountPrompt.tsx'
import { PurchasePasswordSwitch } from './PurchasePasswordSwitch.tsx'

export const Route = createFileRoute('/_signedIn/security')({ component: Security })

/** Everything that keeps the account safe, what is missing, and what to do next. */
function Security() {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const { data: user, error, dataUpdatedAt, refetch, isFetching } = useQuery(meQuery())
  return (
    <ScreenLayout
      title={t`Security`}
      back={path.me}
      chips={<DataAgeChip at={user && (error || !isOnline) ? dataAsOf(user, dataUpdatedAt) : undefined} />}
    >
      {user ? (
        <Stack gap={5}>
          <NextStep user={user} />
          <Section title={t`Signing in`}>
            <Card flush>
              <RowLink
                to={path.changePassword}
                leading={<LockIcon />}
                title={t`Password`}
                subtitle={t`What you sign in with`}
                trailing={<State isOn={user.hasLoginPassword === 1} />}
              />
              <RowLink
                to={path.authenticator}
                leading={<KeyIcon />}
                title={t`Authenticator`}
                subtitle={t`A code of your phone beside the password`}
                trailing={<State isOn={user.googleBind === 1} />}
              />
              <RowLink
                to={path.passkeys}
                leading={<PasskeyIcon />}
                title={t`Passkeys`}
                subtitle={t`Your finger, face or screen lock instead of a password`}
                trailing={<State isOn={user.passkeyCount > 0} />}
              />
              <RowLink
                to={path.linkedSignIns}
                leading={<ExternalLinkIcon />}
                title={t`Wallets and services`}
                subtitle={t`What else signs in to your account`}
              />
              <RowLink to={path.sessions} leading={<DeviceIcon />} title={t`Devices signed in`} subtitle={t`See them, end any of them`} />
            </Card>
          </Section>
          <Section title={t`Money`}>
            <Card flush>
              <RowLink
                to={path.changeWithdrawalPassword}
                leading={<WalletIcon />}
                title={t`Withdrawal password`}
                subtitle={t`Six digits, asked for when money leaves`}
                trailing={<State isOn={user.hasSafePassword === 1} />}
              />
              {user.hasSafePassword === 1 && <PurchasePasswordSwitch user={user} />}
            </Card>
          </Section>
          <Section title={t`This device and its mails`}>
            <Card flush>
              <RowLink to={path.appLock} leading={<LockIcon />} title={t`App lock`} subtitle={t`After a pause the app asks who you are`} />
              <RowLink
                to={path.antiPhishing}
                leading={<NewsIcon />}
                title={t`Anti-phishing phrase`}
                subtitle={t`Words of yours in every mail from us`}
                trailing={<State isOn={Boolean(user.mailPhrase)} />}
              />
            </Card>
          </Section>
          <Card flush>
            <RowLink
              to={path.article}
              search={{ id: 'keep-your-account-safe' }}
              leading={<BookIcon />}
              title={t`How to keep your account safe`}
            />
          </Card>
        </Stack>
      ) : error ? (
        <LoadErrorState title={t`Your profile did not load`} error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Card>
          <Skeleton lines={8} height={1.5} />
        </Card>
      )}
    </ScreenLayout>
  )
}

/** In words, not by colour alone. */
function State({ isOn }: { isOn: boolean }) {
  return isOn ? (
    <Text as="span" weight="medium" tone="muted">
      <Trans context="a safeguard">Set</Trans>
    </Text>
  ) : (
    <span className={styles.missing}>
      <Trans context="a safeguard">Not set</Trans>
    </span>
  )
}

/** The one thing that helps most now. */
function NextStep({ user }: { user: User }) {
  // A guest's account is lost with the device, whatever else keeps it safe.
  if (user.isGuest === 1) {
    return <SecureGuestAccountPrompt tone="warn" className="stack gap-3" />
  }
  if (user.googleBind === 0 && user.passkeyCount === 0) {
    return (
      <Card tone="warn" className={styles.next}>
        <p className={styles.lead}>
          <Trans>Next: add an authenticator</Trans>
        </p>
        <p>
          <Trans>Whoever learns your password still cannot sign in without your phone.</Trans>
        </p>
        <ButtonLink to={path.authenticator} wide>
          <Trans>Add an authenticator</Trans>
        </ButtonLink>
      </Card>
    )
  }
  if (user.hasSafePassword === 0) {
    return (
      <Card tone="warn" className={styles.next}>
        <p className={styles.lead}>
          <Trans>Next: set a withdrawal password</Trans>
        </p>
        <p>
          <Trans>Money cannot leave your account before it is set.</Trans>
        </p>
        <ButtonLink to={path.changeWithdrawalPassword} wide>
          <Trans>Set a withdrawal password</Trans>
        </ButtonLink>
      </Card>
    )
  }
  return (
    <Card className={styles.next}>
      <p className={styles.lead}>
        <Trans>Your account is well kept</Trans>
      </p>
      <Text tone="quiet">
        <Trans>Look at the devices that are signed in now and then.</Trans>
      </Text>
    </Card>
  )
}
