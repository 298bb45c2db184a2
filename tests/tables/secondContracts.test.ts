import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { importsOf, root, sourcesUnder, textOf } from './sources.ts'

/** Words for a way to decide somebody's result (product §3.1, F1). */
const decidesResults = /control|win_?rate|force|kongyk|preset|bias/i

const withoutComments = (text: string): string => text.replace(/--.*$/gm, '').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')

it('F1: no table and no setting has a place for deciding results', () => {
  const migrations = readdirSync(join(root, 'server/db/migrations')).map((name) => `server/db/migrations/${name}`)
  const places = [...migrations, 'server/config.ts', ...sourcesUnder('server/secondContracts').filter((file) => !file.endsWith('/head.ts'))]
  expect(places.length).toBeGreaterThan(10)
  expect(places.filter((file) => decidesResults.test(withoutComments(textOf(file))))).toEqual([])
})

it('F2: the settlement imports decimals and types, nothing else', () => {
  const file = 'src/rules/secondContract.ts'
  const text = textOf(file)
  const values = [...text.matchAll(/^import (?!type)[^'\n]*'([^']+)'/gm)].map(([, from]) => from)
  expect(values).toEqual(['./decimal.ts'])
  expect(importsOf(file)).toContain('src/rules/decimal.ts')
  expect(importsOf('src/rules/decimal.ts').toSorted()).toEqual(['src/contract/constants.ts', 'src/contract/decimal.ts'])
  expect(text).not.toMatch(/import\(|Math\.random|Date|process|globalThis|fetch/)
})

it('only the settlement decides a result', () => {
  const deciding = sourcesUnder('server').filter(
    (file) =>
      /\bsettle\(\s*row,\s*from|rules\/secondContract\.ts'/.test(textOf(file)) &&
      /\bsettle\b/.test(textOf(file)) &&
      file.startsWith('server/secondContracts'),
  )
  expect(deciding).toEqual(['server/secondContracts/engine.ts'])
})
