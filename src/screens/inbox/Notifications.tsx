import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import {
  changePushPreferences,
  allPushTopics,
  loadPushPreferencesIntoStore,
  type PushPreferences,
  disablePushOnDevice,
  enablePushOnDevice,
  usePushPreferences,
} from '#api/push/pushDevice.ts'
import { declinePushOffer } from '#api/push/pushOffer.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { BookIcon } from '#ui/icons/moreIcons.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Switch } from '#ui/fields/Switch.tsx'
import { showToast } from '#ui/toast.ts'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Notifications.module.css'
import { NotificationsUnavailableCard } from './NotificationsUnavailableCard.tsx'
import { PushQuietHoursField } from './PushQuietHoursField.tsx'
import { usePushNotificationSupport } from './usePushAbility.ts'
import { usePushErrorMessages } from './usePushFailure.ts'
import { usePushTopicLabels } from './useTopicWords.ts'

export const Route = createFileRoute('/_signedIn/notifications')({ component: Notifications })

const allTopics: PushPreferences = { topics: [...allPushTopics] }

/** What this device is told of while the app is closed, and when it is left alone (docs/rules/interface.md Notifications). */
function Notifications() {
  const { t } = useLingui()
  const ability = usePushNotificationSupport()
  const devicePreferences = usePushPreferences()
  // Also after a visit to the browser's settings.
  useEffect(() => void loadPushPreferencesIntoStore(), [ability])
  const failureOf = usePushErrorMessages()
  const [draft, setDraft] = useState(allTopics)
  const isOffline = useStreamConnectionState() === 'offline'
  const isOn = devicePreferences !== undefined && devicePreferences !== 'unknown'
  const { save, stop } = usePush(isOn)
  const preferences = save.isPending ? save.variables : isOn ? devicePreferences : draft
  const change = (next: PushPreferences): void => {
    setDraft(next)
    if (isOn) save.mutate(next)
  }
  const isDisabled = isOffline || save.isPending || stop.isPending
  const isUnavailable = ability !== 'able'
  return (
    <ScreenLayout
      title={t`Notifications`}
      back={path.messages}
      bottom={
        !isUnavailable &&
        devicePreferences === undefined && (
          <Button
            size="large"
            wide
            busy={save.isPending}
            disabled={isOffline}
            reason={isOffline ? t`Needs a connection` : undefined}
            onClick={() => save.mutate(draft)}
          >
            <Trans>Turn on notifications</Trans>
          </Button>
        )
      }
    >
      {devicePreferences === 'unknown' ? (
        <Skeleton lines={6} />
      ) : isUnavailable ? (
        <NotificationsUnavailableCard why={ability} />
      ) : (
        <>
          <Introduction isOn={isOn} />
          {save.error && (
            <p role="alert" className={styles.failure}>
              {failureOf(save.error)}
            </p>
          )}
          <TopicChoices preferences={preferences} disabled={isOn && isDisabled} onChange={change} />
          {isOn && isOffline && (
            <Text tone="muted">
              <Trans>Needs a connection</Trans>
            </Text>
          )}
          {isOn && (
            <Button kind="secondary" wide busy={stop.isPending} onClick={() => stop.mutate()}>
              <Trans>Turn off on this device</Trans>
            </Button>
          )}
        </>
      )}
      <TopicsExplanation />
    </ScreenLayout>
  )
}

function Introduction({ isOn }: { isOn: boolean }) {
  return (
    <Text tone="muted">
      {isOn ? (
        <Trans>This device is told, also while the app is closed. Each device has its own choice.</Trans>
      ) : (
        <Trans>Choose what this device is told of while the app is closed. Your browser then asks you once.</Trans>
      )}
    </Text>
  )
}

/** What stands in a push, and where to read more. */
function TopicsExplanation() {
  const { t } = useLingui()
  return (
    <>
      <Text tone="muted">
        <Trans>Amounts are left out while you hide balances. Whatever is told is kept in Messages too. Signing out ends it.</Trans>
      </Text>
      <Card flush>
        <RowLink to={path.article} search={{ id: 'notifications' }} leading={<BookIcon />} title={t`About notifications`} />
      </Card>
    </>
  )
}

interface ChoicesProps {
  preferences: PushPreferences
  disabled: boolean
  onChange: (next: PushPreferences) => void
}

/** Of what it is told, and when not. */
function TopicChoices({ preferences, disabled, onChange }: ChoicesProps) {
  const { t } = useLingui()
  const words = usePushTopicLabels()
  return (
    <>
      <Section title={t`Tell me of`}>
        <Card className={styles.switches}>
          {allPushTopics.map((topic) => (
            <Switch
              key={topic}
              label={words[topic].name}
              hint={words[topic].hint}
              checked={preferences.topics.includes(topic)}
              disabled={disabled}
              onChange={(isChosen) =>
                onChange({
                  ...preferences,
                  topics: allPushTopics.filter((one) => (one === topic ? isChosen : preferences.topics.includes(one))),
                })
              }
            />
          ))}
        </Card>
      </Section>
      <PushQuietHoursField
        value={preferences.quiet}
        disabled={disabled}
        onChange={(quiet) => onChange({ topics: preferences.topics, ...(quiet && { quiet }) })}
      />
    </>
  )
}

/** Turns it on or changes it; turns it off. */
function usePush(isOn: boolean) {
  const { t } = useLingui()
  const save = useMutation({
    mutationFn: (nextPreferences: PushPreferences) => (isOn ? changePushPreferences(nextPreferences) : enablePushOnDevice(nextPreferences)),
    networkMode: 'always',
    meta: { errors: 'inline', overlay: 'none' },
    onSuccess: () => {
      // Whoever found the way here need not be asked.
      declinePushOffer()
      if (!isOn) showToast(t`Notifications are on`, { tone: 'good' })
    },
  })
  const stop = useMutation({
    mutationFn: disablePushOnDevice,
    networkMode: 'always',
    meta: { errors: 'inline', overlay: 'none' },
    onSuccess: () => showToast(t`Notifications are off on this device`),
  })
  return { save, stop }
}
