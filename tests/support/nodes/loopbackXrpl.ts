import { createHash, randomBytes } from 'node:crypto'
import { loopbackNode, type NodeReply } from './loopbackNode.ts'

const random = () => randomBytes(32).toString('hex').toUpperCase()
const digest = (text: string) => createHash('sha256').update(text).digest('hex').toUpperCase()
const partialPayment = 0x0002_0000

/** What a payment of the test carries; amounts in drops, or of another currency. */
interface Payment {
  to: string
  tag?: number
  amount: string | { currency: string; issuer: string; value: string }
  /** What arrives, where that is another amount than was written. */
  delivered?: string | object
  isPartial?: boolean
  result?: string
  type?: string
  /** A node that leaves the delivered amount out of its ledgers, and says it when asked for the transaction. */
  isTerse?: boolean
}

/** A rippled node on the loopback, with the part of its JSON-RPC that is asked here. The test closes its ledgers. */
export async function loopbackXrpl({ network = 1, first = 90_000_000 }: { network?: number | undefined; first?: number } = {}) {
  const seed = random()
  const ledgers = new Map<number, object[]>()
  const missing = new Set<number>()
  let validated = first
  let networkId: number | undefined = network
  let waiting: object[] = []
  ledgers.set(first, [])

  const hashOf = (number: number) => digest(`${seed} ${number}`)
  const no = (error: string, error_message: string) => ({ error, error_code: 1, error_message, status: 'error' })
  const withoutDelivered = ({ metaData, ...tx }: Record<string, unknown>) => {
    const { delivered_amount: _, DeliveredAmount: __, ...rest } = metaData as Record<string, unknown>
    return { ...tx, metaData: rest }
  }
  const methods: Record<string, (params: Record<string, unknown>) => object> = {
    server_info: () => ({
      info: {
        build_version: '2.3.0',
        complete_ledgers: `${first}-${validated}`,
        ...(networkId !== undefined && { network_id: networkId }),
        validated_ledger: { hash: hashOf(validated), seq: validated, age: 2 },
      },
      status: 'success',
    }),
    ledger: ({ ledger_index: index, transactions, expand }) => {
      const number = index === 'validated' ? validated : Number(index)
      const held = ledgers.get(number)
      if (!held || missing.has(number)) return no('lgrNotFound', 'ledgerNotFound')
      const shown = held.map((tx) => ((tx as { isTerse?: boolean }).isTerse ? withoutDelivered(tx as Record<string, unknown>) : tx))
      return {
        ledger: {
          ledger_hash: hashOf(number),
          ledger_index: String(number),
          parent_hash: hashOf(number - 1),
          closed: true,
          ...(transactions === true && { transactions: expand === true ? shown : shown.map((tx) => (tx as { hash: string }).hash) }),
        },
        ledger_hash: hashOf(number),
        ledger_index: number,
        validated: true,
        status: 'success',
      }
    },
    tx: ({ transaction }) => {
      const pending = waiting.find((tx) => (tx as { hash: string }).hash === transaction)
      if (pending) return { ...pending, metaData: undefined, validated: false, status: 'success' }
      for (const [number, held] of ledgers) {
        const found = held.find((tx) => (tx as { hash: string }).hash === transaction) as Record<string, unknown> | undefined
        if (!found) continue
        const { metaData, ...tx } = found
        return { ...tx, meta: metaData, ledger_index: number, validated: true, status: 'success' }
      }
      return no('txnNotFound', 'Transaction not found.')
    },
  }
  const answer = ({ method, params }: Record<string, unknown>): NodeReply => {
    const asked = methods[String(method)]
    const [given] = params as [Record<string, unknown>]
    return { status: 200, body: JSON.stringify({ result: asked ? asked(given) : no('unknownCmd', 'Unknown method.') }) }
  }
  const node = await loopbackNode(answer)
  return {
    ...node,
    /** A transaction for the next ledger; its name. */
    send: ({
      to,
      tag,
      amount,
      delivered = amount,
      isPartial = false,
      result = 'tesSUCCESS',
      type = 'Payment',
      isTerse = false,
    }: Payment) => {
      const hash = random()
      const isDone = result === 'tesSUCCESS'
      waiting.push({
        hash,
        isTerse,
        Account: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
        TransactionType: type,
        Amount: amount,
        Destination: to,
        ...(tag !== undefined && { DestinationTag: tag }),
        Fee: '10',
        Flags: isPartial ? partialPayment : 0,
        Sequence: 7,
        metaData: {
          AffectedNodes: [],
          TransactionIndex: waiting.length,
          TransactionResult: result,
          ...(isDone && isPartial && { DeliveredAmount: delivered }),
          ...(isDone && type === 'Payment' && { delivered_amount: delivered }),
        },
      })
      return hash
    },
    /** Closes and validates ledgers; the first of them holds what waits. */
    close: (count = 1) => {
      for (let n = 0; n < count; n++) {
        validated++
        ledgers.set(validated, waiting)
        waiting = []
      }
    },
    /** A ledger that this node does not have, until it is given back. */
    lose: (number: number) => void missing.add(number),
    find: (number: number) => void missing.delete(number),
    setNetwork: (id: number | undefined) => {
      networkId = id
    },
    get validated() {
      return validated
    },
  }
}
