import { claimHours, type deposits, mostClaims } from '#contract/calls/deposits.ts'
import type { Asked } from '#contract/call.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { lockWallet } from '#ledger/ledger.ts'
import { book, ledgerScale } from '#contract/constants.ts'
import { compare, scaleOf } from '#rules/decimal.ts'
import { ownFiles } from '#server/uploads/files.ts'
import type { House } from '../house.ts'
import { refuseOverLimit } from '../mayDeposit.ts'
import { networkOf, type OpenNetwork } from '../networks.ts'
import { txHashOf } from '../txHash.ts'
import { usdtValueOf } from '../usdtValue.ts'
import { addressFor, addressGiven } from './addresses.ts'
import { simulatedName } from './chains/simulated.ts'
import type { DepositRow } from './deposit.ts'
import { insertDeposit, lockTransaction, sightingsOf, waitingClaimsOf } from './store.ts'

/** The most that one claim may say, in the currency. */
const mostClaimed = '100000000'

/** Where a transfer on this network is looked for. */
export const chainOf = ({ config }: Pick<House, 'config'>, { chain }: OpenNetwork): string =>
  config.env === 'sandbox' && config.deposits?.rpcUrls[chain] === undefined ? simulatedName : chain

/** Where it should have come to. A network that is closed may owe something to the address that was given before, and gives no new one. */
async function addressOf(house: House, sql: Sql, userId: string, { family, suspended }: OpenNetwork): Promise<string> {
  if (!suspended.deposit) return (await addressFor(house, sql, userId, family)).address
  const given = await addressGiven(house, sql, userId, family)
  if (given === undefined) throw new Refusal('networkSuspended', { reason: suspended.reason })
  return given.address
}

/** Writes down that somebody says they sent something that was not found (call 43). It is decided within a day. */
export async function makeClaim(
  house: House,
  sql: Sql,
  userId: string,
  asked: Asked<typeof deposits.claim>,
  now: Instant,
): Promise<DepositRow> {
  const { currency, chainType, money } = asked
  const network = await networkOf(sql, house, currency, chainType)
  if (compare(money, network.depositMin) < 0) throw new Refusal('belowMin', { min: `${network.depositMin} ${currency}` })
  if (compare(money, mostClaimed) > 0) throw new Refusal('aboveMax', { max: `${mostClaimed} ${currency}` })
  if (scaleOf(money) > Math.min(ledgerScale, network.decimals)) throw new Refusal('validation', { field: 'money', rule: 'scale' })
  const txHash = txHashOf(network.family, asked.txHash)
  if (txHash === undefined) throw new Refusal('validation', { field: 'txHash', rule: 'hash' })
  const address = await addressOf(house, sql, userId, network)
  const chain = chainOf(house, network)
  // One claim of a person after the other, so that the limits count each.
  await lockWallet(sql, userId, book.real)
  if ((await waitingClaimsOf(sql, userId)) >= mostClaims) throw new Refusal('tooManyClaims', { max: mostClaims })
  const value = usdtValueOf(house.market, currency, money)
  await refuseOverLimit(sql, userId, value, now)
  await lockTransaction(sql, chain, txHash)
  const known = await sightingsOf(sql, { chain, tx_hash: txHash, user_id: userId, currency })
  if (known.some(({ status }) => status >= 0)) throw new Refusal('txAlreadyClaimed')
  await ownFiles(sql, userId, asked.voucher, 'voucher', now)
  return insertDeposit(
    sql,
    {
      user_id: userId,
      currency,
      chain_type: chainType,
      chain,
      money,
      value_usdt: value,
      address,
      tx_hash: txHash,
      log_index: -2,
      need_confirmations: network.confirmations,
      source: 'claim',
      voucher: [...asked.voucher],
      due_ms: String(now + claimHours * 3_600_000),
    },
    now,
  )
}
