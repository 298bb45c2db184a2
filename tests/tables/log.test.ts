import { expect, it } from 'vitest'
import { sourcesUnder, textOf } from './sources.ts'

it('the server writes to the terminal through one place', () => {
  const files = sourcesUnder('server').filter((file) => !file.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(700)
  expect(files.filter((file) => /\bconsole\./.test(textOf(file)))).toEqual(['server/core/log.ts'])
})
