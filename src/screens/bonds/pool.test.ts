import { expect, it } from 'vitest'
import type { EarnProduct } from '#contract/calls/products.ts'
import { summarizeBondPool } from './pool.ts'

const project = (id: string, projectStatus: number, raised: string, currency = 'USDT') =>
  ({ id, currency, debt: { projectStatus, raised } }) as unknown as EarnProduct

it('sorts projects by how they stand and adds up what was put into them', () => {
  const pool = summarizeBondPool([
    project('a', 3, '10'),
    project('b', 1, '5'),
    project('c', -2, '7'),
    project('d', 1, '2'),
    project('e', 1, '3', 'BTC'),
  ])
  expect(pool.projects.map(({ product }) => product.id)).toEqual(['b', 'd', 'e', 'c', 'a'])
  expect(pool.sums).toEqual([
    {
      status: 1,
      count: 3,
      amounts: [
        ['USDT', '7'],
        ['BTC', '3'],
      ],
    },
    { status: -2, count: 1, amounts: [['USDT', '7']] },
    { status: 3, count: 1, amounts: [['USDT', '10']] },
  ])
})

it('counts what defaulted as that for good, also when it is over', () => {
  const over = { id: 'a', currency: 'USDT', debt: { projectStatus: 3, hasDefaulted: true, raised: '10' } } as unknown as EarnProduct
  expect(summarizeBondPool([over, project('b', 3, '5')]).sums).toEqual([
    { status: -2, count: 1, amounts: [['USDT', '10']] },
    { status: 3, count: 1, amounts: [['USDT', '5']] },
  ])
})

it('counts nothing that is no debt', () => expect(summarizeBondPool([{ id: 'x' } as EarnProduct])).toEqual({ projects: [], sums: [] }))
