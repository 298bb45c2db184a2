import { confirmsNewAddress } from '#account/factorAge.ts'
import { addressHoldOf } from '#account/holds.ts'
import { tellByMail } from '#account/mail.ts'
import { requireStepUp } from '#account/stepUp.ts'
import type { Asked } from '#contract/call.ts'
import {
  bankChain,
  bankTerms,
  coolingHours,
  mostAccounts,
  type WithdrawalAccount,
  withdrawals as rows,
} from '#contract/calls/withdrawals.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Instant } from '#contract/time.ts'
import { canonicalAddress, isAddressOf } from '../chainAddress.ts'
import { fitsMemo } from '../chainMemo.ts'
import type { House } from '../house.ts'
import type { Asking } from '../http/handlers.ts'
import { newId } from '../ids.ts'
import { networkOf } from '../networks.ts'
import { writeNotices } from '../notice.ts'
import {
  type AccountRow,
  accountAt,
  accountOf,
  accountsOf,
  changeAccount,
  insertAccount,
  lockBook,
  removeAccount,
  toAccount,
} from './accountStore.ts'
import { maskAccount } from './masked.ts'
import { verifiedNamesOf } from './names.ts'
import { refuseOwnAddress } from './ownAddress.ts'

const waitMs = coolingHours * 3_600_000

/** Letters of any case and marks, in one order of spaces: how a person's name is compared with what was verified. */
const plainName = (name: string): string => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

/** From when it can be used: a day, or longer while a hold lasts (product §1.7 call 132, §1.2 call 13). */
async function coolUntil({ sql, visitor }: Asking, now: Instant): Promise<number> {
  const hold = await addressHoldOf(sql, visitor.userId, now)
  return Math.max(now + waitMs, hold?.until ?? 0)
}

/** Saves an address or a bank account. Refuses addressInvalid, addressOwn, memoRequired, nameMismatch, tooManyAccounts, addressSaved and what step-up refuses. */
export async function addAccount(house: House, asked: Asked<typeof rows.addAccount>, asking: Asking): Promise<WithdrawalAccount> {
  const { sql, visitor } = asking
  const now = house.clock.now()
  const place = asked.type === 1 ? await bankPlace(asked, asking) : await chainPlace(house, asked, asking)
  const proven = await requireStepUp(sql, visitor, asked, house, now)
  await lockBook(sql, visitor.userId)
  const others = await accountsOf(sql, visitor.userId)
  if (others.length >= mostAccounts) throw new Refusal('tooManyAccounts', { max: mostAccounts })
  if (await accountAt(sql, visitor.userId, place)) throw new Refusal('addressSaved')
  const row = await insertAccount(sql, {
    id: newId(now),
    user_id: visitor.userId,
    type: asked.type,
    ...place,
    label: asked.label,
    own: asked.type === 1 || asked.own,
    is_vouched: confirmsNewAddress(proven, now),
    cool_until_ms: await coolUntil(asking, now),
    created_ms: now,
  })
  await tellAdded(house, row, asking, now)
  return toAccount(row, now)
}

type WholePlace = Pick<AccountRow, 'currency' | 'chain_type' | 'address' | 'memo' | 'bank_name' | 'real_name' | 'swift'>

async function chainPlace(
  house: House,
  asked: Extract<Asked<typeof rows.addAccount>, { type: 2 }>,
  { sql, visitor }: Asking,
): Promise<WholePlace> {
  const network = await networkOf(sql, house, asked.currency, asked.chainType)
  const memo = asked.memo ?? ''
  refuseMemo(network, memo)
  const address = readAddress(network.family, asked.address)
  await refuseOwnAddress(sql, visitor.userId, network.family, address, memo)
  return {
    currency: asked.currency,
    chain_type: asked.chainType,
    address,
    memo,
    bank_name: '',
    real_name: '',
    swift: '',
  }
}

type Family = Parameters<typeof isAddressOf>[0]

/** The one spelling of an address of that family; refuses addressInvalid. */
export function readAddress(family: Family, address: string): string {
  if (!isAddressOf(family, address)) throw new Refusal('addressInvalid')
  return canonicalAddress(family, address)
}

/** Refuses memoRequired, a memo where the network has none, for it would be lost, and one that the network cannot carry. */
export function refuseMemo(
  { memo: rule, family }: { memo: 'none' | 'optional' | 'required'; family: Family | undefined },
  memo: string,
): void {
  if (rule === 'required' && memo === '') throw new Refusal('memoRequired')
  if (rule === 'none' && memo !== '') throw new Refusal('validation', { field: 'memo', rule: 'none' })
  if (family === undefined || memo === '') return
  if (!fitsMemo(family, memo)) throw new Refusal('validation', { field: 'memo', rule: family === 'xrp' ? '0 to 4294967295' : 'short text' })
}

