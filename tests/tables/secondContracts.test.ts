import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { importsOf, root, sourcesUnder, textOf } from './sources.ts'

/** Words for a way to decide somebody's result (docs/rules/fair-dealing.md). */
const decidesResults = /control|win_?rate|force|kongyk|preset|bias/i

const withoutComments = (text: string): string => text.replace(/--.*$/gm, '').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')

it('no table and no setting has a place for deciding results', () => {
  const migrations = readdirSync(join(root, 'server/db/migrations')).map((name) => `server/db/migrations/${name}`)
  const places = [
    ...migrations,
    'server/core/startup/config.ts',
    ...sourcesUnder('server/secondContracts').filter((file) => !file.endsWith('/accountSummary.ts')),
  ]
  expect(places.length).toBeGreaterThan(10)
  expect(places.filter((file) => decidesResults.test(withoutComments(textOf(file))))).toEqual([])
})

it('the settlement imports decimals and types, nothing else', () => {
  const file = 'src/rules/second/secondContract.ts'
  const text = textOf(file)
  const values = [...text.matchAll(/^import (?!type)[^'\n]*'([^']+)'/gm)].map(([, from]) => from)
  expect(values).toEqual(['../decimal.ts'])
  expect(importsOf(file)).toContain('src/rules/decimal.ts')
  expect(importsOf('src/rules/decimal.ts').toSorted()).toEqual(['src/contract/constants.ts', 'src/contract/decimal.ts'])
  expect(text).not.toMatch(/import\(|Math\.random|Date|process|globalThis|fetch/)
})

it('only the settlement decides a result', () => {
  const deciding = sourcesUnder('server').filter(
    (file) => file.startsWith('server/secondContracts') && /\bcomputeSecondContractOutcome\(\s*row,\s*from/.test(textOf(file)),
  )
  expect(deciding).toEqual(['server/secondContracts/engine.ts'])
})
