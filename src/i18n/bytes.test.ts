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
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  expect(formatBytes(bytes)).toBe(words)
})
