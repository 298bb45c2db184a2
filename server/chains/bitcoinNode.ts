import type { ChainName } from '#db/seed/networks.ts'
import type { Config } from '../core/startup/config.ts'
import { parseSmallestUnits } from '../core/exactJson.ts'
import { requireNodeObject, postToChainNode, requireNodeString, parseNodeInteger, WrongChainError } from './nodeRpc.ts'

export const bitcoinFamilyChains = ['bitcoin', 'litecoin', 'dogecoin', 'bitcoincash'] as const
export type BitcoinFamilyChain = (typeof bitcoinFamilyChains)[number]
export const isBitcoinFamilyChain = (chain: ChainName): chain is BitcoinFamilyChain =>
  (bitcoinFamilyChains as readonly ChainName[]).includes(chain)

/** Digits of the smallest unit, on all of them. */
export const bitcoinDecimals = 8

const bitcoinGenesis = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'
/** The first block of each main network. */
const genesisOf: Record<BitcoinFamilyChain, string> = {
  bitcoin: bitcoinGenesis,
  litecoin: '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2',
  dogecoin: '1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691',
  bitcoincash: bitcoinGenesis,
}
/** Bitcoin and Bitcoin Cash begin with the same blocks; this one, of 15 November 2018, only Bitcoin Cash has. */
const cashFork = { number: 556_767, hash: '0000000000000000004626ff6e3b936941d341c5932ece4357eeccac44e6d56c' }

/** The node said no, with its number. */
class BitcoinRpcError extends Error {
  override readonly name = 'BitcoinRpcError'
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}
const notFoundCodes: ReadonlySet<number> = new Set([-5, -8])
const isNotFound = (error: unknown): boolean => error instanceof BitcoinRpcError && notFoundCodes.has(error.code)
/** Nodes before 0.15 take true or false where later ones take a number. */
const isOlder = (error: unknown): boolean => error instanceof BitcoinRpcError && /boolean|bool\b/i.test(error.message)

interface BitcoinOutput {
  /** Its place inside the transaction. */
  at: number
  /** Who can spend it, in hex. Read from the script, so that every spelling of an address is one. */
  script: string
  units: bigint
}

export interface BitcoinTransaction {
  txid: string
  /** New coins, which cannot be spent before they are a hundred or more blocks deep. */
  isNew: boolean
  outputs: BitcoinOutput[]
  /** 0 in no block of the chain. */
  confirmations: number
}

export interface BitcoinBlock {
  number: number
  hash: string
  parent: string | undefined
  transactions: BitcoinTransaction[]
}

function readOutput(value: unknown, what: string): BitcoinOutput {
  const { n, value: amount, scriptPubKey } = requireNodeObject(value, what)
  const units = parseSmallestUnits(requireNodeString(amount, what), bitcoinDecimals)
  const script = requireNodeString(requireNodeObject(scriptPubKey, what)['hex'], what)
  if (units === undefined || !/^([0-9a-f]{2})*$/.test(script)) throw new Error(`${what}: the node answered something else`)
  return { at: parseNodeInteger(n, what), script, units }
}

function readTransaction(value: unknown, what: string): BitcoinTransaction {
  const { txid, vin, vout, confirmations } = requireNodeObject(value, what)
  if (!Array.isArray(vin) || !Array.isArray(vout) || !isHash(txid)) throw new Error(`${what}: the node answered something else`)
  return {
    txid,
    isNew: vin.some((each) => requireNodeObject(each, what)['coinbase'] !== undefined),
    outputs: vout.map((each) => readOutput(each, what)),
    confirmations: confirmations === undefined || confirmations === '-1' ? 0 : parseNodeInteger(confirmations, what),
  }
}

const isHash = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)

function asHash(value: unknown, what: string): string {
  if (!isHash(value)) throw new Error(`${what}: the node answered something else`)
  return value
}

let last = 0

/** Asks a node by JSON-RPC and gives what it answered, unread. */
const createCaller =
  (name: BitcoinFamilyChain, url: string) =>
  async (method: string, ...params: readonly unknown[]): Promise<unknown> => {
    const what = `${name} ${method}`
    const id = ++last
    const { status, body } = await postToChainNode(url, { jsonrpc: '1.0', id, method, params }, what)
    if (status === 401 || status === 403) throw new Error(`${what}: the node refuses the name and password`)
    if (body === undefined) throw new Error(`${what}: status ${status} without an answer`)
    const { result, error, id: answered } = requireNodeObject(body, what)
    if (error !== null && error !== undefined) {
      const { code, message } = requireNodeObject(error, what)
      throw new BitcoinRpcError(Number(code), `${what}: ${String(message)}`)
    }
    if (answered !== String(id)) throw new Error(`${what}: the node answered another question`)
    return result
  }

