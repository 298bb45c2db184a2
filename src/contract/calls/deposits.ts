import * as z from 'zod/mini'
import { defineGetCall, definePostCall } from '../call.ts'
import { decimalSchema, positiveDecimalInput } from '../decimalSchema.ts'
import { integerParamBetween, pageOfRecordsSchema, pagingParams } from '../page.ts'
import { depositStatus } from '../states.ts'
import { wireTimeSchema } from '../timeSchema.ts'
import { uploadFileIdSchema } from './uploads.ts'
import { bankWithdrawalTerms } from './withdrawals.ts'

/** A claim is decided within this time (docs/rules/deposits-and-withdrawals.md). */
export const depositClaimReviewHours = 24
/** Most pictures of one claim. */
export const maxDepositClaimPhotos = 3
/** Claims of one person that may wait at a time. */
export const maxOpenDepositClaims = 10

/** Why a deposit was rejected or failed; none asks for a payment. */
const depositReasons = ['notFound', 'alreadyCredited', 'notYours', 'unreadable', 'foundOnChain', 'creditedByClaim', 'undone'] as const
export type DepositRejectionReason = (typeof depositReasons)[number]

/** Currencies that come in by bank: those that a bank takes out again, and no less than it would. */
export const bankDepositTerms: readonly { currency: string; min: string; places: number }[] = bankWithdrawalTerms.filter(
  ({ canWithdraw }) => canWithdraw,
)

const currency = z.string().check(z.regex(/^[A-Z0-9]{2,10}$/))
const chainType = z.string().check(z.regex(/^[A-Z0-9]{2,10}$/))

/** Money on its way in: seen on a chain, or claimed. */
export const Deposit = z.object({
  id: z.string(),
  orderNo: z.string(),
  currency: z.string(),
  chainType: z.string(),
  money: decimalSchema,
  /** 0 until it is credited. */
  creditedMoney: decimalSchema,
  /** Where it came to, or of a bank the reference; '' of a claim during a break by somebody who was given none. */
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
  reviewBy: z.optional(wireTimeSchema),
  /** Nobody decided it until then: it was passed on. */
  isLate: z.optional(z.boolean()),
  createTime: wireTimeSchema,
  updateTime: wireTimeSchema,
})
export type Deposit = z.output<typeof Deposit>

/** Where this person's coins of one network go. */
export const DepositAddress = z.object({
  currency: z.string(),
  chainType: z.string(),
  address: z.string(),
  memo: z.optional(z.string()),
  qrText: z.string(),
  minMoney: decimalSchema,
  needConfirmations: z.int(),
  estMinutes: z.int(),
  warn: z.array(z.enum(['onlyThisCurrency', 'simulatedChain', 'notFromContracts'])),
  /** ES256 of `depositAddressSigningText`, r‖s in base64, by the key `kid` of fair/key. */
  addressSig: z.string(),
  kid: z.string(),
})
export type DepositAddress = z.output<typeof DepositAddress>

/** How a currency is sent by bank. */
const BankDeposit = z.object({
  currency: z.string(),
  bankName: z.string(),
  holder: z.string(),
  account: z.string(),
  swift: z.optional(z.string()),
  /** The person's own, the same ever after. */
  reference: z.string(),
  minMoney: decimalSchema,
  /** The sandbox's: there is no such bank. */
  simulated: z.boolean(),
})

const depositsPath = '/api/finance/appRecharge/listMy'
const touches = [depositsPath]

export const deposits = {
  /** Newest first. */
  deposits: defineGetCall(depositsPath, {
    access: 'signedIn',
    params: z.object({
      ...pagingParams,
      status: z.optional(integerParamBetween(depositStatus.failed, depositStatus.credited)),
      currency: z.optional(currency),
    }),
    reply: pageOfRecordsSchema(Deposit),
    kept: 'page',
  }),
  /** Refuses networkUnwatched, networkSuspended, noDepositAddress and selfExcluded. The same person, currency and network always have the same address. */
  address: defineGetCall('/api/finance/rechargeAddr/getAddr', {
    access: 'kyc1',
    params: z.object({ currency, chainType }),
    reply: DepositAddress,
    kept: 'nowhere',
  }),
  /** Where money is sent by bank, and what this person writes beside it. Refuses bankNotOffered, networkSuspended {reason} and selfExcluded. */
  bankDeposit: defineGetCall('/api/finance/appRecharge/bank', {
    access: 'kyc1',
    params: z.object({ currency }),
    reply: BankDeposit,
    kept: 'nowhere',
  }),
  /** A transfer by bank, or one that was not found by itself. Refuses bankNotOffered, belowMin, txAlreadyClaimed, ownLimit, tooManyClaims and notFound (a picture). */
  claim: definePostCall('/api/finance/appRecharge/apply', {
    access: 'kyc1',
    once: true,
    body: z.object({
      currency,
      chainType,
      money: positiveDecimalInput,
      /** On a chain always, of a bank never. */
      txHash: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))),
      voucher: z.array(uploadFileIdSchema).check(z.minLength(1), z.maxLength(maxDepositClaimPhotos)),
    }),
    reply: Deposit,
    touches,
  }),
  /** In the sandbox alone: a transfer on the simulated chain to this person's own address, with the confirmations of a real one. */
  simulate: definePostCall('/api/finance/sandboxDeposit', {
    access: 'kyc1',
    once: true,
    body: z.object({ currency, chainType, money: positiveDecimalInput }),
    reply: z.object({ txHash: z.string(), address: z.string(), needConfirmations: z.int() }),
    touches,
  }),
}
