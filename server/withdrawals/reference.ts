import { formatUnits } from 'viem'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import { type ChainName, networks } from '#db/seed/networks.ts'
import { isMultipleOf, multiply } from '#rules/decimal.ts'
import { scriptOfBitcoinAddress } from '../chains/bitcoinAddress.ts'
import { type BitcoinFamilyChain, bitcoinDecimals, createBitcoinNodeClient, isBitcoinFamilyChain } from '../chains/bitcoinNode.ts'
import type { AppContext } from '../core/appContext.ts'
import { xrpDecimals, createXrplNodeClient } from '../chains/xrplNode.ts'
import { arrivalAmountOf } from './serialize.ts'
import type { WithdrawalRow } from './store.ts'

/** Longer than a node takes to answer a few questions. */
const mostAskingMs = 120_000

const no = (rule: string): never => {
  throw new Refusal('validation', { field: 'reference', rule })
}

/** What is owed in the chain's smallest unit. */
function unitsOwed(row: WithdrawalRow, decimals: number): bigint {
  const units = multiply(arrivalAmountOf(row), `1${'0'.repeat(decimals)}`)
  if (!isMultipleOf(units, '1')) return no(`the chain has no amount as small as ${arrivalAmountOf(row)}`)
  return BigInt(units.split('.')[0] ?? units)
}

async function refuseUnpaidBitcoin(
  chain: BitcoinFamilyChain,
  url: string,
  { config }: AppContext,
  row: WithdrawalRow,
  txid: string,
): Promise<void> {
  const node = createBitcoinNodeClient(chain, url, config.env)
  await node.refuseWrong()
  const sent = await node.transaction(txid)
  if (!sent) return no('the chain has no such transaction')
  const script = scriptOfBitcoinAddress(chain, row.address)
  const paid = sent.outputs.reduce((sum, output) => (output.script === script ? sum + output.units : sum), 0n)
  const owed = unitsOwed(row, bitcoinDecimals)
  if (paid !== owed) return no(wrongAmount(row, formatUnits(paid, bitcoinDecimals)))
  if (sent.confirmations < row.need_confirmations)
    no(`it has ${sent.confirmations} of ${row.need_confirmations} confirmations: try again then`)
}

async function refuseUnpaidXrp(url: string, { config }: AppContext, row: WithdrawalRow, hash: string): Promise<void> {
  const node = createXrplNodeClient(url, config.env)
  await node.refuseWrong()
  const found = await node.payment(hash)
  if (!found) return no('the chain has no such transaction')
  if (!found.isValidated) return no('it is in no validated ledger yet: try again then')
  const { payment } = found
  if (!payment) return no('it is no payment')
  if (payment.result !== 'tesSUCCESS') return no(`it failed (${payment.result}) and delivered nothing`)
  if (payment.to !== row.address) return no('it pays to another address')
  if ((payment.tag ?? '') !== row.memo) return no(`it carries ${payment.tag === undefined ? 'no tag' : `the tag ${payment.tag}`}`)
  const { drops } = payment
  if (typeof drops !== 'bigint') return no('it delivered no XRP')
  if (drops !== unitsOwed(row, xrpDecimals)) no(wrongAmount(row, formatUnits(drops, xrpDecimals)))
}

const wrongAmount = (row: WithdrawalRow, paid: string): string =>
  `it pays ${paid} ${row.currency} to this address, and ${arrivalAmountOf(row)} is owed`

/** Whether a server has followed this chain lately, so that there is a node which this terminal does not know. */
async function isWatchedElsewhere(sql: Sql, chain: ChainName): Promise<boolean> {
  const rows = await sql.query(
    `select from chain_cursor c where chain = $1
       and (until > clock_timestamp() - interval '1 hour' or exists (select from chain_trouble t where t.chain = c.chain))`,
    [chain],
  )
  return rows.length > 0
}

/**
 * Refuses validation unless the chain shows that this transaction of staff's paid exactly what is owed, to whom it is owed, deep enough.
 * Asks nothing about chains without a node, and none of those whose payouts a signer sends. Hold no row meanwhile: nodes take their time.
 */
export async function assertStaffPayoutPaidOnChain(app: AppContext, sql: Sql, row: WithdrawalRow, reference: string): Promise<void> {
  const network = networks.find(({ currency, chainType }) => currency === row.currency && chainType === row.chain_type)
  const chain = network?.chain
  if (chain === undefined || !(isBitcoinFamilyChain(chain) || chain === 'xrpl')) return
  const url = app.config.deposits?.rpcUrls[chain]
  if (url === undefined) {
    if (await isWatchedElsewhere(sql, chain))
      no(`set ${chain === 'xrpl' ? 'XRPL_RPC_URL' : 'BITCOIN_RPC_URLS'} here as for the servers, so that the chain is asked`)
    return
  }
  await sql.query(`select set_config('idle_in_transaction_session_timeout', $1, true)`, [String(mostAskingMs)])
  const check = chain === 'xrpl' ? refuseUnpaidXrp(url, app, row, reference) : refuseUnpaidBitcoin(chain, url, app, row, reference)
  await check.catch((error: unknown) => {
    if (error instanceof Refusal) throw error
    no(`the chain cannot be asked now (${error instanceof Error ? error.message : 'no answer'})`)
  })
}
