import { createHash, randomBytes } from 'node:crypto'
import type { BitcoinFamilyChain } from '#server/chains/bitcoinNode.ts'
import { scriptOfBitcoinAddress } from '#server/chains/bitcoinAddress.ts'
import { loopbackNode, type NodeReply } from './loopbackNode.ts'

/** An amount is the text of a JSON number, as a node of the family writes it. */
interface Output {
  to: string
  amount: string
}
interface Transaction {
  txid: string
  isNew: boolean
  outputs: Output[]
}
interface Block {
  hash: string
  txs: Transaction[]
}

const regtestGenesis = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206'
const random = () => randomBytes(32).toString('hex')
const digest = (text: string) => createHash('sha256').update(text).digest('hex')

interface Wanted {
  chain?: BitcoinFamilyChain
  genesis?: string
  /** As nodes from before 0.15: `getblock` takes true or false, and never gives whole transactions. */
  isOlder?: boolean
  user?: string
}

/**
 * A node of the Bitcoin family on the loopback, with the part of its JSON-RPC that is asked here: errors with status 500 as theirs,
 * amounts as number literals. Its blocks are made by the test, and taken away when told.
 */
export async function loopbackBitcoin({
  chain = 'bitcoin',
  genesis = regtestGenesis,
  isOlder = false,
  user = 'rpc:s%40cret',
}: Wanted = {}) {
  /** By number. Blocks far up stand alone, for checks of old ones. */
  const blocks = new Map<number, Block>([[0, { hash: genesis, txs: [] }]])
  let tip = 0
  let pool: Transaction[] = []
  let branch = random()

  const vout = ({ to, amount }: Output, n: number) => ({
    value: `@@${amount}@@`,
    n,
    scriptPubKey: { hex: scriptOfBitcoinAddress(chain, to) },
  })
  const whole = ({ txid, isNew, outputs }: Transaction) => ({
    txid,
    vin: isNew ? [{ coinbase: '03', sequence: 1 }] : [{ txid: digest(txid), vout: 0 }],
    vout: outputs.map(vout),
  })
  const placeOf = (txid: string) => {
    for (const [number, block] of blocks) {
      const tx = block.txs.find((each) => each.txid === txid)
      if (tx) return { number, block, tx }
    }
    return undefined
  }
  class No extends Error {
    readonly code: number
    constructor(code: number, message: string) {
      super(message)
      this.code = code
    }
  }
  const methods: Record<string, (...params: unknown[]) => unknown> = {
    getblockcount: () => tip,
    getblockchaininfo: () => ({
      chain: 'main',
      blocks: tip,
      headers: tip,
      bestblockhash: blocks.get(tip)?.hash,
      initialblockdownload: false,
    }),
    getblockhash: (number) => {
      const block = blocks.get(Number(number))
      if (!block) throw new No(-8, 'Block height out of range')
      return block.hash
    },
    getblock: (hash, verbosity) => {
      if (isOlder && typeof verbosity !== 'boolean') throw new No(-1, 'JSON value is not a boolean as expected')
      const found = [...blocks].find(([, block]) => block.hash === hash)
      if (!found) throw new No(-5, 'Block not found')
      const [height, { txs }] = found
      const previousblockhash = blocks.get(height - 1)?.hash
      return {
        hash,
        height,
        ...(previousblockhash && { previousblockhash }),
        tx: verbosity === 2 ? txs.map(whole) : txs.map((tx) => tx.txid),
      }
    },
    getrawtransaction: (txid) => {
      const waiting = pool.find((tx) => tx.txid === txid)
      if (waiting) return whole(waiting)
      const found = placeOf(String(txid))
      if (!found) throw new No(-5, 'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.')
      return { ...whole(found.tx), blockhash: found.block.hash, confirmations: tip - found.number + 1 }
    },
  }
  const answer = ({ method, params, id }: Record<string, unknown>): NodeReply => {
    try {
      const asked = methods[String(method)]
      if (!asked) return { status: 404, body: JSON.stringify({ result: null, error: { code: -32601, message: 'Method not found' }, id }) }
      const body = JSON.stringify({ result: asked(...(params as unknown[])), error: null, id })
      return { status: 200, body: body.replaceAll(/"@@([^"]*)@@"/g, '$1') }
    } catch (error) {
      if (!(error instanceof No)) throw error
      return { status: 500, body: JSON.stringify({ result: null, error: { code: error.code, message: error.message }, id }) }
    }
  }
  const node = await loopbackNode(answer, decodeURIComponent(user))
  const seal = (txs: Transaction[]) => {
    tip++
    blocks.set(tip, { hash: digest(`${branch} ${tip} ${genesis} ${chain}`), txs })
  }
  return {
    ...node,
    url: `http://${user}@127.0.0.1:${node.port}`,
    /** A transaction that waits for the next block, with these outputs in order; its name. */
    send: (...outputs: [to: string, amount: string][]): string => {
      const tx = { txid: random(), isNew: false, outputs: outputs.map(([to, amount]) => ({ to, amount })) }
      pool.push(tx)
      return tx.txid
    },
    /** New coins to this address, as the first transaction of the next block. */
    reward: (to: string, amount: string): string => {
      const tx = { txid: random(), isNew: true, outputs: [{ to, amount }] }
      pool.unshift(tx)
      return tx.txid
    },
    mine: (count = 1) => {
      for (let n = 0; n < count; n++) seal(pool.splice(0))
    },
    /** Takes the newest blocks away; what they held waits again when `keep`, and is gone otherwise. Others stand in their place. */
    reorganise: (count: number, keep: boolean) => {
      branch = random()
      const gone: Transaction[] = []
      for (let n = 0; n < count; n++) {
        gone.unshift(...(blocks.get(tip)?.txs ?? []))
        blocks.delete(tip)
        tip--
      }
      for (let n = 0; n < count; n++) seal([])
      pool = keep ? [...gone, ...pool] : pool
    },
    /** What this node says the hash of an old block is. */
    setOldBlock: (number: number, hash: string) => void blocks.set(number, { hash, txs: [] }),
    get tip() {
      return tip
    },
  }
}
