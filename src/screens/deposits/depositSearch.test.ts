import { expect, it } from 'vitest'
import { readDepositSearchParams } from './depositSearch.ts'

it('takes codes and leaves out everything else', () => {
  expect(readDepositSearchParams({ currency: 'USDT', network: 'TRC20' })).toEqual({ currency: 'USDT', network: 'TRC20' })
  expect(readDepositSearchParams({ currency: '<b>', network: ['ERC20'] })).toEqual({})
  expect(readDepositSearchParams({})).toEqual({})
})
