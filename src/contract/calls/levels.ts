import * as z from 'zod/mini'
import { defineGetCall } from '../call.ts'
import { decimalSchema } from '../decimalSchema.ts'
import { wireTimeSchema } from '../timeSchema.ts'

/** Where somebody stands: `avg3d` is what levels go up by, `avg14d` what they go down by; `needMore` is null at the highest level. USDT. */
const mine = z.object({
  current: z.int(),
  avg3d: decimalSchema,
  avg14d: decimalSchema,
  next: z.nullable(z.int()),
  needMore: z.nullable(decimalSchema),
  /** A lower level was announced and comes then; null where none was. */
  lowerFrom: z.nullable(wireTimeSchema),
})

/** A level and all that it gives. Money is USDT, `feeDiscount` a fraction; `mine` stands at the level that somebody has. */
export const VipLevel = z.object({
  level: z.int(),
  name: z.string(),
  minAssets: decimalSchema,
  feeDiscount: decimalSchema,
  bonus: decimalSchema,
  redEnvelope: decimalSchema,
  loanExtra: decimalSchema,
  withdrawDaily: decimalSchema,
  /** Bonus and envelope are given in this person's country. */
  incentiveAllowed: z.boolean(),
  mine: z.optional(mine),
})
export type VipLevel = z.output<typeof VipLevel>

/** A day's net assets at 00:00, or, where it is `late`, when the day was noted. */
const LevelDay = z.object({ day: z.string(), assets: decimalSchema, avg3d: decimalSchema, level: z.int(), late: z.boolean() })
/** A change of level. `time` is since when it holds; a bonus that `bonusWaits` is granted, and credited once WELFARE holds it. */
const LevelChange = z.object({
  from: z.int(),
  to: z.int(),
  time: wireTimeSchema,
  bonus: z.nullable(decimalSchema),
  bonusWaits: z.boolean(),
})

/** VIP levels by average net assets (docs/rules/{levels-and-team,seed-data}.md). */
export const levels = {
  levels: defineGetCall('/api/user/appLevels/list', { access: 'open', params: z.object({}), reply: z.array(VipLevel), kept: 'page' }),
  /** Ours: the newest 90 days and every change of level, newest first. */
  levelHistory: defineGetCall('/api/user/appLevels/history', {
    access: 'signedIn',
    params: z.object({}),
    reply: z.object({ days: z.array(LevelDay), changes: z.array(LevelChange) }),
    kept: 'page',
  }),
}
