import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { divide, multiply, truncate } from '../decimal.ts'
import { merkleLeafPreimage, merkleNodePreimage, merkleRootFromPath, type Sha256Function, merkleSplitSize, hexOfBytes } from '../merkle.ts'

// The draw of a token subscription (docs/rules/token-sales.md): the server does it with these functions, the phone does it again with them.

/** What takes part: the id of an order and how many tokens it asked for. */
export interface IeoApplication {
  orderId: string
  num: Decimal
}

export interface IeoDrawTerms {
  supply: Decimal
  /** The most that one application wins. */
  cap: Decimal
  /** Tokens are given in whole lots. */
  lot: Decimal
}

type Bytes = Uint8Array<ArrayBuffer>

const fromHex = (hex: string): Bytes => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const join = (...parts: Bytes[]): Bytes => Uint8Array.from(parts.flatMap((part) => [...part]))

/** How an application is hashed: `ieo-v1|project|order|tokens`. Leaves are in order of the orders' ids. */
export const ieoApplicationLeafText = (ieoId: string, { orderId, num }: IeoApplication): string => `ieo-v1|${ieoId}|${orderId}|${num}`

/** Hex root over the leaves; of none, the hash of nothing. */
export async function ieoApplicationsRoot(sha256: Sha256Function, leaves: readonly string[]): Promise<string> {
  const hashes: Bytes[] = []
  for (const leaf of leaves) hashes.push(await sha256(merkleLeafPreimage(leaf)))
  const hashRange = async (start: number, end: number): Promise<Bytes> => {
    if (end === start) return sha256(new Uint8Array(0))
    if (end - start === 1) return hashes[start] as Bytes
    const split = start + merkleSplitSize(end - start)
    return sha256(merkleNodePreimage(await hashRange(start, split), await hashRange(split, end)))
  }
  return hexOfBytes(await hashRange(0, hashes.length))
}

/** The hash of the secret that is published before applications end. Both are hex. */
export const ieoSecretHash = async (sha256: Sha256Function, secret: string): Promise<string> => hexOfBytes(await sha256(fromHex(secret)))

/** SHA-256(secret ‖ root of the applications ‖ root of the price record), each as its 32 bytes; all hex. */
export const ieoDrawSeed = async (sha256: Sha256Function, secret: string, root: string, priceRoot: string): Promise<string> =>
  hexOfBytes(await sha256(join(fromHex(secret), fromHex(root), fromHex(priceRoot))))

/** How many whole lots are in an amount. */
const lotCount = (amount: Decimal, lot: Decimal): bigint => BigInt(truncate(divide(amount, lot), 0))

interface LotShare {
  orderId: string
  lots: bigint
  /** What is left of its exact share beyond the whole lots; all that are compared have the same denominator. */
  remainder: bigint
}

/**
 * What each application wins, in the order given (docs/rules/token-sales.md). Is there enough, everyone gets the smaller of what was asked and the cap.
 * Otherwise pro rata by what was asked; what somebody would get above the cap goes to the others, until none is above it; whole lots; the
 * lots left over go to the largest remainders, ties to the smaller SHA-256(seed ‖ order id).
 */
export async function computeIeoAllocations(
  sha256: Sha256Function,
  { supply, cap, lot }: IeoDrawTerms,
  seed: string,
  applications: readonly IeoApplication[],
): Promise<Decimal[]> {
  const maxLots = lotCount(cap, lot)
  const all = lotCount(supply, lot)
  const requests = applications.map(({ orderId, num }) => ({ orderId, num: lotCount(num, lot) }))
  const cappedRequests = requests.map(({ num }) => (num < maxLots ? num : maxLots))
  const isUndersubscribed = cappedRequests.reduce((sum, lots) => sum + lots, 0n) <= all
  const wonLots = isUndersubscribed ? cappedRequests : await allocateLots(sha256, requests, maxLots, all, seed)
  return wonLots.map((lots) => asDecimal(multiply(String(lots), lot)))
}

