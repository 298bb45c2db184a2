export interface Place {
  /** Where its line is; outside the picture for one that is only pointed at. */
  y: number
}

const tries = [0, 1, -1, 2, -2, 3, -3]

/**
 * The middle of each label, as near to its line as there is room between `top` and `bottom`, without one over another; the first
 * given choose first. Undefined where there is no room near enough: better no label than one that is read for another line.
 */
export function placeLabels(lines: readonly Place[], top: number, bottom: number, height: number): (number | undefined)[] {
  const taken: number[] = []
  return lines.map(({ y }) => {
    const nearest = Math.min(bottom - height / 2, Math.max(top + height / 2, y))
    // What is out of sight is pointed at from the edge, by at most two of a side.
    const allowed = nearest === y || Math.abs(nearest - y) <= height / 2 ? tries : tries.slice(0, 3)
    const place = allowed
      .map((step) => nearest + step * height)
      .find((at) => at >= top + height / 2 && at <= bottom - height / 2 && taken.every((other) => Math.abs(other - at) >= height))
    if (place !== undefined) taken.push(place)
    return place
  })
}
