import * as z from 'zod/mini'
import { read } from '../call.ts'
import { milliseconds, time } from '../timeSchema.ts'

/** What `key=sys_set` answers (call 102). */
export const SystemSettings = z.object({
  env: z.enum(['sandbox', 'production']),
  /** 1: wide desktop windows get the desktop page (requirements §2). */
  isPcLimite: z.union([z.literal(0), z.literal(1)]),
  /** `password`, `email`, `phone`, `guest`, `passkey`, `wallet`, and the key of each other service. Nothing that is not offered here. */
  loginMethods: z.array(z.string()),
  /** What the other services are called. */
  providers: z.optional(z.array(z.object({ provider: z.string(), name: z.string() }))),
  /** An older app updates without asking. */
  minClient: z.string(),
  /** A line for everybody, in the words of staff. */
  statusNote: z.optional(z.string()),
  /** When the service will not answer, or does not now; absent once it is over. */
  maintenance: z.optional(z.object({ from: milliseconds, to: milliseconds })),
  /** Second contracts with real money outside the sandbox: never (product §0.1). */
  secondsReal: z.literal(false),
  /** Money is real here. */
  realMoney: z.boolean(),
})
export type SystemSettings = z.output<typeof SystemSettings>

export const settings = {
  /** `key` is `sys_set`; any other is notFound. */
  setting: read('/api/set/appSysSet/getKeyByParam', {
    access: 'open',
    params: z.object({ key: z.string() }),
    reply: SystemSettings,
    kept: 'worker',
  }),
  serverTime: read('/api/public/getServerTime', {
    access: 'open',
    params: z.object({}),
    reply: z.object({ serverTime: time, timestamp: milliseconds }),
    kept: 'nowhere',
  }),
  /** RSA keys for sealed bodies, the current one first; ours (call 121). `publicKey` is SPKI in PEM. */
  sealKey: read('/api/public/sealKey', {
    access: 'open',
    params: z.object({}),
    reply: z.array(z.object({ kid: z.string(), publicKey: z.string(), notAfter: milliseconds })),
    kept: 'nowhere',
  }),
  /** Resolves an invitation or article short link (call 1). */
  shortLink: read('/api/set/appShortLink/use', {
    access: 'open',
    params: z.object({ code: z.string().check(z.regex(/^[A-Za-z0-9]{4,16}$/)) }),
    reply: z.object({
      code: z.string(),
      type: z.enum(['invite', 'article']),
      inviteCode: z.optional(z.string()),
      target: z.string(),
      valid: z.boolean(),
    }),
    kept: 'nowhere',
  }),
}
