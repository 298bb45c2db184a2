import * as z from 'zod/mini'
import { defineGetCall, definePostCall } from '../call.ts'
import { decimalSchema } from '../decimalSchema.ts'
import { wireTimeSchema } from '../timeSchema.ts'
import { wallet } from './wallet.ts'

/** Nothing here rewards depositing, trading volume or losing (docs/rules/{levels-and-team,seed-data}.md). */
export const rewardTaskNames = ['readPrices', 'riskQuiz', 'secondFactor', 'verifySettlement', 'setLimit', 'demoStop', 'basicKyc'] as const

/** `voucher` pays trading fees of the REAL book, `demo` is play money; USDT. */
const reward = z.object({ kind: z.enum(['voucher', 'demo']), amount: decimalSchema })

const RewardTask = z.object({
  id: z.enum(rewardTaskNames),
  reward,
  /** todo → done, noticed by itself → claimed. */
  state: z.enum(['todo', 'done', 'claimed']),
  doneTime: z.nullable(wireTimeSchema),
  claimTime: z.nullable(wireTimeSchema),
})
export type RewardTask = z.output<typeof RewardTask>

/** Pays the next trading fees of the REAL book by itself until it is used up; it never expires. */
const FeeVoucher = z.object({
  id: z.string(),
  task: z.enum(rewardTaskNames),
  amount: decimalSchema,
  left: decimalSchema,
  createTime: wireTimeSchema,
  usedTime: z.nullable(wireTimeSchema),
})
export type FeeVoucher = z.output<typeof FeeVoucher>

/**
 * What a Monday brought: plain USDT that can be withdrawn. `sunday` is the day whose level counted. One that `waits` is granted, and credited
 * once WELFARE holds it; `createTime` is when it was credited, and until then when it was granted.
 */
const WeeklyLevelEnvelope = z.object({
  id: z.string(),
  sunday: z.string(),
  level: z.int(),
  amount: decimalSchema,
  createTime: wireTimeSchema,
  waits: z.boolean(),
})
export type WeeklyLevelEnvelope = z.output<typeof WeeklyLevelEnvelope>

const benefitsPath = '/api/marketing/benefits'

export const benefits = {
  /** The newest 50 vouchers, envelopes and grants of demo money. */
  benefits: defineGetCall(benefitsPath, {
    access: 'signedIn',
    params: z.object({}),
    reply: z.object({
      tasks: z.array(RewardTask),
      vouchers: z.array(FeeVoucher),
      envelopes: z.array(WeeklyLevelEnvelope),
      demoGrants: z.array(z.object({ id: z.string(), amount: decimalSchema, createTime: wireTimeSchema })),
      incentiveAllowed: z.boolean(),
    }),
    kept: 'page',
  }),
  /** Refuses taskNotDone, alreadyClaimed, regionProduct for vouchers where incentives are off, and rewardShort. */
  claimBenefit: definePostCall('/api/marketing/benefits/claim', {
    access: 'full',
    once: true,
    body: z.object({ taskId: z.enum(rewardTaskNames) }),
    reply: RewardTask,
    touches: [benefitsPath, wallet.balances.path],
  }),
}
