export interface ChartLabelAnchor {
  /** Where its line is; outside the picture for one that is only pointed at. */
  y: number
}

const offsets = [0, 1, -1, 2, -2, 3, -3]

/**
 * The middle of each label, as near to its line as there is room between `top` and `bottom`, without one over another; the first
 * given choose first. Undefined where there is no room near enough: better no label than one that is read for another line.
 */
export function placeChartLabels(lines: readonly ChartLabelAnchor[], top: number, bottom: number, height: number): (number | undefined)[] {
  const placedYs: number[] = []
  return lines.map(({ y }) => {
    const preferredY = Math.min(bottom - height / 2, Math.max(top + height / 2, y))
    // What is out of sight is pointed at from the edge, by at most two of a side.
    const allowedOffsets = preferredY === y || Math.abs(preferredY - y) <= height / 2 ? offsets : offsets.slice(0, 3)
    const freeY = allowedOffsets
      .map((step) => preferredY + step * height)
      .find((at) => at >= top + height / 2 && at <= bottom - height / 2 && placedYs.every((otherY) => Math.abs(otherY - at) >= height))
    if (freeY !== undefined) placedYs.push(freeY)
    return freeY
  })
}
