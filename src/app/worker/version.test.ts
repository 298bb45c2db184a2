import { expect, it } from 'vitest'
import { isOlderVersion } from './version.ts'

it.each([
  ['0.1.0', '0.1.0', false],
  ['0.1.0', '0.1.1', true],
  ['0.9.0', '0.10.0', true],
  ['1.0.0', '0.10.0', false],
  ['0.1.0', '', false],
  ['0.1.0', 'soon', false],
])('%s against at least %s: %s', (version, least, older) => expect(isOlderVersion(version, least)).toBe(older))
