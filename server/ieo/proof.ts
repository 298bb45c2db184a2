import type { IeoDraw } from '#contract/calls/ieo.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import { applicationLeaf, applicationsRoot } from '#rules/ieoDraw.ts'
import { pathRanges } from '#rules/merkle.ts'
import { plain } from './project.ts'
import { sha256 } from './secret.ts'
import { drawOf, ieosById, leavesOf } from './store.ts'

type Public = Omit<IeoDraw, 'leafIndex' | 'path'>

/** A draw never changes: it is read once. */
export function proofs() {
  const kept = new Map<string, Public>()
  return async (sql: Sql, ieoId: string, orderId: string | undefined): Promise<IeoDraw> => {
    const draw = kept.get(ieoId) ?? (await readDraw(sql, ieoId))
    kept.set(ieoId, draw)
    const leafIndex = orderId === undefined ? -1 : draw.all.findIndex(([id]) => id === orderId)
    return { ...draw, leafIndex: leafIndex < 0 ? null : leafIndex, path: leafIndex < 0 ? [] : await pathTo(draw, leafIndex) }
  }
}

/** Refuses notFound before the draw. */
async function readDraw(sql: Sql, ieoId: string): Promise<Public> {
  const [ieo] = await ieosById(sql, [ieoId])
  const draw = ieo && (await drawOf(sql, ieoId))
  if (!ieo || !draw) throw new Refusal('notFound')
  const leaves = await leavesOf(sql, ieoId)
  return {
    ieoId,
    supply: plain(ieo.supply),
    cap: plain(ieo.user_cap),
    lot: plain(ieo.lot),
    secretHash: ieo.secret_hash,
    secret: draw.secret,
    root: draw.root,
    priceDay: draw.price_day,
    priceTreeSize: draw.price_tree_size,
    priceRoot: draw.price_root,
    seed: draw.seed,
    applications: draw.applications,
    all: leaves.map(({ id, num, won }) => [id, plain(num), plain(won ?? num)]),
  }
}

/** Hex hashes from the leaf to the root. */
async function pathTo({ ieoId, all }: Public, index: number): Promise<string[]> {
  const leaves = all.map(([orderId, num]) => applicationLeaf(ieoId, { orderId, num }))
  const path: string[] = []
  for (const { start, end } of pathRanges(index, leaves.length)) path.push(await applicationsRoot(sha256, leaves.slice(start, end)))
  return path
}
