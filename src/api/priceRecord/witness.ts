import type { PriceRecordProof, SignedPriceRecordHead } from '#contract/calls/fairness.ts'
import type { OfflineTable } from '#device/database.ts'
import { priceRecordHeadSigningText, type PriceRecordLeaf, parsePriceRecordLeaf } from '#rules/leaf.ts'
import { isMerkleTreeConsistent, merkleRootFromPath } from '#rules/merkle.ts'
import { ApiError, isUnansweredError } from '../apiError.ts'
import { verifyServerSignature, type SigningPublicKey, sha256 } from './webCrypto.ts'

/** What the record's server is asked; a refusal or no answer is thrown as an ApiError. */
export interface PriceRecordServerCalls {
  /** Every key that ever signed. */
  keys(): Promise<SigningPublicKey[]>
  head(): Promise<SignedPriceRecordHead>
  proof(symbol: string, sec: number): Promise<PriceRecordProof>
  /** Hashes that show the first `from` of a day's first `to` leaves unchanged. */
  consistency(day: string, from: number, to: number): Promise<readonly string[]>
}

/** What the three ticks stand for: the leaf is of this market and second; it is in the list; the list is signed and only grew. */
export interface PriceRecordProofChecks {
  record: boolean
  list: boolean
  signature: boolean
}

export interface PriceRecordVerification {
  symbol: string
  sec: number
  leaf: PriceRecordLeaf | undefined
  proof: PriceRecordProof
  ticks: PriceRecordProofChecks
  /** No answer came: checked again from what this device keeps. */
  isStored: boolean
}

/** What does not fit, with everything needed to show it to others. */
export interface PriceRecordTamperEvidence {
  at: number
  reason: 'record' | 'list' | 'signature' | 'history' | 'shrunk' | 'keys'
  /** The head that this device had seen before. */
  seen?: SignedPriceRecordHead | undefined
  received?: SignedPriceRecordHead | undefined
  proof?: PriceRecordProof | undefined
  consistency?: readonly string[] | undefined
  keys: readonly SigningPublicKey[]
}

export interface PriceRecordWitness {
  /** Proves one second of one market. Throws the ApiError when there is no proof to check. */
  check(symbol: string, sec: number): Promise<PriceRecordVerification>
  /** Looks at the newest head and compares it with what was seen before. */
  watch(): Promise<SignedPriceRecordHead | undefined>
  newestSeen(): Promise<SignedPriceRecordHead | undefined>
}

interface StoredProof {
  proof: PriceRecordProof
  keys: readonly SigningPublicKey[]
}

const maxStoredProofs = 500
const headKey = (day: string): string => `head:${day}`
const proofKey = (symbol: string, sec: number): string => `proof:${symbol}:${sec}`

