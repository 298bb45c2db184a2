import { expect, it } from 'vitest'
import { readTransferSearchParams } from './transferSearch.ts'

it('reads which transfers are shown out of an address and drops what cannot be', () => {
  expect(readTransferSearchParams({ tab: 'withdrawal', status: '-1', currency: 'USDT' })).toEqual({
    tab: 'withdrawal',
    status: -1,
    currency: 'USDT',
  })
  expect(readTransferSearchParams({ tab: 'deposit', status: 0 })).toEqual({ status: 0 })
  expect(readTransferSearchParams({ tab: 'x', status: '7', currency: 'usdt;' })).toEqual({})
})
