import * as z from 'zod/mini'
import { read, write } from '../call.ts'
import { decimal } from '../decimalSchema.ts'
import { time } from '../timeSchema.ts'
import { wallet } from './wallet.ts'

/** Nothing here rewards depositing, trading volume or losing (product §2.14, §5.6). */
export const tasks = ['readPrices', 'riskQuiz', 'secondFactor', 'verifySettlement', 'setLimit', 'demoStop', 'basicKyc'] as const

/** `voucher` pays trading fees of the REAL book, `demo` is play money; USDT. */
const reward = z.object({ kind: z.enum(['voucher', 'demo']), amount: decimal })

const Task = z.object({
  id: z.enum(tasks),
  reward,
  /** todo → done, noticed by itself → claimed. */
  state: z.enum(['todo', 'done', 'claimed']),
  doneTime: z.nullable(time),
  claimTime: z.nullable(time),
})
export type Task = z.output<typeof Task>

/** Pays the next trading fees of the REAL book by itself until it is used up; it never expires. */
const Voucher = z.object({
  id: z.string(),
  task: z.enum(tasks),
  amount: decimal,
  left: decimal,
  createTime: time,
  usedTime: z.nullable(time),
})
export type Voucher = z.output<typeof Voucher>

/**
 * What a Monday brought: plain USDT that can be withdrawn. `sunday` is the day whose level counted. One that `waits` is granted, and credited
 * once WELFARE holds it; `createTime` is when it was credited, and until then when it was granted.
 */
const Envelope = z.object({ id: z.string(), sunday: z.string(), level: z.int(), amount: decimal, createTime: time, waits: z.boolean() })
export type Envelope = z.output<typeof Envelope>

const benefitsPath = '/api/marketing/benefits'

export const benefits = {
  /** Call 118. The newest 50 vouchers, envelopes and grants of demo money. */
  benefits: read(benefitsPath, {
    access: 'signedIn',
    params: z.object({}),
    reply: z.object({
      tasks: z.array(Task),
      vouchers: z.array(Voucher),
      envelopes: z.array(Envelope),
      demoGrants: z.array(z.object({ id: z.string(), amount: decimal, createTime: time })),
      incentiveAllowed: z.boolean(),
    }),
    kept: 'page',
  }),
  /** Refuses taskNotDone, alreadyClaimed, regionProduct for vouchers where incentives are off, and rewardShort. */
  claimBenefit: write('/api/marketing/benefits/claim', {
    access: 'full',
    once: true,
    body: z.object({ taskId: z.enum(tasks) }),
    reply: Task,
    touches: [benefitsPath, wallet.balances.path],
  }),
}
