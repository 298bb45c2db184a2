import { canConfirmNewAddress } from '#account/secondFactor/factorAge.ts'
import { readAddressHold } from '#account/holds.ts'
import { queueMail } from '../notifications/mail/mail.ts'
import { requireStepUp } from '#account/secondFactor/stepUp.ts'
import type { ValidatedCallInput } from '#contract/call.ts'
import {
  bankChainCode,
  bankWithdrawalTerms,
  newAddressHoldHours,
  maxWithdrawalAccounts,
  type WithdrawalAccount,
  withdrawals as rows,
} from '#contract/calls/withdrawals.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Instant } from '#contract/time.ts'
import { canonicalChainAddress, isValidChainAddress } from '../core/addresses/chainAddress.ts'
import { isValidChainMemo } from '../chains/chainMemo.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { newRowId } from '../core/ids.ts'
import { requireNetworkWithTerms } from '../chains/networks.ts'
import { writeNotices } from '../notifications/writeNotices.ts'
import {
  type WithdrawalAccountRow,
  findWithdrawalAccountByTarget,
  ownWithdrawalAccount,
  readWithdrawalAccounts,
  updateWithdrawalAccount,
  insertWithdrawalAccount,
  lockAddressBook,
  markWithdrawalAccountRemoved,
  toWithdrawalAccount,
} from './accountStore.ts'
import { maskBankAccountNumber } from './maskAccount.ts'
import { readVerifiedNameVariants } from './names.ts'
import { refuseOwnDepositAddress } from './ownAddress.ts'

const waitMs = newAddressHoldHours * 3_600_000

/** Letters of any case and marks, in one order of spaces: how a person's name is compared with what was verified. */
const plainName = (name: string): string => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

/** From when it can be used: a day, or longer while a hold lasts (docs/rules/{deposits-and-withdrawals,accounts}.md). */
async function coolUntil({ sql, visitor }: RequestContext, now: Instant): Promise<number> {
  const hold = await readAddressHold(sql, visitor.userId, now)
  return Math.max(now + waitMs, hold?.until ?? 0)
}

/** Saves an address or a bank account. Refuses addressInvalid, addressOwn, memoRequired, nameMismatch, tooManyAccounts, addressSaved and what step-up refuses. */
export async function addWithdrawalAccount(
  app: AppContext,
  input: ValidatedCallInput<typeof rows.addAccount>,
  context: RequestContext,
): Promise<WithdrawalAccount> {
  const { sql, visitor } = context
  const now = app.clock.now()
  const place = input.type === 1 ? await bankPlace(input, context) : await chainPlace(app, input, context)
  const proven = await requireStepUp(sql, visitor, input, app, now)
  await lockAddressBook(sql, visitor.userId)
  const others = await readWithdrawalAccounts(sql, visitor.userId)
  if (others.length >= maxWithdrawalAccounts) throw new Refusal('tooManyAccounts', { max: maxWithdrawalAccounts })
  if (await findWithdrawalAccountByTarget(sql, visitor.userId, place)) throw new Refusal('addressSaved')
  const row = await insertWithdrawalAccount(sql, {
    id: newRowId(now),
    user_id: visitor.userId,
    type: input.type,
    ...place,
    label: input.label,
    own: input.type === 1 || input.own,
    is_vouched: canConfirmNewAddress(proven, now),
    cool_until_ms: await coolUntil(context, now),
    created_ms: now,
  })
  await tellAdded(app, row, context, now)
  return toWithdrawalAccount(row, now)
}

type WholePlace = Pick<WithdrawalAccountRow, 'currency' | 'chain_type' | 'address' | 'memo' | 'bank_name' | 'real_name' | 'swift'>

async function chainPlace(
  app: AppContext,
  input: Extract<ValidatedCallInput<typeof rows.addAccount>, { type: 2 }>,
  { sql, visitor }: RequestContext,
): Promise<WholePlace> {
  const network = await requireNetworkWithTerms(sql, app, input.currency, input.chainType)
  const memo = input.memo ?? ''
  refuseInvalidMemo(network, memo)
  const address = parseChainAddress(network.family, input.address)
  await refuseOwnDepositAddress(sql, visitor.userId, network.family, address, memo)
  return {
    currency: input.currency,
    chain_type: input.chainType,
    address,
    memo,
    bank_name: '',
    real_name: '',
    swift: '',
  }
}

type Family = Parameters<typeof isValidChainAddress>[0]

/** The one spelling of an address of that family; refuses addressInvalid. */
export function parseChainAddress(family: Family, address: string): string {
  if (!isValidChainAddress(family, address)) throw new Refusal('addressInvalid')
  return canonicalChainAddress(family, address)
}

/** Refuses memoRequired, a memo where the network has none, for it would be lost, and one that the network cannot carry. */
export function refuseInvalidMemo(
  { memo: rule, family }: { memo: 'none' | 'optional' | 'required'; family: Family | undefined },
  memo: string,
): void {
  if (rule === 'required' && memo === '') throw new Refusal('memoRequired')
  if (rule === 'none' && memo !== '') throw new Refusal('validation', { field: 'memo', rule: 'none' })
  if (family === undefined || memo === '') return
  if (!isValidChainMemo(family, memo))
    throw new Refusal('validation', { field: 'memo', rule: family === 'xrp' ? '0 to 4294967295' : 'short text' })
}

