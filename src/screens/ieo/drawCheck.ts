import { ApiError } from '#api/apiError.ts'
import { isSigned, sha256 } from '#api/priceRecord/webCrypto.ts'
import { send } from '#api/send.ts'
import { fairness } from '#contract/calls/fairness.ts'
import type { IeoDraw } from '#contract/calls/ieo.ts'
import type { Decimal } from '#contract/decimal.ts'
import { isApplied, redraw, type Redrawn } from '#rules/ieoDraw.ts'
import { headText } from '#rules/leaf.ts'
import { isConsistent } from '#rules/merkle.ts'

export interface DrawCheck extends Omit<Redrawn, 'won'> {
  /** Whether the root of the price record is one of the signed record's own; undefined where that could not be looked at. */
  isRecorded: boolean | undefined
  /** One's own application: whether it is among the drawn ones, and what it wins when drawn here. */
  mine: { isApplied: boolean; won: Decimal | undefined } | undefined
}

/** Draws again on this device and looks where every number comes from (product §2.11). */
export async function checkDraw(draw: IeoDraw): Promise<DrawCheck> {
  const { won, ...redrawn } = await redraw(sha256, draw)
  const own = draw.leafIndex === null ? undefined : draw.all[draw.leafIndex]?.[0]
  return {
    ...redrawn,
    isRecorded: await isRecorded(draw),
    mine:
      draw.leafIndex === null || own === undefined
        ? undefined
        : { isApplied: await isApplied(sha256, draw, draw.leafIndex, draw.path), won: won.get(own) },
  }
}

/** The list of that day as it is signed now must begin with the one whose root was drawn with. */
async function isRecorded({ priceDay: day, priceTreeSize: treeSize, priceRoot: root }: IeoDraw): Promise<boolean | undefined> {
  try {
    const head = await send(fairness.recordHead, { day })
    const { kid, publicKeyJwk, previous } = await send(fairness.recordKey, {})
    const key = [{ kid, publicKeyJwk }, ...previous].find((one) => one.kid === head.kid)
    if (!key || !(await isSigned(headText(head), head.sig, key))) return false
    if (head.treeSize === treeSize) return head.root === root
    if (head.treeSize < treeSize) return false
    const { path } = await send(fairness.recordConsistency, { day, from: treeSize, to: head.treeSize })
    return await isConsistent(sha256, { treeSize, root }, head, path)
  } catch (error) {
    // No answer, or no record of that day any more, says nothing against it.
    if (error instanceof ApiError) return undefined
    throw error
  }
}
