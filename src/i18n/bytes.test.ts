import { i18n } from '@lingui/core'
import { expect, it } from 'vitest'
import { formatBytes } from './bytes.ts'

it.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [1_536, '1.5 kB'],
  [3_200_000, '3.2 MB'],
  [5_000_000_000_000, '5,000 GB'],
])('%i bytes are %s', (bytes, words) => {
  // Digits are the same in every language.
  for (const locale of ['en', 'es', 'ko']) {
    i18n.loadAndActivate({ locale, messages: {} })
    expect(formatBytes(bytes)).toBe(words.replace(' ', '\u00a0'))
  }
})