async function bankPlace(
  input: Extract<ValidatedCallInput<typeof rows.addAccount>, { type: 1 }>,
  { sql, visitor }: RequestContext,
): Promise<WholePlace> {
  if (!bankWithdrawalTerms.some(({ currency, canWithdraw }) => currency === input.currency && canWithdraw))
    throw new Refusal('networkSuspended', { currency: input.currency })
  const verified = await readVerifiedNameVariants(sql, visitor.userId)
  if (!verified.some((name) => plainName(name) === plainName(input.realName))) throw new Refusal('nameMismatch')
  return {
    currency: input.currency,
    chain_type: bankChainCode,
    address: readBankAccount(input.bankAccount),
    memo: '',
    bank_name: input.bankName,
    real_name: input.realName,
    swift: (input.swift ?? '').toUpperCase(),
  }
}

const readBankAccount = (number: string): string => number.replace(/[ -]/g, '').toUpperCase()

/** A label at once; where it leads begins the wait anew. Refuses notFound, addressInvalid, addressOwn, memoRequired, addressSaved and what step-up refuses. */
export async function editWithdrawalAccount(
  app: AppContext,
  input: ValidatedCallInput<typeof rows.editAccount>,
  context: RequestContext,
): Promise<WithdrawalAccount> {
  const { sql, visitor } = context
  const now = app.clock.now()
  const proven = await requireStepUp(sql, visitor, input, app, now)
  await lockAddressBook(sql, visitor.userId)
  const row = await ownWithdrawalAccount(sql, input.id, visitor.userId)
  if (!row) throw new Refusal('notFound')
  const place = { ...row, ...(row.type === 1 ? bankEdit(row, input) : await chainEdit(app, row, input, context)) }
  const leadsElsewhere = place.address !== row.address || place.memo !== row.memo
  if (leadsElsewhere && (await findWithdrawalAccountByTarget(sql, visitor.userId, place))) throw new Refusal('addressSaved')
  const changed = await updateWithdrawalAccount(sql, row, {
    label: input.label ?? row.label,
    address: place.address,
    memo: place.memo,
    is_vouched: leadsElsewhere ? canConfirmNewAddress(proven, now) : row.is_vouched,
    cool_until_ms: leadsElsewhere ? await coolUntil(context, now) : Number(row.cool_until_ms),
  })
  if (leadsElsewhere) await tellAdded(app, changed, context, now)
  return toWithdrawalAccount(changed, now)
}

const bankEdit = (row: WithdrawalAccountRow, { bankAccount }: ValidatedCallInput<typeof rows.editAccount>) => ({
  address: bankAccount === undefined ? row.address : readBankAccount(bankAccount),
})

async function chainEdit(
  app: AppContext,
  row: WithdrawalAccountRow,
  input: ValidatedCallInput<typeof rows.editAccount>,
  { sql, visitor }: RequestContext,
) {
  const network = await requireNetworkWithTerms(sql, app, row.currency, row.chain_type)
  const memo = input.memo ?? row.memo
  refuseInvalidMemo(network, memo)
  const address = input.address === undefined ? row.address : parseChainAddress(network.family, input.address)
  if (address !== row.address || memo !== row.memo) await refuseOwnDepositAddress(sql, visitor.userId, network.family, address, memo)
  return { address, memo }
}

/** Refuses notFound and what step-up refuses. What is on its way there goes on. */
export async function removeWithdrawalAccount(
  app: AppContext,
  input: ValidatedCallInput<typeof rows.removeAccount>,
  context: RequestContext,
): Promise<{ id: string }> {
  const { sql, visitor } = context
  const now = app.clock.now()
  await requireStepUp(sql, visitor, input, app, now)
  await lockAddressBook(sql, visitor.userId)
  if (!(await ownWithdrawalAccount(sql, input.id, visitor.userId))) throw new Refusal('notFound')
  await markWithdrawalAccountRemoved(sql, input.id, now)
  return { id: input.id }
}

/** Ends a new place's wait, and what holds add to it. For a sandbox alone. Refuses notFound, also in production. */
export async function skipWithdrawalAddressWait(
  app: AppContext,
  { id }: ValidatedCallInput<typeof rows.skipWait>,
  { sql, visitor }: RequestContext,
): Promise<WithdrawalAccount> {
  if (app.config.env !== 'sandbox') throw new Refusal('notFound')
  await lockAddressBook(sql, visitor.userId)
  const row = await ownWithdrawalAccount(sql, id, visitor.userId)
  if (!row) throw new Refusal('notFound')
  // Before every hold, so that none of them makes it wait again.
  return toWithdrawalAccount(await updateWithdrawalAccount(sql, row, { ...row, cool_until_ms: 0 }), app.clock.now())
}

/** Who owns the account hears of a new way out in the inbox, and by mail where there is an address for it. */
async function tellAdded(
  app: AppContext,
  row: WithdrawalAccountRow,
  { sql, visitor: { userId }, afterCommit }: RequestContext,
  now: Instant,
): Promise<void> {
  const kind = row.type === 1 ? 'accountAdded' : 'addressAdded'
  const network = `${row.currency} ${row.chain_type}`
  const account = row.type === 1 ? `${row.bank_name} ${maskBankAccountNumber(row.address)}` : `${row.address} (${network})`
  const notice = {
    userId,
    type: 'system',
    kind,
    params: { account },
    link: '/address-book',
    refType: 'withdrawalAccount',
    refId: row.id,
  } as const
  await writeNotices(app, sql, [notice], afterCommit)
  await queueMail(sql, { userId, kind, params: row.type === 1 ? { account } : { address: row.address, network } }, now)
}
