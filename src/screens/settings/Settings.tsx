import type { User } from '#contract/calls/account.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUser } from '#api/person.ts'
import { setDevicePreference, useDevicePreference } from '#device/preferences.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { BellIcon } from '#ui/icons/icons.tsx'
import { LedgerIcon } from '#ui/icons/moreIcons.tsx'
import { Section } from '#ui/Section.tsx'
import { SegmentedControl } from '#ui/fields/Segments.tsx'
import { Switch } from '#ui/fields/Switch.tsx'
import { LanguagePicker } from '#widgets/LanguagePicker.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { PreferredHandSetting } from './PreferredHandSetting.tsx'
import { BuildInfo } from './BuildInfo.tsx'
import { PriceColourSetting } from './PriceColourSetting.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Settings.module.css'
import { TextSizeSetting } from './TextSizeSetting.tsx'
import { useSaveUserSettings } from './useSave.ts'

export const Route = createFileRoute('/settings')({ component: Settings })

/** How the app looks, speaks and remembers; open to visitors, kept in the account of who is signed in. */
function Settings() {
  const { t } = useLingui()
  const user = useUser()
  const save = useSaveUserSettings()
  const theme = useDevicePreference('theme')
  return (
    <ScreenLayout title={t`Settings`} back>
      <Text tone="quiet">
        {user ? (
          <Trans>Saved to your account and on this device.</Trans>
        ) : (
          <Trans>Saved on this device. Sign in to have it everywhere.</Trans>
        )}
      </Text>
      <Section title={t`Theme`}>
        <SegmentedControl
          label={t`Theme`}
          value={theme}
          onChange={(chosen) => {
            setDevicePreference('theme', chosen)
            save({ theme: chosen })
          }}
          options={[
            { value: 'auto', label: <Trans>As the device</Trans> },
            { value: 'light', label: <Trans>Light</Trans> },
            { value: 'dark', label: <Trans>Dark</Trans> },
          ]}
        />
      </Section>
      <PriceColourSetting onChosen={(upColor) => save({ upColor })} />
      <TextSizeSetting />
      <PreferredHandSetting onChosen={(hand) => save({ hand })} />
      <Privacy user={user} save={save} />
      {user && (
        <Card flush>
          <RowLink
            to={path.notifications}
            leading={<BellIcon />}
            title={t`Notifications`}
            subtitle={t`What this device is told of, and when`}
          />
          <RowLink
            to={path.dataRights}
            leading={<LedgerIcon />}
            title={t`Your data`}
            subtitle={t`What we keep, a copy of it, and deleting`}
          />
        </Card>
      )}
      <Section title={t`Language`}>
        <Card className={styles.languages}>
          <LanguagePicker onChosen={(lang) => save({ lang })} />
        </Card>
      </Section>
      <Section title={t`Stored on this device`} quietTitle>
        <Card flush>
          <RowLink to={path.saved} title={t`Stored on this device`} subtitle={t`What can be read without a connection, and its size`} />
        </Card>
      </Section>
      <BuildInfo />
    </ScreenLayout>
  )
}

/** What others see of it. */
function Privacy({ user, save }: { user: User | undefined; save: ReturnType<typeof useSaveUserSettings> }) {
  const { t } = useLingui()
  const isHidden = useDevicePreference('hideBalance')
  return (
    <Section title={t`Privacy`}>
      <Card className={styles.switches}>
        <Switch
          label={t`Hide balances`}
          hint={t`Amounts show as dots until you tap the eye`}
          checked={isHidden}
          onChange={(hides) => {
            setDevicePreference('hideBalance', hides)
            save({ hideBalance: hides ? 1 : 0 })
          }}
        />
        {user && (
          <Switch
            label={t`Let support see that I am online`}
            hint={t`Only to answer you sooner; never used to sell you anything`}
            checked={user.settings.presence === 1}
            onChange={(shows) => save({ presence: shows ? 1 : 0 })}
          />
        )}
      </Card>
    </Section>
  )
}