async function bankPlace(asked: Extract<Asked<typeof rows.addAccount>, { type: 1 }>, { sql, visitor }: Asking): Promise<WholePlace> {
  if (!bankTerms.some(({ currency, canWithdraw }) => currency === asked.currency && canWithdraw))
    throw new Refusal('networkSuspended', { currency: asked.currency })
  const verified = await verifiedNamesOf(sql, visitor.userId)
  if (!verified.some((name) => plainName(name) === plainName(asked.realName))) throw new Refusal('nameMismatch')
  return {
    currency: asked.currency,
    chain_type: bankChain,
    address: readBankAccount(asked.bankAccount),
    memo: '',
    bank_name: asked.bankName,
    real_name: asked.realName,
    swift: (asked.swift ?? '').toUpperCase(),
  }
}

const readBankAccount = (number: string): string => number.replace(/[ -]/g, '').toUpperCase()

/** A label at once; where it leads begins the wait anew. Refuses notFound, addressInvalid, addressOwn, memoRequired, addressSaved and what step-up refuses. */
export async function editAccount(house: House, asked: Asked<typeof rows.editAccount>, asking: Asking): Promise<WithdrawalAccount> {
  const { sql, visitor } = asking
  const now = house.clock.now()
  const proven = await requireStepUp(sql, visitor, asked, house, now)
  await lockBook(sql, visitor.userId)
  const row = await accountOf(sql, asked.id, visitor.userId)
  if (!row) throw new Refusal('notFound')
  const place = { ...row, ...(row.type === 1 ? bankEdit(row, asked) : await chainEdit(house, row, asked, asking)) }
  const leadsElsewhere = place.address !== row.address || place.memo !== row.memo
  if (leadsElsewhere && (await accountAt(sql, visitor.userId, place))) throw new Refusal('addressSaved')
  const changed = await changeAccount(sql, row, {
    label: asked.label ?? row.label,
    address: place.address,
    memo: place.memo,
    is_vouched: leadsElsewhere ? confirmsNewAddress(proven, now) : row.is_vouched,
    cool_until_ms: leadsElsewhere ? await coolUntil(asking, now) : Number(row.cool_until_ms),
  })
  if (leadsElsewhere) await tellAdded(house, changed, asking, now)
  return toAccount(changed, now)
}

const bankEdit = (row: AccountRow, { bankAccount }: Asked<typeof rows.editAccount>) => ({
  address: bankAccount === undefined ? row.address : readBankAccount(bankAccount),
})

async function chainEdit(house: House, row: AccountRow, asked: Asked<typeof rows.editAccount>, { sql, visitor }: Asking) {
  const network = await networkOf(sql, house, row.currency, row.chain_type)
  const memo = asked.memo ?? row.memo
  refuseMemo(network, memo)
  const address = asked.address === undefined ? row.address : readAddress(network.family, asked.address)
  if (address !== row.address || memo !== row.memo) await refuseOwnAddress(sql, visitor.userId, network.family, address, memo)
  return { address, memo }
}

/** Refuses notFound and what step-up refuses. What is on its way there goes on. */
export async function dropAccount(house: House, asked: Asked<typeof rows.removeAccount>, asking: Asking): Promise<{ id: string }> {
  const { sql, visitor } = asking
  const now = house.clock.now()
  await requireStepUp(sql, visitor, asked, house, now)
  await lockBook(sql, visitor.userId)
  if (!(await accountOf(sql, asked.id, visitor.userId))) throw new Refusal('notFound')
  await removeAccount(sql, asked.id, now)
  return { id: asked.id }
}

/** Ends a new place's wait, and what holds add to it. For a sandbox alone. Refuses notFound, also in production. */
export async function skipWait(house: House, { id }: Asked<typeof rows.skipWait>, { sql, visitor }: Asking): Promise<WithdrawalAccount> {
  if (house.config.env !== 'sandbox') throw new Refusal('notFound')
  await lockBook(sql, visitor.userId)
  const row = await accountOf(sql, id, visitor.userId)
  if (!row) throw new Refusal('notFound')
  // Before every hold, so that none of them makes it wait again.
  return toAccount(await changeAccount(sql, row, { ...row, cool_until_ms: 0 }), house.clock.now())
}

/** Who owns the account hears of a new way out in the inbox, and by mail where there is an address for it. */
async function tellAdded(house: House, row: AccountRow, { sql, visitor: { userId }, afterCommit }: Asking, now: Instant): Promise<void> {
  const kind = row.type === 1 ? 'accountAdded' : 'addressAdded'
  const network = `${row.currency} ${row.chain_type}`
  const account = row.type === 1 ? `${row.bank_name} ${maskAccount(row.address)}` : `${row.address} (${network})`
  const notice = {
    userId,
    type: 'system',
    kind,
    params: { account },
    link: '/address-book',
    refType: 'withdrawalAccount',
    refId: row.id,
  } as const
  await writeNotices(house, sql, [notice], afterCommit)
  await tellByMail(sql, { userId, kind, params: row.type === 1 ? { account } : { address: row.address, network } }, now)
}