/** Remembers every day's newest head on this device and compares: whoever alters the record later is found out (docs/rules/prices.md). */
export function createPriceRecordWitness(
  table: OfflineTable,
  server: PriceRecordServerCalls,
  onChanged: (evidence: PriceRecordTamperEvidence) => void,
  now: () => number = Date.now,
): PriceRecordWitness {
  let keys: readonly SigningPublicKey[] = []
  const reportTamper = (evidence: Omit<PriceRecordTamperEvidence, 'at' | 'keys'>): false => {
    onChanged({ at: now(), keys, ...evidence })
    return false
  }

  const refreshKeys = async (): Promise<void> => {
    const storedKeys = (await table.get<SigningPublicKey[]>('keys')) ?? []
    const published = await server.keys()
    keys = published
    const isMissing = storedKeys.some(({ kid }) => !published.some((key) => key.kid === kid))
    if (isMissing) reportTamper({ reason: 'keys' })
    else await table.set('keys', published)
  }

  const isSignedHead = async (head: SignedPriceRecordHead): Promise<boolean> => {
    if (!keys.some(({ kid }) => kid === head.kid)) await refreshKeys()
    const key = keys.find(({ kid }) => kid === head.kid)
    return key !== undefined && verifyServerSignature(priceRecordHeadSigningText(head), head.sig, key)
  }

  const consistency = async (earlier: SignedPriceRecordHead, later: SignedPriceRecordHead): Promise<readonly string[] | undefined> => {
    try {
      return await server.consistency(earlier.day, earlier.treeSize, later.treeSize)
    } catch (error) {
      // The server has no such tree any more.
      if (error instanceof ApiError && error.key === 'NOT_FOUND') return undefined
      throw error
    }
  }

  const matchesStoredHead = async (head: SignedPriceRecordHead): Promise<boolean> => {
    const storedHead = await table.get<SignedPriceRecordHead>(headKey(head.day))
    if (!storedHead) return true
    const [earlier, later] = storedHead.treeSize <= head.treeSize ? [storedHead, head] : [head, storedHead]
    if (earlier.treeSize === later.treeSize)
      return earlier.root === later.root || reportTamper({ reason: 'history', seen: storedHead, received: head })
    const path = await consistency(earlier, later)
    if (!path) return reportTamper({ reason: 'shrunk', seen: storedHead, received: head })
    return (
      (await isMerkleTreeConsistent(sha256, earlier, later, path)) ||
      reportTamper({ reason: 'history', seen: storedHead, received: head, consistency: path })
    )
  }

  const acceptHead = async (head: SignedPriceRecordHead): Promise<boolean> => {
    if (!(await isSignedHead(head))) return reportTamper({ reason: 'signature', received: head })
    if (!(await matchesStoredHead(head))) return false
    const storedHead = await table.get<SignedPriceRecordHead>(headKey(head.day))
    if (!storedHead || storedHead.treeSize < head.treeSize) await table.set(headKey(head.day), head)
    return true
  }
  // One after the other, so that no head is overtaken by an older one.
  let lastAcceptance: Promise<unknown> = Promise.resolve()
  const acceptHeadInTurn = (head: SignedPriceRecordHead): Promise<boolean> => {
    const acceptance = lastAcceptance.then(() => acceptHead(head))
    lastAcceptance = acceptance.catch(() => undefined)
    return acceptance
  }

  const inspect = async (
    symbol: string,
    sec: number,
    proof: PriceRecordProof,
  ): Promise<{ leaf: PriceRecordLeaf | undefined; record: boolean; list: boolean }> => {
    const leaf = parsePriceRecordLeaf(proof.leaf)
    const root = await merkleRootFromPath(sha256, proof.leaf, proof.leafIndex, proof.head.treeSize, proof.path)
    return {
      leaf,
      record: leaf?.symbol === symbol && leaf.sec === sec,
      list: proof.treeSize === proof.head.treeSize && root === proof.head.root,
    }
  }

  const checkServerProof = async (symbol: string, sec: number, proof: PriceRecordProof): Promise<PriceRecordVerification> => {
    const { leaf, record, list } = await inspect(symbol, sec, proof)
    const signature = await acceptHeadInTurn(proof.head)
    if (!record || !list) reportTamper({ reason: record ? 'list' : 'record', received: proof.head, proof })
    const isValid = record && list && signature
    if (isValid) await storeProof(table, proofKey(symbol, sec), { proof, keys: keys.filter(({ kid }) => kid === proof.head.kid) })
    return { symbol, sec, leaf, proof, ticks: { record, list, signature }, isStored: false }
  }

  const checkStoredProof = async (symbol: string, sec: number, { proof, keys: own }: StoredProof): Promise<PriceRecordVerification> => {
    const { leaf, record, list } = await inspect(symbol, sec, proof)
    const key = own.find(({ kid }) => kid === proof.head.kid)
    const signature = key !== undefined && (await verifyServerSignature(priceRecordHeadSigningText(proof.head), proof.head.sig, key))
    return { symbol, sec, leaf, proof, ticks: { record, list, signature }, isStored: true }
  }

  return {
    check: async (symbol, sec) => {
      try {
        return await checkServerProof(symbol, sec, await server.proof(symbol, sec))
      } catch (error) {
        const stored = isUnansweredError(error) ? await table.get<StoredProof>(proofKey(symbol, sec)) : undefined
        if (!stored) throw error
        return checkStoredProof(symbol, sec, stored)
      }
    },
    watch: async () => {
      await refreshKeys()
      const head = await server.head()
      return (await acceptHeadInTurn(head)) ? head : undefined
    },
    newestSeen: async () => {
      const all = await table.entries()
      const heads = all.flatMap(([name, value]) => (name.startsWith('head:') ? [value as SignedPriceRecordHead] : []))
      return heads.toSorted((a, b) => b.ms - a.ms)[0]
    },
  }
}

/** Proofs stay until they are deleted, the newest few hundred of them. */
async function storeProof(table: OfflineTable, name: string, stored: StoredProof): Promise<void> {
  const otherProofs = (await table.entries()).filter(([otherKey]) => otherKey.startsWith('proof:') && otherKey !== name)
  const oldestFirst = otherProofs.toSorted(([, a], [, b]) => (a as StoredProof).proof.head.ms - (b as StoredProof).proof.head.ms)
  for (const [otherKey] of oldestFirst.slice(0, Math.max(0, otherProofs.length + 1 - maxStoredProofs))) await table.remove(otherKey)
  await table.set(name, stored)
}
