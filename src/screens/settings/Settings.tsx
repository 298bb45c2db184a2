import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useUser } from '#api/person.ts'
import { setPreference, usePreference } from '#device/preferences.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Bell } from '#ui/icons.tsx'
import { Ledger } from '#ui/moreIcons.tsx'
import { Section } from '#ui/Section.tsx'
import { Segments } from '#ui/Segments.tsx'
import { Switch } from '#ui/Switch.tsx'
import { LanguagePicker } from '#widgets/LanguagePicker.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { Hand } from './Hand.tsx'
import { Installed } from './Installed.tsx'
import { MoveColours } from './MoveColours.tsx'
import styles from './Settings.module.css'
import { TextSize } from './TextSize.tsx'
import { useSave } from './useSave.ts'

export const Route = createFileRoute('/settings')({ component: Settings })

/** How the app looks, speaks and remembers; open to visitors, kept in the account of who is signed in. */
function Settings() {
  const { t } = useLingui()
  const user = useUser()
  const save = useSave()
  const theme = usePreference('theme')
  const isHidden = usePreference('hideBalance')
  return (
    <ScreenLayout title={t`Settings`} back>
      <p className={styles.note}>
        {user ? (
          <Trans>Saved to your account and on this device.</Trans>
        ) : (
          <Trans>Saved on this device. Sign in to have it everywhere.</Trans>
        )}
      </p>
      <Section title={t`Theme`}>
        <Segments
          label={t`Theme`}
          value={theme}
          onChange={(chosen) => {
            setPreference('theme', chosen)
            save({ theme: chosen })
          }}
          options={[
            { value: 'auto', label: <Trans>As the device</Trans> },
            { value: 'light', label: <Trans>Light</Trans> },
            { value: 'dark', label: <Trans>Dark</Trans> },
          ]}
        />
      </Section>
      <MoveColours onChosen={(upColor) => save({ upColor })} />
      <TextSize />
      <Hand onChosen={(hand) => save({ hand })} />
      <Section title={t`Privacy`}>
        <Card className={styles.switches}>
          <Switch
            label={t`Hide balances`}
            hint={t`Amounts show as dots until you tap the eye`}
            checked={isHidden}
            onChange={(hides) => {
              setPreference('hideBalance', hides)
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
      {user && (
        <Card flush>
          <RowLink
            to={path.notifications}
            leading={<Bell />}
            title={t`Notifications`}
            subtitle={t`What this device is told of, and when`}
          />
          <RowLink to={path.dataRights} leading={<Ledger />} title={t`Your data`} subtitle={t`What we keep, a copy of it, and deleting`} />
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
      <Installed />
    </ScreenLayout>
  )
}
