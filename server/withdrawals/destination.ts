import { readAddressHold } from '#account/holds.ts'
import type { SignedInUser } from '../core/visitor.ts'
import type { WithdrawalPreviewRequest } from '#contract/calls/withdrawals.ts'
import { Refusal } from '#contract/refusals.ts'
import { type Instant, instantToWireTime } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import {
  type WithdrawalAccountRow,
  findWithdrawalAccountByTarget,
  ownWithdrawalAccount,
  isWithdrawalAccountCooling,
} from './accountStore.ts'
import { parseChainAddress, refuseInvalidMemo } from './addressBook.ts'
import { readAddressWhitelistSetting } from './guard.ts'
import { refuseOwnDepositAddress } from './ownAddress.ts'
import type { CurrentWithdrawalTerms } from './currentTerms.ts'

/** Where money goes, as it stands in the withdrawal ever after. */
export interface WithdrawalDestination
  extends Pick<WithdrawalAccountRow, 'address' | 'memo' | 'bank_name' | 'real_name' | 'swift' | 'label'> {
  accountId: string | null
  /** Still waiting, or not saved at all: only with a second factor and below a day's 1,000 USDT. */
  isYoung: boolean
  /** A hold lasts now. */
  isHeld: boolean
  /** Of an address that waits: whether a second factor vouched for it. Undefined for one that is not saved: that of this call counts. */
  isVouched: boolean | undefined
  coolUntilMs: number | undefined
}

/**
 * Refuses notFound (not theirs), addressInvalid, addressOwn, memoRequired, securityHold {until, reason} and addressCooling {until} or addressUnknown
 * where only known addresses will do.
 */
export async function resolveWithdrawalDestination(
  sql: Sql,
  userId: string,
  terms: CurrentWithdrawalTerms,
  ask: WithdrawalPreviewRequest,
  now: Instant,
): Promise<WithdrawalDestination> {
  if ((ask.address === undefined) === (ask.accountId === undefined))
    throw new Refusal('validation', { field: 'accountId', rule: 'one of address and accountId' })
  const found = ask.accountId === undefined ? await byAddress(sql, userId, terms, ask) : await byId(sql, userId, ask)
  const { row, place } = found
  if (terms.family !== undefined) await refuseOwnDepositAddress(sql, userId, terms.family, place.address, place.memo)
  const isYoung = row === undefined || isWithdrawalAccountCooling(row, now)
  const hold = await readAddressHold(sql, userId, now)
  if (isYoung) await refuseYoung(sql, userId, row, hold, now)
  return {
    ...place,
    accountId: row?.id ?? null,
    isYoung,
    isHeld: hold !== undefined,
    isVouched: row?.is_vouched,
    coolUntilMs: row && Number(row.cool_until_ms),
  }
}

/** Refuses kycRequired for what is new, once the person's papers have ended: known addresses stay (docs/rules/verification.md). */
export function refuseNewAddressWithExpiredDocuments(
  { isPapersEnded }: Pick<SignedInUser, 'isPapersEnded'>,
  { isYoung }: WithdrawalDestination,
): void {
  if (isPapersEnded && isYoung) throw new Refusal('kycRequired', { level: 1 })
}

type Hold = Awaited<ReturnType<typeof readAddressHold>>

/** A hold, or the person's own rule, lets nothing go to what is new. */
async function refuseYoung(sql: Sql, userId: string, row: WithdrawalAccountRow | undefined, hold: Hold, now: Instant): Promise<void> {
  if (hold) throw new Refusal('securityHold', { until: instantToWireTime(hold.until), reason: hold.reason })
  if ((await readAddressWhitelistSetting(sql, userId, now)).whitelistOnly) throw addressCoolingRefusal(row && Number(row.cool_until_ms))
}

/** addressCooling {until}, or addressUnknown for one that is not saved. */
export const addressCoolingRefusal = (untilMs: number | undefined): Refusal =>
  untilMs === undefined ? new Refusal('addressUnknown') : new Refusal('addressCooling', { until: instantToWireTime(untilMs) })

type Found = {
  row: WithdrawalAccountRow | undefined
  place: Pick<WithdrawalDestination, 'address' | 'memo' | 'bank_name' | 'real_name' | 'swift' | 'label'>
}

async function byId(sql: Sql, userId: string, ask: WithdrawalPreviewRequest): Promise<Found> {
  const row = await ownWithdrawalAccount(sql, ask.accountId ?? '', userId)
  if (!row) throw new Refusal('notFound')
  if (row.currency !== ask.currency || row.chain_type !== ask.chainType)
    throw new Refusal('validation', { field: 'accountId', rule: 'same currency and network' })
  if (ask.memo !== undefined && ask.memo !== row.memo) throw new Refusal('validation', { field: 'memo', rule: 'as saved' })
  return { row, place: row }
}

/** A bank account is saved first: its name must be checked. */
async function byAddress(sql: Sql, userId: string, terms: CurrentWithdrawalTerms, ask: WithdrawalPreviewRequest): Promise<Found> {
  if (terms.family === undefined) throw new Refusal('addressUnknown')
  const memo = ask.memo ?? ''
  refuseInvalidMemo(terms, memo)
  const place = { address: parseChainAddress(terms.family, ask.address ?? ''), memo, bank_name: '', real_name: '', swift: '', label: '' }
  const row = await findWithdrawalAccountByTarget(sql, userId, { ...place, currency: ask.currency, chain_type: ask.chainType })
  return { row, place: row ?? place }
}
