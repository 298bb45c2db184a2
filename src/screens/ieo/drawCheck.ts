import { ApiError } from '#api/apiError.ts'
import { verifyServerSignature, sha256 } from '#api/priceRecord/webCrypto.ts'
import { sendApiCall } from '#api/send.ts'
import { fairness } from '#contract/calls/fairness.ts'
import type { IeoDraw } from '#contract/calls/ieo.ts'
import type { Decimal } from '#contract/decimal.ts'
import { isIeoApplicationIncluded, verifyIeoDraw, type IeoDrawVerification } from '#rules/ieo/ieoDraw.ts'
import { priceRecordHeadSigningText } from '#rules/leaf.ts'
import { isMerkleTreeConsistent } from '#rules/merkle.ts'

export interface IeoDrawCheck extends Omit<IeoDrawVerification, 'won'> {
  /** Whether the root of the price record is one of the signed record's own; undefined where that could not be looked at. */
  isRecorded: boolean | undefined
  /** One's own application: whether it is among the drawn ones, and what it wins when drawn here. */
  mine: { isApplied: boolean; won: Decimal | undefined } | undefined
}

/** Draws again on this device and looks where every number comes from (docs/rules/token-sales.md). */
export async function verifyIeoDrawWithPriceRecord(draw: IeoDraw): Promise<IeoDrawCheck> {
  const { won: results, ...redrawn } = await verifyIeoDraw(sha256, draw)
  const ownOrderId = draw.leafIndex === null ? undefined : draw.all[draw.leafIndex]?.[0]
  return {
    ...redrawn,
    isRecorded: await isRecorded(draw),
    mine:
      draw.leafIndex === null || ownOrderId === undefined
        ? undefined
        : { isApplied: await isIeoApplicationIncluded(sha256, draw, draw.leafIndex, draw.path), won: results.get(ownOrderId) },
  }
}

/** The list of that day as it is signed now must begin with the one whose root was drawn with. */
async function isRecorded({ priceDay: day, priceTreeSize: treeSize, priceRoot: root }: IeoDraw): Promise<boolean | undefined> {
  try {
    const head = await sendApiCall(fairness.recordHead, { day })
    const { kid, publicKeyJwk, previous } = await sendApiCall(fairness.recordKey, {})
    const key = [{ kid, publicKeyJwk }, ...previous].find((one) => one.kid === head.kid)
    if (!key || !(await verifyServerSignature(priceRecordHeadSigningText(head), head.sig, key))) return false
    if (head.treeSize === treeSize) return head.root === root
    if (head.treeSize < treeSize) return false
    const { path } = await sendApiCall(fairness.recordConsistency, { day, from: treeSize, to: head.treeSize })
    return await isMerkleTreeConsistent(sha256, { treeSize, root }, head, path)
  } catch (error) {
    // No answer, or no record of that day any more, says nothing against it.
    if (error instanceof ApiError) return undefined
    throw error
  }
}
