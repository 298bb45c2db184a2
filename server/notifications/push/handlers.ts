import { Refusal } from '#contract/refusals.ts'
import type { AppContext } from '../../core/appContext.ts'
import type { CallHandlers } from '../../core/handlers.ts'
import { deleteOwnPushDevice, storePushDevice, type DeviceQuietHours } from './devices.ts'
import { parsePushEndpoint, allowsLoopbackPush } from './endpoint.ts'
import { areValidPushDeviceKeys, type PushDeviceKeys } from './seal.ts'
import { getOrCreateVapidKey } from './vapid.ts'
import { canonicalTimeZone } from './zone.ts'

/** Where people are told what matters while the app is closed (docs/rules/content.md). */
export function pushHandlers(app: AppContext): CallHandlers<'push'> {
  const loopbackToo = allowsLoopbackPush(app.config)
  return {
    vapidKey: async (_, { sql, now }) => ({ key: (await getOrCreateVapidKey(sql, now)).publicKey }),
    subscribe: async ({ endpoint, keys, topics, quiet }, { visitor, now }) => {
      const url = parsePushEndpoint(endpoint, loopbackToo)
      if (!url) throw new Refusal('validation', { field: 'endpoint', rule: 'invalid_format' })
      const { userId, sessionId } = visitor
      const device = { userId, sessionId, endpoint, host: url.host, topics, quiet: quietOf(quiet), ...keysOf(keys) }
      await storePushDevice(app.db, device, now)
      return { topics: [...new Set(topics)] }
    },
    unsubscribe: async ({ endpoint }, { sql, visitor }) => {
      await deleteOwnPushDevice(sql, visitor.userId, endpoint)
      return {}
    },
  }
}

/** A zone that is not known here is left out: the distance from UTC serves. */
const quietOf = (quiet: DeviceQuietHours | undefined): DeviceQuietHours | undefined =>
  quiet && quiet.from !== quiet.to ? { ...quiet, zone: quiet.zone && canonicalTimeZone(quiet.zone) } : undefined

function keysOf({ p256dh, auth }: { p256dh: string; auth: string }): PushDeviceKeys {
  const keys = { p256dh: Buffer.from(p256dh, 'base64url'), auth: Buffer.from(auth, 'base64url') }
  if (!areValidPushDeviceKeys(keys)) throw new Refusal('validation', { field: 'keys', rule: 'invalid_format' })
  return keys
}
