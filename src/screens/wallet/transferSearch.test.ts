import { expect, it } from 'vitest'
import { readTransferSearch } from './transferSearch.ts'

it('reads which transfers are shown out of an address and drops what cannot be', () => {
  expect(readTransferSearch({ tab: 'withdrawal', status: '-1', currency: 'USDT' })).toEqual({
    tab: 'withdrawal',
    status: -1,
    currency: 'USDT',
  })
  expect(readTransferSearch({ tab: 'deposit', status: 0 })).toEqual({ status: 0 })
  expect(readTransferSearch({ tab: 'x', status: '7', currency: 'usdt;' })).toEqual({})
})
