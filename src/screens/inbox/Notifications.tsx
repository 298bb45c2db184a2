import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { changePush, everyTopic, lookUpPush, type PushWish, turnPushOff, turnPushOn, usePushHere } from '#api/pushHere.ts'
import { declinePush } from '#api/pushOffer.ts'
import { useConnection } from '#api/socket.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Book } from '#ui/moreIcons.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Switch } from '#ui/Switch.tsx'
import { toast } from '#ui/toast.ts'
import { RowLink } from '#widgets/RowLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import styles from './Notifications.module.css'
import { NotificationsBarred } from './NotificationsBarred.tsx'
import { QuietHours } from './QuietHours.tsx'
import { usePushAbility } from './usePushAbility.ts'
import { usePushFailure } from './usePushFailure.ts'
import { useTopicWords } from './useTopicWords.ts'

export const Route = createFileRoute('/_signedIn/notifications')({ component: Notifications })

const everything: PushWish = { topics: [...everyTopic] }

/** What this device is told of while the app is closed, and when it is left alone (product §4.2 Notifications). */
function Notifications() {
  const { t } = useLingui()
  const ability = usePushAbility()
  const here = usePushHere()
  // Also after a visit to the browser's settings.
  useEffect(() => void lookUpPush(), [ability])
  const words = useTopicWords()
  const failureOf = usePushFailure()
  const [draft, setDraft] = useState(everything)
  const isOffline = useConnection() === 'offline'
  const isOn = here !== undefined && here !== 'unknown'
  const save = useMutation({
    mutationFn: (wish: PushWish) => (isOn ? changePush(wish) : turnPushOn(wish)),
    networkMode: 'always',
    meta: { errors: 'inline', overlay: 'none' },
    onSuccess: () => {
      // Whoever found the way here need not be asked.
      declinePush()
      if (!isOn) toast(t`Notifications are on`, { tone: 'good' })
    },
  })
  const stop = useMutation({
    mutationFn: turnPushOff,
    networkMode: 'always',
    meta: { errors: 'inline', overlay: 'none' },
    onSuccess: () => toast(t`Notifications are off on this device`),
  })
  const wish = save.isPending ? save.variables : isOn ? here : draft
  const change = (next: PushWish): void => {
    setDraft(next)
    if (isOn) save.mutate(next)
  }
  const isStill = isOffline || save.isPending || stop.isPending
  const isBarred = ability !== 'able'
  return (
    <ScreenLayout
      title={t`Notifications`}
      back={path.messages}
      bottom={
        !isBarred &&
        here === undefined && (
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
      {here === 'unknown' ? (
        <Skeleton lines={6} />
      ) : isBarred ? (
        <NotificationsBarred why={ability} />
      ) : (
        <>
          <p className={styles.note}>
            {isOn ? (
              <Trans>This device is told, also while the app is closed. Each device has its own choice.</Trans>
            ) : (
              <Trans>Choose what this device is told of while the app is closed. Your browser then asks you once.</Trans>
            )}
          </p>
          {save.error && (
            <p role="alert" className={styles.failure}>
              {failureOf(save.error)}
            </p>
          )}
          <Section title={t`Tell me of`}>
            <Card className={styles.switches}>
              {everyTopic.map((topic) => (
                <Switch
                  key={topic}
                  label={words[topic].name}
                  hint={words[topic].hint}
                  checked={wish.topics.includes(topic)}
                  disabled={isOn && isStill}
                  onChange={(isChosen) =>
                    change({ ...wish, topics: everyTopic.filter((one) => (one === topic ? isChosen : wish.topics.includes(one))) })
                  }
                />
              ))}
            </Card>
          </Section>
          <QuietHours
            value={wish.quiet}
            disabled={isOn && isStill}
            onChange={(quiet) => change({ topics: wish.topics, ...(quiet && { quiet }) })}
          />
          {isOn && isOffline && (
            <p className={styles.note}>
              <Trans>Needs a connection</Trans>
            </p>
          )}
          {isOn && (
            <Button kind="secondary" wide busy={stop.isPending} onClick={() => stop.mutate()}>
              <Trans>Turn off on this device</Trans>
            </Button>
          )}
        </>
      )}
      <p className={styles.note}>
        <Trans>Amounts are left out while you hide balances. Whatever is told is kept in Messages too. Signing out ends it.</Trans>
      </p>
      <Card flush>
        <RowLink to={path.article} search={{ id: 'notifications' }} leading={<Book />} title={t`About notifications`} />
      </Card>
    </ScreenLayout>
  )
}
