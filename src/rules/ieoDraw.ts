import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { divide, multiply, truncate } from './decimal.ts'
import { leafBytes, nodeBytes, rootFromPath, type Sha256, splitOf, toHex } from './merkle.ts'

// The draw of a token subscription (product §2.11): the server does it with these functions, the phone does it again with them.

/** What takes part: the id of an order and how many tokens it asked for. */
export interface Application {
  orderId: string
  num: Decimal
}

export interface DrawTerms {
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
export const applicationLeaf = (ieoId: string, { orderId, num }: Application): string => `ieo-v1|${ieoId}|${orderId}|${num}`

/** Hex root over the leaves; of none, the hash of nothing. */
export async function applicationsRoot(sha256: Sha256, leaves: readonly string[]): Promise<string> {
  const hashes: Bytes[] = []
  for (const leaf of leaves) hashes.push(await sha256(leafBytes(leaf)))
  const over = async (start: number, end: number): Promise<Bytes> => {
    if (end === start) return sha256(new Uint8Array(0))
    if (end - start === 1) return hashes[start] as Bytes
    const split = start + splitOf(end - start)
    return sha256(nodeBytes(await over(start, split), await over(split, end)))
  }
  return toHex(await over(0, hashes.length))
}

/** The hash of the secret that is published before applications end. Both are hex. */
export const secretHashOf = async (sha256: Sha256, secret: string): Promise<string> => toHex(await sha256(fromHex(secret)))

/** SHA-256(secret ‖ root of the applications ‖ root of the price record), each as its 32 bytes; all hex. */
export const seedOf = async (sha256: Sha256, secret: string, root: string, priceRoot: string): Promise<string> =>
  toHex(await sha256(join(fromHex(secret), fromHex(root), fromHex(priceRoot))))

/** How many whole lots are in an amount. */
const lotsIn = (amount: Decimal, lot: Decimal): bigint => BigInt(truncate(divide(amount, lot), 0))

interface Share {
  orderId: string
  lots: bigint
  /** What is left of its exact share beyond the whole lots; all that are compared have the same denominator. */
  rest: bigint
}

/**
 * What each application wins, in the order given (product §2.11). Is there enough, everyone gets the smaller of what was asked and the cap.
 * Otherwise pro rata by what was asked; what somebody would get above the cap goes to the others, until none is above it; whole lots; the
 * lots left over go to the largest remainders, ties to the smaller SHA-256(seed ‖ order id).
 */
export async function drawIeo(
  sha256: Sha256,
  { supply, cap, lot }: DrawTerms,
  seed: string,
  applications: readonly Application[],
): Promise<Decimal[]> {
  const most = lotsIn(cap, lot)
  const all = lotsIn(supply, lot)
  const asked = applications.map(({ orderId, num }) => ({ orderId, num: lotsIn(num, lot) }))
  const wanted = asked.map(({ num }) => (num < most ? num : most))
  const isEnough = wanted.reduce((sum, lots) => sum + lots, 0n) <= all
  const won = isEnough ? wanted : await shared(sha256, asked, most, all, seed)
  return won.map((lots) => asDecimal(multiply(String(lots), lot)))
}

async function shared(
  sha256: Sha256,
  asked: readonly { orderId: string; num: bigint }[],
  most: bigint,
  all: bigint,
  seed: string,
): Promise<bigint[]> {
  const won = asked.map(() => 0n)
  // Whoever asked for more gets more: once the largest is not above the cap, nobody is.
  const bySize = asked.map((_, at) => at).toSorted((a, b) => compare(asked[b]!.num, asked[a]!.num))
  let left = all
  let weight = asked.reduce((sum, { num }) => sum + num, 0n)
  let capped = 0
  for (const at of bySize) {
    if (left * asked[at]!.num < most * weight) break
    won[at] = most
    left -= most
    weight -= asked[at]!.num
    capped++
  }
  const shares = bySize.slice(capped).map((at): Share & { at: number } => {
    const { orderId, num } = asked[at]!
    return { at, orderId, lots: (left * num) / weight, rest: (left * num) % weight }
  })
  const over = left - shares.reduce((sum, { lots }) => sum + lots, 0n)
  const lucky = await largestRests(sha256, shares, Number(over), seed)
  for (const { at, orderId, lots } of shares) won[at] = lots + (lucky.has(orderId) ? 1n : 0n)
  return won
}

/** The so many with the largest remainders; only those of a tie at the end are told apart by their hashes. */
async function largestRests(sha256: Sha256, shares: readonly Share[], count: number, seed: string): Promise<ReadonlySet<string>> {
  const sorted = shares.toSorted((a, b) => compare(b.rest, a.rest))
  const last = sorted[count - 1]
  if (!last) return new Set()
  const sure = sorted.filter(({ rest }) => rest > last.rest)
  const tied: { orderId: string; hash: string }[] = []
  for (const { orderId } of sorted.filter(({ rest }) => rest === last.rest))
    tied.push({ orderId, hash: await lotHash(sha256, seed, orderId) })
  const chosen = tied.toSorted((a, b) => (a.hash < b.hash ? -1 : 1)).slice(0, count - sure.length)
  return new Set([...sure, ...chosen].map(({ orderId }) => orderId))
}

const lotHash = async (sha256: Sha256, seed: string, orderId: string): Promise<string> =>
  toHex(await sha256(join(fromHex(seed), new TextEncoder().encode(orderId))))

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)

/** A published draw, as far as it is drawn again. */
export interface PublishedDraw extends DrawTerms {
  ieoId: string
  secretHash: string
  secret: string
  root: string
  priceRoot: string
  seed: string
  all: readonly (readonly [orderId: string, asked: Decimal, won: Decimal])[]
}

/** What holds of a published draw, each found by computing it here. */
export interface Redrawn {
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
export async function redraw(sha256: Sha256, draw: PublishedDraw): Promise<Redrawn> {
  const applications = draw.all.map(([orderId, num]): Application => ({ orderId, num }))
  const leaves = applications.map((one) => applicationLeaf(draw.ieoId, one))
  const isInOrder = applications.every(({ orderId }, at) => at === 0 || BigInt(applications[at - 1]!.orderId) < BigInt(orderId))
  const root = await applicationsRoot(sha256, leaves)
  const seed = await seedOf(sha256, draw.secret, root, draw.priceRoot)
  const won = await drawIeo(sha256, draw, seed, applications)
  return {
    isSecret: (await secretHashOf(sha256, draw.secret)) === draw.secretHash,
    isRoot: isInOrder && root === draw.root,
    isSeed: seed === draw.seed,
    isResult: draw.all.every(([, , published], at) => published === won[at]),
    won: new Map(applications.map(({ orderId }, at) => [orderId, won[at]!])),
  }
}

/** Whether the way from an application leads to the published root. */
export const isApplied = async (
  sha256: Sha256,
  { ieoId, root, all }: Pick<PublishedDraw, 'ieoId' | 'root' | 'all'>,
  leafIndex: number,
  path: readonly string[],
): Promise<boolean> => {
  const [orderId, num] = all[leafIndex] ?? []
  if (orderId === undefined || num === undefined) return false
  return (await rootFromPath(sha256, applicationLeaf(ieoId, { orderId, num }), leafIndex, all.length, path)) === root
}
