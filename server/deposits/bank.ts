import { bankDepositTerms, depositClaimReviewHours, type deposits, maxOpenDepositClaims } from '#contract/calls/deposits.ts'
import { bankChainCode } from '#contract/calls/withdrawals.ts'
import type { ValidatedCallInput } from '#contract/call.ts'
import { accountTypes } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { lockWallet } from '#ledger/ledger.ts'
import { compareDecimals, decimalPlacesOfStep } from '#rules/decimal.ts'
import { attachOwnUploads } from '#server/uploads/files.ts'
import type { AppContext } from '../core/appContext.ts'
import { isDepositBlockedByBreak, refuseDepositOverLimit } from '../risk/depositChecks.ts'
import { usdtValueOf } from '#market/usdtValue.ts'
import { maxDepositClaimAmount } from './claim.ts'
import { type DepositRow, simulatedBankChainName } from './deposit.ts'
import { depositMemoAt } from './memo.ts'
import { insertDeposit, countWaitingDepositClaims } from './store.ts'

/** Where a currency is sent by bank. */
export interface PlatformBankAccount {
  bankName: string
  holder: string
  account: string
  swift: string
  /** The sandbox's own: nothing real is there. */
  isSimulated: boolean
}

const sandboxPlace: PlatformBankAccount = {
  bankName: 'Sandbox Bank',
  holder: 'Fairlead Sandbox',
  account: '0000 0000 0000 0000',
  swift: '',
  isSimulated: true,
}

/** The chain under which a deposit by bank is kept. */
const bankChainOf = ({ config }: Pick<AppContext, 'config'>): string => (config.env === 'sandbox' ? simulatedBankChainName : 'bank')

/**
 * Where this currency is sent by bank now: what staff agreed to, in a sandbox something that is no bank. Undefined where it is not offered;
 * what no bank could take out again is never offered (docs/rules/deposits-and-withdrawals.md).
 */
async function bankPlaceOf(sql: Sql, { config }: Pick<AppContext, 'config'>, currency: string): Promise<PlatformBankAccount | undefined> {
  if (!bankDepositTerms.some((terms) => terms.currency === currency)) return undefined
  if (config.env === 'sandbox') return sandboxPlace
  const [row] = await sql.query<{ bank_name: string; holder: string; account: string; swift: string }>(
    `select bank_name, holder, account, swift from bank_details where currency = $1 and status = 1 order by decided_ms desc, id desc limit 1`,
    [currency],
  )
  return row && { bankName: row.bank_name, holder: row.holder, account: row.account, swift: row.swift, isSimulated: false }
}

/** Why staff let nobody send this currency by bank now; undefined where they do. A pause of '*' is of all currencies. */
const pauseOf = async (sql: Sql, currency: string): Promise<string | undefined> =>
  (
    await sql.query<{ reason: string }>(
      `select reason from network_pause where chain_type = $1 and currency in ('*', $2) and deposit order by currency desc limit 1`,
      [bankChainCode, currency],
    )
  )[0]?.reason

/** The currencies that can be sent by bank now. */
export async function availableBankDepositCurrencies(sql: Sql, app: Pick<AppContext, 'config'>): Promise<ReadonlySet<string>> {
  const open = new Set<string>()
  for (const { currency } of bankDepositTerms)
    if ((await bankPlaceOf(sql, app, currency)) && (await pauseOf(sql, currency)) === undefined) open.add(currency)
  return open
}

/** Where this currency is sent by bank; refuses bankNotOffered {currency}. */
async function offeredBank(sql: Sql, app: Pick<AppContext, 'config'>, currency: string): Promise<PlatformBankAccount> {
  const place = await bankPlaceOf(sql, app, currency)
  if (!place) throw new Refusal('bankNotOffered', { currency })
  return place
}

/** Where this currency is sent by bank now; refuses bankNotOffered {currency}, and networkSuspended {reason} while staff have it paused. */
export async function requireOpenPlatformBankAccount(
  sql: Sql,
  app: Pick<AppContext, 'config'>,
  currency: string,
): Promise<PlatformBankAccount> {
  const place = await offeredBank(sql, app, currency)
  const reason = await pauseOf(sql, currency)
  if (reason !== undefined) throw new Refusal('networkSuspended', { reason })
  return place
}

