import { expect, it } from 'vitest'
import { type Row, withoutWork } from '../bench/support/table.ts'

const row = (name: string, figure: number, more: Partial<Row> = {}): Row => ({ name, figure, unit: '', ...more })

it('a figure that is nothing says that nothing was measured, unless nothing is what is hoped for', () => {
  const rows = [
    row('messages', 0),
    row('median of none', Number.NaN),
    row('rate in no time', Number.POSITIVE_INFINITY),
    row('beside none', 2, { beside: { what: 'idle', figure: Number.NaN } }),
    row('lost, of none', Number.NaN, { canBeZero: true }),
    row('lost', 0, { canBeZero: true }),
    row('measured', 0.1, { beside: { what: 'told to wait', figure: 0 } }),
  ]
  expect(withoutWork(rows)).toEqual(['messages', 'median of none', 'rate in no time', 'beside none', 'lost, of none'])
})
