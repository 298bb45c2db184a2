import { expect, it } from 'vitest'
import { sealAesKeyAlphabet } from '#contract/sealed.ts'
import { generateSealAesKey, encryptJsonWithAes } from './sealing.ts'

it('makes the AES part of docs/rules/wire.md', () => {
  expect(encryptJsonWithAes('{"symbol":"BTCUSDT","money":"100"}', 'abcdefghjkmnpqrstuvwxyzABCDEFGHJ')).toBe(
    'lshwtyYXM9fO8LOzzp9APjbzivgfrjKvRPcM2YNYpXV8ahhTrBNe8BS6y5QWbVQC',
  )
})

it('draws keys of 32 characters without look-alikes', () => {
  for (let turn = 0; turn < 200; turn++) {
    const key = generateSealAesKey()
    expect(key).toHaveLength(32)
    expect([...key].every((letter) => sealAesKeyAlphabet.includes(letter))).toBe(true)
    expect(key).not.toMatch(/[loILO01]/)
  }
})
