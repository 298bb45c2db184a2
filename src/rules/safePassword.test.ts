import { expect, test } from 'vitest'
import { isWithdrawalPasswordGuessable } from './safePassword.ts'

test('one digit repeated and runs are easy to guess', () => {
  for (const digits of ['000000', '777777', '123456', '654321', '789012', '210987'])
    expect(isWithdrawalPasswordGuessable(digits), digits).toBe(true)
})

test('anything else is not', () => {
  for (const digits of ['135791', '112233', '123457', '100000', '908172']) expect(isWithdrawalPasswordGuessable(digits), digits).toBe(false)
})
