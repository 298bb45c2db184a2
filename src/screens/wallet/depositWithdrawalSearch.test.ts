import { expect, it } from 'vitest'
import { readDepositWithdrawalSearchParams } from './depositWithdrawalSearch.ts'

it('reads which transfers are shown out of an address and drops what cannot be', () => {
  expect(readDepositWithdrawalSearchParams({ tab: 'withdrawal', status: '-1', currency: 'USDT' })).toEqual({
    tab: 'withdrawal',
    status: -1,
    currency: 'USDT',
  })
  expect(readDepositWithdrawalSearchParams({ tab: 'deposit', status: 0 })).toEqual({ status: 0 })
  expect(readDepositWithdrawalSearchParams({ tab: 'x', status: '7', currency: 'usdt;' })).toEqual({})
})
