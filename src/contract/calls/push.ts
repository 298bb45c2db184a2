import * as z from 'zod/mini'
import { defineGetCall, definePostCall } from '../call.ts'
import { timeZoneNamePattern } from '../constants.ts'
import { integerParamBetween } from '../page.ts'

/** What somebody can be told of on their phone: notices by their type, price alerts apart. Announcements to everybody are not. */
const pushTopics = ['system', 'transaction', 'task', 'alert'] as const
export type PushTopic = (typeof pushTopics)[number]

const endpoint = z.string().check(z.maxLength(1000), z.regex(/^https?:\/\//))
const base64url = z.string().check(z.maxLength(200), z.regex(/^[\w-]+$/))

/**
 * Minutes after midnight on the phone's clock, from and to; the same for none. `zone` says where that clock stands (an IANA name);
 * `offsetMinutes` is its distance from UTC now, by which the hours go where the zone is not known.
 */
const quiet = z.object({
  from: integerParamBetween(0, 1439),
  to: integerParamBetween(0, 1439),
  offsetMinutes: integerParamBetween(-840, 840),
  zone: z.optional(z.string().check(z.maxLength(64), z.regex(timeZoneNamePattern))),
})

/** Web push (RFC 8030, 8291, 8292). Payloads carry no amounts unless the person shows balances. */
export const push = {
  /** The uncompressed P-256 point in base64url. */
  vapidKey: defineGetCall('/api/push/vapidKey', {
    access: 'open',
    params: z.object({}),
    reply: z.object({ key: z.string() }),
    kept: 'nowhere',
  }),
  /** The same endpoint again changes its topics and quiet hours. Refuses tooManyDevices. The worker sends it plain. */
  subscribe: definePostCall('/api/push/subscribe', {
    access: 'signedIn',
    unsealed: true,
    body: z.object({
      endpoint,
      keys: z.object({ p256dh: base64url, auth: base64url }),
      topics: z.array(z.enum(pushTopics)).check(z.maxLength(4)),
      quiet: z.optional(quiet),
    }),
    reply: z.object({ topics: z.array(z.enum(pushTopics)) }),
  }),
  /** An endpoint that is not this person's changes nothing. */
  unsubscribe: definePostCall('/api/push/unsubscribe', { access: 'signedIn', body: z.object({ endpoint }), reply: z.object({}) }),
}
