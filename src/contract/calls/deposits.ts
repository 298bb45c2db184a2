import * as z from 'zod/mini'
import { read, write } from '../call.ts'
import { decimal, positiveInput } from '../decimalSchema.ts'
import { intParam, page, paging } from '../page.ts'
import { depositStatus } from '../states.ts'
import { time } from '../timeSchema.ts'
import { fileId } from './uploads.ts'

/** A claim is decided within this time (product §2.13). */
export const claimHours = 24
/** Most pictures of one claim. */
export const claimPhotos = 3
/** Claims of one person that may wait at a time. */
export const mostClaims = 10

/** Why a deposit was rejected or failed; none asks for a payment. */
const depositReasons = ['notFound', 'alreadyCredited', 'notYours', 'unreadable', 'foundOnChain', 'creditedByClaim', 'undone'] as const
export type DepositReason = (typeof depositReasons)[number]

const currency = z.string().check(z.regex(/^[A-Z0-9]{2,10}$/))
const chainType = z.string().check(z.regex(/^[A-Z0-9]{2,10}$/))

/** Money on its way in: seen on a chain, or claimed (call 42). */
export const Deposit = z.object({
  id: z.string(),
  orderNo: z.string(),
  currency: z.string(),
  chainType: z.string(),
  money: decimal,
  /** 0 until it is credited. */
  creditedMoney: decimal,
  address: z.string(),
  txHash: z.string(),
  confirmations: z.int(),
  needConfirmations: z.int(),
  /** 0 under review or being confirmed, 1 credited, -1 rejected, -2 failed. */
  status: z.int(),
  source: z.enum(['chain', 'claim', 'bank']),
  /** It came over the sandbox's simulated chain. */
  simulated: z.boolean(),
  /** Confirmed, and waiting until what came in together reaches the network's minimum. */
  belowMin: z.boolean(),
  reason: z.optional(z.string()),
  voucher: z.array(z.string()),
  /** Until when a claim is decided. */
  reviewBy: z.optional(time),
  createTime: time,
  updateTime: time,
})
export type Deposit = z.output<typeof Deposit>

/** Where this person's coins of one network go (call 44). */
export const DepositAddress = z.object({
  currency: z.string(),
  chainType: z.string(),
  address: z.string(),
  memo: z.optional(z.string()),
  qrText: z.string(),
  minMoney: decimal,
  needConfirmations: z.int(),
  estMinutes: z.int(),
  warn: z.array(z.enum(['onlyThisCurrency', 'simulatedChain', 'notFromContracts'])),
  /** ES256 of `depositAddressText`, r‖s in base64, by the key `kid` of fair/key. */
  addressSig: z.string(),
  kid: z.string(),
})
export type DepositAddress = z.output<typeof DepositAddress>

const depositsPath = '/api/finance/appRecharge/listMy'
const touches = [depositsPath]

export const deposits = {
  /** Newest first. */
  deposits: read(depositsPath, {
    access: 'signedIn',
    params: z.object({
      ...paging,
      status: z.optional(intParam(depositStatus.failed, depositStatus.credited)),
      currency: z.optional(currency),
    }),
    reply: page(Deposit),
    kept: 'page',
  }),
  /** Refuses networkSuspended and selfExcluded. The same person, currency and network always have the same address. */
  address: read('/api/finance/rechargeAddr/getAddr', {
    access: 'kyc1',
    params: z.object({ currency, chainType }),
    reply: DepositAddress,
    kept: 'nowhere',
  }),
  /** A transfer that was not found by itself. Refuses belowMin, txAlreadyClaimed, ownLimit, tooManyClaims and notFound (a picture). */
  claim: write('/api/finance/appRecharge/apply', {
    access: 'kyc1',
    once: true,
    body: z.object({
      currency,
      chainType,
      money: positiveInput,
      txHash: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
      voucher: z.array(fileId).check(z.minLength(1), z.maxLength(claimPhotos)),
    }),
    reply: Deposit,
    touches,
  }),
  /** In the sandbox alone: a transfer on the simulated chain to this person's own address, with the confirmations of a real one (call 53). */
  simulate: write('/api/finance/sandboxDeposit', {
    access: 'kyc1',
    once: true,
    body: z.object({ currency, chainType, money: positiveInput }),
    reply: z.object({ txHash: z.string(), address: z.string(), needConfirmations: z.int() }),
    touches,
  }),
}
