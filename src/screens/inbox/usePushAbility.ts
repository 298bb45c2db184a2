import { useSyncExternalStore } from 'react'
import { onNotificationPermissionChange, type PushNotificationSupport, pushNotificationSupport } from '#device/notifications.ts'

/** Whether this device can be told, right also after a visit to the browser's settings. */
export const usePushNotificationSupport = (): PushNotificationSupport =>
  useSyncExternalStore(onNotificationPermissionChange, pushNotificationSupport)
