import { useSyncExternalStore } from 'react'
import { onPermission, type PushAbility, pushAbility } from '#device/notifications.ts'

/** Whether this device can be told, right also after a visit to the browser's settings. */
export const usePushAbility = (): PushAbility => useSyncExternalStore(onPermission, pushAbility)
