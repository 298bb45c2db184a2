import { expect, it } from 'vitest'
import { findPasswordProblem, passwordStrength } from './passwordStrength.ts'

it.each([
  ['Ab1!', 'ada@example.com', 'short'],
  ['A1!'.padEnd(65, 'x'), 'ada@example.com', 'long'],
  ['abcdefgh1', 'ada@example.com', 'plain'],
  ['abcdefghijklmn', 'ada@example.com', undefined],
  ['Abcdefg1', 'ada@example.com', undefined],
  ['Lovelace-1815', 'lovelace@example.com', 'name'],
  ['Ada-1815-x', 'ada@example.com', 'name'],
  ['Ad-1815-xx', 'ad@example.com', undefined],
  ['x5551234567X', '5551234567', 'name'],
])('%s for %s: %s', (password, account, fault) => expect(findPasswordProblem(password, account)).toBe(fault))

it.each([
  ['aaaaaaaa', 'weak'],
  ['Abcdefg1', 'weak'],
  ['rope-4-Dock', 'good'],
  ['tide brass 19 Harbour!', 'strong'],
])('%s is %s', (password, strength) => expect(passwordStrength(password)).toBe(strength))
