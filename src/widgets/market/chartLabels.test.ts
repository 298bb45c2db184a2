import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeChartLabels } from './chartLabels.ts'

const at = (...ys: number[]) => ys.map((y) => ({ y }))

describe('the labels of a chart', () => {
  it('stand on their lines, and beside them where one is there already', () => {
    expect(placeChartLabels(at(100, 50), 0, 200, 16)).toEqual([100, 50])
    expect(placeChartLabels(at(100, 101, 99), 0, 200, 16)).toEqual([100, 117, 83])
  })

  it('stay in the picture and point at what is out of it', () => {
    expect(placeChartLabels(at(-500, 900), 0, 200, 16)).toEqual([8, 192])
    expect(placeChartLabels(at(-500, -400, -300), 0, 200, 16)).toEqual([8, 24, undefined])
  })

  it('never lie over one another, however many there are', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -100, max: 400 }), { maxLength: 200 }), (ys) => {
        const placed = placeChartLabels(at(...ys), 10, 290, 16).filter((y) => y !== undefined)
        const inOrder = placed.toSorted((a, b) => a - b)
        expect(inOrder.every((y, n) => n === 0 || y - inOrder[n - 1]! >= 16)).toBe(true)
        expect(placed.every((y) => y >= 18 && y <= 282)).toBe(true)
      }),
    )
  })
})
