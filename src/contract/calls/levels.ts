import * as z from 'zod/mini'
import { read } from '../call.ts'
import { decimal } from '../decimalSchema.ts'
import { time } from '../timeSchema.ts'

/** Where somebody stands: `avg3d` is what levels go up by, `avg14d` what they go down by; `needMore` is null at the highest level. USDT. */
const mine = z.object({
  current: z.int(),
  avg3d: decimal,
  avg14d: decimal,
  next: z.nullable(z.int()),
  needMore: z.nullable(decimal),
  /** A lower level was announced and comes then; null where none was. */
  lowerFrom: z.nullable(time),
})

/** A level and all that it gives. Money is USDT, `feeDiscount` a fraction; `mine` stands at the level that somebody has. */
export const Level = z.object({
  level: z.int(),
  name: z.string(),
  minAssets: decimal,
  feeDiscount: decimal,
  bonus: decimal,
  redEnvelope: decimal,
  loanExtra: decimal,
  withdrawDaily: decimal,
  /** Bonus and envelope are given in this person's country. */
  incentiveAllowed: z.boolean(),
  mine: z.optional(mine),
})
export type Level = z.output<typeof Level>

/** A day's net assets at 00:00, or, where it is `late`, when the day was noted. */
const LevelDay = z.object({ day: z.string(), assets: decimal, avg3d: decimal, level: z.int(), late: z.boolean() })
/** A change of level. `time` is since when it holds; a bonus that `bonusWaits` is granted, and credited once WELFARE holds it. */
const LevelChange = z.object({ from: z.int(), to: z.int(), time, bonus: z.nullable(decimal), bonusWaits: z.boolean() })

/** VIP levels by average net assets (product §2.14, §5.5). */
export const levels = {
  /** Call 111. */
  levels: read('/api/user/appLevels/list', { access: 'open', params: z.object({}), reply: z.array(Level), kept: 'page' }),
  /** Ours: the newest 90 days and every change of level, newest first. */
  levelHistory: read('/api/user/appLevels/history', {
    access: 'signedIn',
    params: z.object({}),
    reply: z.object({ days: z.array(LevelDay), changes: z.array(LevelChange) }),
    kept: 'page',
  }),
}
