import { Refusal } from '#contract/refusals.ts'
import type { House } from '#server/house.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { dropDevice, keepDevice, type Quiet } from './devices.ts'
import { endpointOf, mayLoopback } from './endpoint.ts'
import { areKeys, type DeviceKeys } from './seal.ts'
import { vapidKey } from './vapid.ts'
import { zoneOf } from './zone.ts'

/** Where people are told what matters while the app is closed (product §1.6 call 120). */
export function pushHandlers(house: House): Handlers<'push'> {
  const loopbackToo = mayLoopback(house.config)
  return {
    vapidKey: async (_, { sql, now }) => ({ key: (await vapidKey(sql, now)).publicKey }),
    subscribe: async ({ endpoint, keys, topics, quiet }, { visitor, now }) => {
      const url = endpointOf(endpoint, loopbackToo)
      if (!url) throw new Refusal('validation', { field: 'endpoint', rule: 'invalid_format' })
      const { userId, sessionId } = visitor
      const device = { userId, sessionId, endpoint, host: url.host, topics, quiet: quietOf(quiet), ...keysOf(keys) }
      await keepDevice(house.db, device, now)
      return { topics: [...new Set(topics)] }
    },
    unsubscribe: async ({ endpoint }, { sql, visitor }) => {
      await dropDevice(sql, visitor.userId, endpoint)
      return {}
    },
  }
}

/** A zone that is not known here is left out: the distance from UTC serves. */
const quietOf = (quiet: Quiet | undefined): Quiet | undefined =>
  quiet && quiet.from !== quiet.to ? { ...quiet, zone: quiet.zone && zoneOf(quiet.zone) } : undefined

function keysOf({ p256dh, auth }: { p256dh: string; auth: string }): DeviceKeys {
  const keys = { p256dh: Buffer.from(p256dh, 'base64url'), auth: Buffer.from(auth, 'base64url') }
  if (!areKeys(keys)) throw new Refusal('validation', { field: 'keys', rule: 'invalid_format' })
  return keys
}
