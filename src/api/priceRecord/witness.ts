import type { RecordProof, SignedHead } from '#contract/calls/fairness.ts'
import type { Shelf } from '#device/database.ts'
import { headText, type Leaf, readLeaf } from '#rules/leaf.ts'
import { isConsistent, rootFromPath } from '#rules/merkle.ts'
import { ApiError, isUnanswered } from '../apiError.ts'
import { isSigned, type PublicKey, sha256 } from './webCrypto.ts'

/** What the record's server is asked; a refusal or no answer is thrown as an ApiError. */
export interface Asks {
  /** Every key that ever signed. */
  keys(): Promise<PublicKey[]>
  head(): Promise<SignedHead>
  proof(symbol: string, sec: number): Promise<RecordProof>
  /** Hashes that show the first `from` of a day's first `to` leaves unchanged. */
  consistency(day: string, from: number, to: number): Promise<readonly string[]>
}

/** What the three ticks stand for: the leaf is of this market and second; it is in the list; the list is signed and only grew. */
export interface Ticks {
  record: boolean
  list: boolean
  signature: boolean
}

export interface CheckedRecord {
  symbol: string
  sec: number
  leaf: Leaf | undefined
  proof: RecordProof
  ticks: Ticks
  /** No answer came: checked again from what this device keeps. */
  isKept: boolean
}

/** What does not fit, with everything needed to show it to others. */
export interface Evidence {
  at: number
  reason: 'record' | 'list' | 'signature' | 'history' | 'shrunk' | 'keys'
  /** The head that this device had seen before. */
  seen?: SignedHead | undefined
  received?: SignedHead | undefined
  proof?: RecordProof | undefined
  consistency?: readonly string[] | undefined
  keys: readonly PublicKey[]
}

export interface Witness {
  /** Proves one second of one market. Throws the ApiError when there is no proof to check. */
  check(symbol: string, sec: number): Promise<CheckedRecord>
  /** Looks at the newest head and compares it with what was seen before. */
  watch(): Promise<SignedHead | undefined>
  newestSeen(): Promise<SignedHead | undefined>
}

interface KeptProof {
  proof: RecordProof
  keys: readonly PublicKey[]
}

const mostProofs = 500
const headName = (day: string): string => `head:${day}`
const proofName = (symbol: string, sec: number): string => `proof:${symbol}:${sec}`

