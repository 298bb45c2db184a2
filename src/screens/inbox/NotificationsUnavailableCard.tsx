import { Trans } from '@lingui/react/macro'
import type { PushNotificationSupport } from '#device/notifications.ts'
import { Card } from '#ui/Card.tsx'
import { Stack } from '#ui/Stack.tsx'
import styles from './Notifications.module.css'

/** Why this device cannot be told of anything, and what its owner can do about it. */
export function NotificationsUnavailableCard({ why }: { why: Exclude<PushNotificationSupport, 'able'> }) {
  return (
    <Card>
      <Stack gap={3} className={styles.barred}>
        {why === 'denied' && (
          <>
            <h2>
              <Trans>Your browser blocks notifications from Fairlead</Trans>
            </h2>
            <p>
              <Trans>Only you can change that, in the browser:</Trans>
            </p>
            <ol>
              <li>
                <Trans>Open the settings of this site: the sign beside the address, or on a phone the settings of the installed app.</Trans>
              </li>
              <li>
                <Trans>Set Notifications to “Allow”.</Trans>
              </li>
              <li>
                <Trans>Come back here; this page notices by itself.</Trans>
              </li>
            </ol>
          </>
        )}
        {why === 'needsInstall' && (
          <>
            <h2>
              <Trans>On iPhone and iPad it takes the home screen</Trans>
            </h2>
            <ol>
              <li>
                <Trans>In Safari, tap Share, then “Add to Home Screen”.</Trans>
              </li>
              <li>
                <Trans>Open Fairlead from there and sign in.</Trans>
              </li>
              <li>
                <Trans>Turn notifications on here. It takes iOS 16.4 or newer.</Trans>
              </li>
            </ol>
          </>
        )}
        {why === 'unsupported' && (
          <>
            <h2>
              <Trans>This browser cannot show notifications</Trans>
            </h2>
            <p>
              <Trans>Try a current version of Chrome, Edge, Firefox or Safari, outside of a private window.</Trans>
            </p>
          </>
        )}
      </Stack>
    </Card>
  )
}