async function allocateLots(
  sha256: Sha256Function,
  requests: readonly { orderId: string; num: bigint }[],
  maxLots: bigint,
  all: bigint,
  seed: string,
): Promise<bigint[]> {
  const wonLots = requests.map(() => 0n)
  // Whoever asked for more gets more: once the largest is not above the cap, nobody is.
  const indexesBySize = requests.map((_, at) => at).toSorted((a, b) => compare(requests[b]!.num, requests[a]!.num))
  let remainingLots = all
  let weight = requests.reduce((sum, { num }) => sum + num, 0n)
  let cappedCount = 0
  for (const at of indexesBySize) {
    if (remainingLots * requests[at]!.num < maxLots * weight) break
    wonLots[at] = maxLots
    remainingLots -= maxLots
    weight -= requests[at]!.num
    cappedCount++
  }
  const shares = indexesBySize.slice(cappedCount).map((at): LotShare & { at: number } => {
    const { orderId, num } = requests[at]!
    return { at, orderId, lots: (remainingLots * num) / weight, remainder: (remainingLots * num) % weight }
  })
  const leftoverLots = remainingLots - shares.reduce((sum, { lots }) => sum + lots, 0n)
  const drawnOrderIds = await drawLargestRemainders(sha256, shares, Number(leftoverLots), seed)
  for (const { at, orderId, lots } of shares) wonLots[at] = lots + (drawnOrderIds.has(orderId) ? 1n : 0n)
  return wonLots
}

/** The so many with the largest remainders; only those of a tie at the end are told apart by their hashes. */
async function drawLargestRemainders(
  sha256: Sha256Function,
  shares: readonly LotShare[],
  count: number,
  seed: string,
): Promise<ReadonlySet<string>> {
  const sorted = shares.toSorted((a, b) => compare(b.remainder, a.remainder))
  const lastDrawn = sorted[count - 1]
  if (!lastDrawn) return new Set()
  const certain = sorted.filter(({ remainder }) => remainder > lastDrawn.remainder)
  const tied: { orderId: string; hash: string }[] = []
  for (const { orderId } of sorted.filter(({ remainder }) => remainder === lastDrawn.remainder))
    tied.push({ orderId, hash: await lotHash(sha256, seed, orderId) })
  const drawn = tied.toSorted((a, b) => (a.hash < b.hash ? -1 : 1)).slice(0, count - certain.length)
  return new Set([...certain, ...drawn].map(({ orderId }) => orderId))
}

const lotHash = async (sha256: Sha256Function, seed: string, orderId: string): Promise<string> =>
  hexOfBytes(await sha256(join(fromHex(seed), new TextEncoder().encode(orderId))))

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)

/** A published draw, as far as it is drawn again. */
export interface PublishedIeoDraw extends IeoDrawTerms {
  ieoId: string
  secretHash: string
  secret: string
  root: string
  priceRoot: string
  seed: string
  all: readonly (readonly [orderId: string, asked: Decimal, won: Decimal])[]
}

/** What holds of a published draw, each found by computing it here. */
export interface IeoDrawVerification {
  /** The secret is the one whose hash was published before applications ended. */
  isSecret: boolean
  /** The applications are those of the root. */
  isRoot: boolean
  /** The seed follows from secret and roots. */
  isSeed: boolean
  /** Drawn with that seed, everyone wins what was published. */
  isResult: boolean
  /** What each order wins when drawn here. */
  won: ReadonlyMap<string, Decimal>
}

/** Draws again. The price record's root itself is checked against the record, like any other of its roots. */
export async function verifyIeoDraw(sha256: Sha256Function, draw: PublishedIeoDraw): Promise<IeoDrawVerification> {
  const applications = draw.all.map(([orderId, num]): IeoApplication => ({ orderId, num }))
  const leaves = applications.map((one) => ieoApplicationLeafText(draw.ieoId, one))
  const isInOrder = applications.every(({ orderId }, at) => at === 0 || BigInt(applications[at - 1]!.orderId) < BigInt(orderId))
  const root = await ieoApplicationsRoot(sha256, leaves)
  const seed = await ieoDrawSeed(sha256, draw.secret, root, draw.priceRoot)
  const won = await computeIeoAllocations(sha256, draw, seed, applications)
  return {
    isSecret: (await ieoSecretHash(sha256, draw.secret)) === draw.secretHash,
    isRoot: isInOrder && root === draw.root,
    isSeed: seed === draw.seed,
    isResult: draw.all.every(([, , published], at) => published === won[at]),
    won: new Map(applications.map(({ orderId }, at) => [orderId, won[at]!])),
  }
}

/** Whether the way from an application leads to the published root. */
export const isIeoApplicationIncluded = async (
  sha256: Sha256Function,
  { ieoId, root, all }: Pick<PublishedIeoDraw, 'ieoId' | 'root' | 'all'>,
  leafIndex: number,
  path: readonly string[],
): Promise<boolean> => {
  const [orderId, num] = all[leafIndex] ?? []
  if (orderId === undefined || num === undefined) return false
  return (await merkleRootFromPath(sha256, ieoApplicationLeafText(ieoId, { orderId, num }), leafIndex, all.length, path)) === root
}