/** Remembers every day's newest head on this device and compares: whoever alters the record later is found out (product §3.3). */
export function createWitness(shelf: Shelf, asks: Asks, onChanged: (evidence: Evidence) => void, now: () => number = Date.now): Witness {
  let keys: readonly PublicKey[] = []
  const tell = (evidence: Omit<Evidence, 'at' | 'keys'>): false => {
    onChanged({ at: now(), keys, ...evidence })
    return false
  }

  const readKeys = async (): Promise<void> => {
    const known = (await shelf.get<PublicKey[]>('keys')) ?? []
    const published = await asks.keys()
    keys = published
    const isMissing = known.some(({ kid }) => !published.some((key) => key.kid === kid))
    if (isMissing) tell({ reason: 'keys' })
    else await shelf.set('keys', published)
  }

  const isSignedHead = async (head: SignedHead): Promise<boolean> => {
    if (!keys.some(({ kid }) => kid === head.kid)) await readKeys()
    const key = keys.find(({ kid }) => kid === head.kid)
    return key !== undefined && isSigned(headText(head), head.sig, key)
  }

  const consistency = async (earlier: SignedHead, later: SignedHead): Promise<readonly string[] | undefined> => {
    try {
      return await asks.consistency(earlier.day, earlier.treeSize, later.treeSize)
    } catch (error) {
      // The server has no such tree any more.
      if (error instanceof ApiError && error.key === 'NOT_FOUND') return undefined
      throw error
    }
  }

  const agrees = async (head: SignedHead): Promise<boolean> => {
    const seen = await shelf.get<SignedHead>(headName(head.day))
    if (!seen) return true
    const [earlier, later] = seen.treeSize <= head.treeSize ? [seen, head] : [head, seen]
    if (earlier.treeSize === later.treeSize) return earlier.root === later.root || tell({ reason: 'history', seen, received: head })
    const path = await consistency(earlier, later)
    if (!path) return tell({ reason: 'shrunk', seen, received: head })
    return (await isConsistent(sha256, earlier, later, path)) || tell({ reason: 'history', seen, received: head, consistency: path })
  }

  const meetNow = async (head: SignedHead): Promise<boolean> => {
    if (!(await isSignedHead(head))) return tell({ reason: 'signature', received: head })
    if (!(await agrees(head))) return false
    const seen = await shelf.get<SignedHead>(headName(head.day))
    if (!seen || seen.treeSize < head.treeSize) await shelf.set(headName(head.day), head)
    return true
  }
  // One after the other, so that no head is overtaken by an older one.
  let last: Promise<unknown> = Promise.resolve()
  const meet = (head: SignedHead): Promise<boolean> => {
    const next = last.then(() => meetNow(head))
    last = next.catch(() => undefined)
    return next
  }

  const inspect = async (
    symbol: string,
    sec: number,
    proof: RecordProof,
  ): Promise<{ leaf: Leaf | undefined; record: boolean; list: boolean }> => {
    const leaf = readLeaf(proof.leaf)
    const root = await rootFromPath(sha256, proof.leaf, proof.leafIndex, proof.head.treeSize, proof.path)
    return {
      leaf,
      record: leaf?.symbol === symbol && leaf.sec === sec,
      list: proof.treeSize === proof.head.treeSize && root === proof.head.root,
    }
  }

  const fresh = async (symbol: string, sec: number, proof: RecordProof): Promise<CheckedRecord> => {
    const { leaf, record, list } = await inspect(symbol, sec, proof)
    const signature = await meet(proof.head)
    if (!record || !list) tell({ reason: record ? 'list' : 'record', received: proof.head, proof })
    const isGood = record && list && signature
    if (isGood) await keepProof(shelf, proofName(symbol, sec), { proof, keys: keys.filter(({ kid }) => kid === proof.head.kid) })
    return { symbol, sec, leaf, proof, ticks: { record, list, signature }, isKept: false }
  }

  const kept = async (symbol: string, sec: number, { proof, keys: own }: KeptProof): Promise<CheckedRecord> => {
    const { leaf, record, list } = await inspect(symbol, sec, proof)
    const key = own.find(({ kid }) => kid === proof.head.kid)
    const signature = key !== undefined && (await isSigned(headText(proof.head), proof.head.sig, key))
    return { symbol, sec, leaf, proof, ticks: { record, list, signature }, isKept: true }
  }

  return {
    check: async (symbol, sec) => {
      try {
        return await fresh(symbol, sec, await asks.proof(symbol, sec))
      } catch (error) {
        const stored = isUnanswered(error) ? await shelf.get<KeptProof>(proofName(symbol, sec)) : undefined
        if (!stored) throw error
        return kept(symbol, sec, stored)
      }
    },
    watch: async () => {
      await readKeys()
      const head = await asks.head()
      return (await meet(head)) ? head : undefined
    },
    newestSeen: async () => {
      const all = await shelf.entries()
      const heads = all.flatMap(([name, value]) => (name.startsWith('head:') ? [value as SignedHead] : []))
      return heads.toSorted((a, b) => b.ms - a.ms)[0]
    },
  }
}

/** Proofs stay until they are deleted, the newest few hundred of them. */
async function keepProof(shelf: Shelf, name: string, kept: KeptProof): Promise<void> {
  const others = (await shelf.entries()).filter(([other]) => other.startsWith('proof:') && other !== name)
  const oldestFirst = others.toSorted(([, a], [, b]) => (a as KeptProof).proof.head.ms - (b as KeptProof).proof.head.ms)
  for (const [other] of oldestFirst.slice(0, Math.max(0, others.length + 1 - mostProofs))) await shelf.remove(other)
  await shelf.set(name, kept)
}