const ownReference = async (sql: Sql, userId: string): Promise<string | undefined> =>
  (await sql.query<{ reference: string }>('select reference from bank_reference where user_id = $1', [userId]))[0]?.reference

/** What this person writes beside a transfer, made when first asked for. Its last digit checks the others. */
export async function getOrCreateUserDepositReference(sql: Sql, userId: string, nowMs: number): Promise<string> {
  const known = await ownReference(sql, userId)
  if (known !== undefined) return known
  const [next] = await sql.query<{ n: string }>(`select nextval('bank_reference_number') as n`)
  await sql.query('insert into bank_reference (user_id, reference, created_ms) values ($1, $2, $3) on conflict (user_id) do nothing', [
    userId,
    `FL${depositMemoAt(Number(next?.n))}`,
    nowMs,
  ])
  // Of two that ask at once the first's is everybody's.
  const reference = await ownReference(sql, userId)
  if (reference === undefined) throw new Error('the reference was just written')
  return reference
}

/** Whose reference this is, however it was typed; undefined for nobody's. */
export async function ownerOfDepositReference(sql: Sql, text: string): Promise<string | undefined> {
  const [row] = await sql.query<{ user_id: string }>('select user_id from bank_reference where reference = $1', [
    text.replace(/[\s-]/g, '').toUpperCase(),
  ])
  return row?.user_id
}

/** Writes down that somebody says they sent money by bank. Staff look for it on the statement within a day. */
export async function submitBankDepositClaim(
  app: AppContext,
  sql: Sql,
  userId: string,
  { currency, money, voucher }: ValidatedCallInput<typeof deposits.claim>,
  now: Instant,
): Promise<DepositRow> {
  const terms = bankDepositTerms.find((depositCurrency) => depositCurrency.currency === currency)
  // During a pause too: what was sent before it is under way.
  await offeredBank(sql, app, currency)
  if (!terms) throw new Refusal('bankNotOffered', { currency })
  if (compareDecimals(money, terms.min) < 0) throw new Refusal('belowMin', { min: `${terms.min} ${currency}` })
  if (compareDecimals(money, maxDepositClaimAmount) > 0) throw new Refusal('aboveMax', { max: `${maxDepositClaimAmount} ${currency}` })
  if (decimalPlacesOfStep(money) > terms.places) throw new Refusal('validation', { field: 'money', rule: 'scale' })
  // A break from everything gives no new one (docs/rules/protection.md).
  const isOnBreak = await isDepositBlockedByBreak(sql, userId, now)
  const reference = isOnBreak ? ((await ownReference(sql, userId)) ?? '') : await getOrCreateUserDepositReference(sql, userId, now)
  // One claim of a person after the other, so that the limits count each.
  await lockWallet(sql, userId, accountTypes.real)
  if ((await countWaitingDepositClaims(sql, userId)) >= maxOpenDepositClaims)
    throw new Refusal('tooManyClaims', { max: maxOpenDepositClaims })
  const value = usdtValueOf(app.market, currency, money)
  await refuseDepositOverLimit(sql, userId, value, now)
  await attachOwnUploads(sql, userId, voucher, 'voucher', now)
  return insertDeposit(
    sql,
    {
      ...buildBankDeposit(app, { userId, currency, money, reference }),
      value_usdt: value ?? null,
      voucher: [...voucher],
      due_ms: String(now + depositClaimReviewHours * 3_600_000),
    },
    now,
  )
}

/** A deposit by bank as it is kept; its value in USDT is the caller's to say. */
export const buildBankDeposit = (
  app: Pick<AppContext, 'config'>,
  { userId, currency, money, reference }: { userId: string; currency: string; money: DepositRow['money']; reference: string },
) =>
  ({
    user_id: userId,
    currency,
    chain_type: bankChainCode,
    chain: bankChainOf(app),
    money,
    address: reference,
    tx_hash: '',
    log_index: -2,
    need_confirmations: 1,
    source: 'bank',
  }) as const
