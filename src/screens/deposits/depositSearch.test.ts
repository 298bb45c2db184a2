import { expect, it } from 'vitest'
import { depositSearch } from './depositSearch.ts'

it('takes codes and leaves out everything else', () => {
  expect(depositSearch({ currency: 'USDT', network: 'TRC20' })).toEqual({ currency: 'USDT', network: 'TRC20' })
  expect(depositSearch({ currency: '<b>', network: ['ERC20'] })).toEqual({})
  expect(depositSearch({})).toEqual({})
})