/** Throws WrongChainError on a node of another chain: a sandbox's has no real coins, any other's is the one it is named for. */
async function assertRightChain(
  name: BitcoinFamilyChain,
  env: Config['env'],
  hashAt: (number: number) => Promise<string | undefined>,
): Promise<void> {
  const genesis = await hashAt(0)
  if (genesis === undefined) throw new Error(`${name} getblockhash: the node has no blocks`)
  if (env === 'sandbox') {
    if (Object.values(genesisOf).includes(genesis)) throw new WrongChainError(`the node of ${name} has real coins, and this is a sandbox`)
    return
  }
  if (genesis !== genesisOf[name]) throw new WrongChainError(`the node of ${name} is on another chain, which begins with ${genesis}`)
  if (genesis !== bitcoinGenesis) return
  const forked = await hashAt(cashFork.number)
  if (forked === undefined) throw new Error(`the node of ${name} does not have block ${cashFork.number} yet`)
  if ((forked === cashFork.hash) !== (name === 'bitcoincash'))
    throw new WrongChainError(`the node of ${name} is on the other chain of the two`)
}

/** A node that speaks the JSON-RPC of Bitcoin Core, as those of Litecoin, Dogecoin and Bitcoin Cash do. Every question may throw. */
export function createBitcoinNodeClient(name: BitcoinFamilyChain, url: string, env: Config['env']) {
  const ask = createCaller(name, url)

  const hashAt = async (number: number): Promise<string | undefined> => {
    try {
      return asHash(await ask('getblockhash', number), `${name} getblockhash`)
    } catch (error) {
      if (isNotFound(error)) return undefined
      throw error
    }
  }

  /** Throws WrongChainError. */
  const refuseWrong = (): Promise<void> => assertRightChain(name, env, hashAt)

  const transaction = async (txid: string, blockHash?: string): Promise<BitcoinTransaction> => {
    const more = blockHash === undefined ? [] : [blockHash]
    const answer = await ask('getrawtransaction', txid, 1, ...more).catch((error: unknown) => {
      if (!isOlder(error)) throw error
      return ask('getrawtransaction', txid, true)
    })
    return readTransaction(answer, `${name} getrawtransaction`)
  }

  /** With everything in it: in one answer where the node can, else transaction by transaction, for which it needs its index of them. */
  const fullBlock = async (hash: string) => {
    const what = `${name} getblock`
    const answer = await ask('getblock', hash, 2).catch((error: unknown) => {
      if (!isOlder(error)) throw error
      return ask('getblock', hash, true)
    })
    const { tx, ...block } = requireNodeObject(answer, what)
    if (!Array.isArray(tx)) throw new Error(`${what}: the node answered something else`)
    const transactions: BitcoinTransaction[] = []
    for (const each of tx) transactions.push(isHash(each) ? await transaction(each) : readTransaction(each, what))
    return { block, transactions }
  }

  return {
    /** The number of the newest block. Throws while the node still catches up, and WrongChainError. */
    head: async (): Promise<number> => {
      await refuseWrong()
      const what = `${name} getblockchaininfo`
      const { blocks, initialblockdownload } = requireNodeObject(await ask('getblockchaininfo'), what)
      if (env === 'production' && initialblockdownload === true) throw new Error(`the node of ${name} still reads its chain`)
      return parseNodeInteger(blocks, what)
    },
    hashAt,
    block: async (number: number): Promise<BitcoinBlock> => {
      const hash = await hashAt(number)
      if (hash === undefined) throw new Error(`${name} has no block ${number}`)
      const { block, transactions } = await fullBlock(hash)
      const what = `${name} getblock`
      if (block['hash'] !== hash || parseNodeInteger(block['height'], what) !== number)
        throw new Error(`${what}: the node answered another block`)
      const parent = block['previousblockhash']
      return { number, hash, parent: parent === undefined ? undefined : asHash(parent, what), transactions }
    },
    /** A transaction by its name; undefined where the node knows none. */
    transaction: async (txid: string): Promise<BitcoinTransaction | undefined> => {
      try {
        return await transaction(txid)
      } catch (error) {
        if (isNotFound(error)) return undefined
        throw error
      }
    },
    refuseWrong,
  }
}
