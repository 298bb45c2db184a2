import { hash } from 'node:crypto'
import type { IeoDraw } from '#contract/calls/ieo.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import { ieoApplicationLeafText } from '#rules/ieo/ieoDraw.ts'
import { merkleLeafPreimage, merkleNodePreimage, merklePathRanges, merkleSplitSize } from '#rules/merkle.ts'
import { trimIeoAmountZeros } from './project.ts'
import { readIeoDraws, readIeosByIds, readIeoDrawLeaves } from './store.ts'

type Public = Omit<IeoDraw, 'leafIndex' | 'path'>

interface CachedProof {
  draw: Public
  /** Hashes of its larger subtrees, by their leaves: a path is found without hashing everything again. */
  subtrees: Map<string, Buffer>
}

const keptFrom = 256

/** A draw never changes: it is read once. */
export function createIeoDrawProofReader() {
  const cache = new Map<string, CachedProof>()
  return async (sql: Sql, ieoId: string, orderId: string | undefined): Promise<IeoDraw> => {
    const known = cache.get(ieoId) ?? { draw: await readDraw(sql, ieoId), subtrees: new Map<string, Buffer>() }
    cache.set(ieoId, known)
    const leafIndex = orderId === undefined ? -1 : known.draw.all.findIndex(([id]) => id === orderId)
    return { ...known.draw, leafIndex: leafIndex < 0 ? null : leafIndex, path: leafIndex < 0 ? [] : pathTo(known, leafIndex) }
  }
}

/** Refuses notFound before the draw. */
async function readDraw(sql: Sql, ieoId: string): Promise<Public> {
  const [ieo] = await readIeosByIds(sql, [ieoId])
  const [draw] = ieo ? await readIeoDraws(sql, [ieoId]) : []
  if (!ieo || !draw) throw new Refusal('notFound')
  const leaves = await readIeoDrawLeaves(sql, ieoId)
  return {
    ieoId,
    supply: trimIeoAmountZeros(ieo.supply),
    cap: trimIeoAmountZeros(ieo.user_cap),
    lot: trimIeoAmountZeros(ieo.lot),
    secretHash: ieo.secret_hash,
    secret: draw.secret,
    root: draw.root,
    priceDay: draw.price_day,
    priceTreeSize: draw.price_tree_size,
    priceRoot: draw.price_root,
    seed: draw.seed,
    applications: draw.applications,
    all: leaves.map(({ id, num, won }) => [id, trimIeoAmountZeros(num), trimIeoAmountZeros(won ?? num)]),
  }
}

/** Hex hashes from the leaf to the root. */
const pathTo = (known: CachedProof, index: number): string[] =>
  merklePathRanges(index, known.draw.all.length).map(({ start, end }) => subtree(known, start, end).toString('hex'))

function subtree(known: CachedProof, start: number, end: number): Buffer {
  const { draw, subtrees } = known
  if (end - start === 1) {
    const [orderId, num] = draw.all[start]!
    return hash('sha256', merkleLeafPreimage(ieoApplicationLeafText(draw.ieoId, { orderId, num })), 'buffer')
  }
  const name = `${start} ${end}`
  const found = subtrees.get(name)
  if (found) return found
  const split = start + merkleSplitSize(end - start)
  const made = hash('sha256', merkleNodePreimage(subtree(known, start, split), subtree(known, split, end)), 'buffer')
  if (end - start >= keptFrom) subtrees.set(name, made)
  return made
}
