import type { Config } from '../core/startup/config.ts'
import { requireNodeObject, postToChainNode, requireNodeString, parseNodeInteger, WrongChainError } from './nodeRpc.ts'

/** Digits of a drop. */
export const xrpDecimals = 6

const mainNetwork = '0'
/** Of `Flags`: the receiver may get less than `Amount` says. */
const isPartial = (flags: unknown): boolean => typeof flags === 'string' && (BigInt(flags) & 0x0002_0000n) !== 0n

class XrplRpcError extends Error {
  override readonly name = 'XrplRpcError'
  readonly error: string
  constructor(error: string, message: string) {
    super(message)
    this.error = error
  }
}
const isError = (error: unknown, name: string): boolean => error instanceof XrplRpcError && error.error === name

/** A payment in a validated ledger. */
export interface XrplPayment {
  hash: string
  /** Whether the ledger carried it out; one that failed is in a ledger too. */
  result: string
  to: string
  tag: string | undefined
  /**
   * What arrived, in drops: never what `Amount` says, which a partial payment does not deliver. Undefined where it was no XRP, 'unsaid' where
   * the node left it out.
   */
  drops: bigint | undefined | 'unsaid'
}

export interface XrplLedger {
  number: number
  hash: string
  parent: string
  payments: XrplPayment[]
}

const isHash = (value: unknown): value is string => typeof value === 'string' && /^[0-9A-F]{64}$/.test(value)
function asHash(value: unknown, what: string): string {
  if (!isHash(value)) throw new Error(`${what}: the node answered something else`)
  return value
}

/** What is a payment of a transaction's fields and metadata; undefined for every other kind. */
function readPayment(fields: Readonly<Record<string, unknown>>, meta: Readonly<Record<string, unknown>>, hash: string, what: string) {
  if (fields['TransactionType'] !== 'Payment') return undefined
  const tag = fields['DestinationTag']
  const payment: XrplPayment = {
    hash,
    result: requireNodeString(meta['TransactionResult'], what),
    to: requireNodeString(fields['Destination'], what),
    tag: tag === undefined ? undefined : String(parseNodeInteger(tag, what)),
    drops: deliveredOf(fields, meta),
  }
  return payment
}

function deliveredOf(fields: Readonly<Record<string, unknown>>, meta: Readonly<Record<string, unknown>>): XrplPayment['drops'] {
  const delivered = meta['delivered_amount'] ?? meta['DeliveredAmount']
  if (delivered !== undefined) return dropsOf(delivered)
  // Without that word a payment that cannot be partial has delivered what it says.
  return isPartial(fields['Flags']) ? 'unsaid' : dropsOf(fields['Amount'])
}

/** Drops are a text of digits; everything else is another currency, or an old ledger's "unavailable". */
const dropsOf = (amount: unknown): bigint | undefined =>
  typeof amount === 'string' && /^\d{1,18}$/.test(amount) ? BigInt(amount) : undefined

/** A node of the XRP Ledger that speaks rippled's JSON-RPC. Every question may throw. */
export function createXrplNodeClient(url: string, env: Config['env']) {
  const ask = async (method: string, params: object): Promise<Readonly<Record<string, unknown>>> => {
    const what = `xrpl ${method}`
    const { status, body } = await postToChainNode(url, { method, params: [{ api_version: 1, ...params }] }, what)
    if (status === 401 || status === 403) throw new Error(`${what}: the node refuses the name and password`)
    if (body === undefined) throw new Error(`${what}: status ${status} without an answer`)
    const result = requireNodeObject(requireNodeObject(body, what)['result'], what)
    if (result['status'] === 'error' || result['error'] !== undefined)
      throw new XrplRpcError(String(result['error']), `${what}: ${String(result['error_message'] ?? result['error'])}`)
    return result
  }

  /** Throws WrongChainError on a node of another network: a sandbox's has no real coins, any other's is the main one. */
  const refuseWrong = async (): Promise<void> => {
    const { network_id: network } = requireNodeObject((await ask('server_info', {}))['info'], 'xrpl server_info')
    if (network === undefined) throw new Error('the node of xrpl does not say which network it is on')
    if (env === 'sandbox' && network === mainNetwork) throw new WrongChainError('the node of xrpl has real coins, and this is a sandbox')
    if (env === 'production' && network !== mainNetwork)
      throw new WrongChainError(`the node of xrpl is on network ${String(network)}, not on 0`)
  }

  const ledgerOf = async (index: number | 'validated', isWhole: boolean) => {
    const what = 'xrpl ledger'
    const result = await ask('ledger', { ledger_index: index, transactions: isWhole, expand: isWhole })
    if (result['validated'] !== true) throw new Error(`${what}: the node answered a ledger that is not validated`)
    const ledger = requireNodeObject(result['ledger'], what)
    const number = parseNodeInteger(ledger['ledger_index'] ?? result['ledger_index'], what)
    if (index !== 'validated' && number !== index) throw new Error(`${what}: the node answered another ledger`)
    return { number, hash: asHash(ledger['ledger_hash'] ?? result['ledger_hash'], what), ledger }
  }
  const head = async (): Promise<number> => (await ledgerOf('validated', false)).number

  const payment = async (hash: string) => {
    const what = 'xrpl tx'
    const result = await ask('tx', { transaction: hash, binary: false }).catch((error: unknown) => {
      if (isError(error, 'txnNotFound')) return undefined
      throw error
    })
    if (result === undefined) return undefined
    if (result['hash'] !== hash) throw new Error(`${what}: the node answered another transaction`)
    const isValidated = result['validated'] === true
    const fields = requireNodeObject(result['tx_json'] ?? result, what)
    return { isValidated, payment: isValidated ? readPayment(fields, requireNodeObject(result['meta'], what), hash, what) : undefined }
  }

  return {
    /** The number of the newest validated ledger. Throws WrongChainError. */
    head: async (): Promise<number> => {
      await refuseWrong()
      return head()
    },
    /** Undefined for a ledger that is not validated yet. Throws for an older one that this node does not have: that is no proof of anything. */
    hashAt: async (number: number): Promise<string | undefined> => {
      if (number > (await head())) return undefined
      return (await ledgerOf(number, false)).hash
    },
    ledger: async (number: number): Promise<XrplLedger> => {
      const what = 'xrpl ledger'
      const { hash, ledger } = await ledgerOf(number, true)
      return { number, hash, parent: asHash(ledger['parent_hash'], what), payments: paymentsIn(ledger['transactions'], what) }
    },
    /** A transaction by its name; undefined where the node knows none. `payment` is there once it is validated, if it is one. */
    payment,
    refuseWrong,
  }
}

function paymentsIn(transactions: unknown, what: string) {
  if (!Array.isArray(transactions)) throw new Error(`${what}: the node answered something else`)
  return transactions.flatMap((each) => {
    const tx = requireNodeObject(each, what)
    const name = asHash(tx['hash'] ?? requireNodeObject(tx['tx_json'] ?? {}, what)['hash'], what)
    return (
      readPayment(requireNodeObject(tx['tx_json'] ?? tx, what), requireNodeObject(tx['metaData'] ?? tx['meta'], what), name, what) ?? []
    )
  })
}
