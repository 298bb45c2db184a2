import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const readme = read('README.md')

it('every part that is installed stands in the table with its version', () => {
  const parts = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
  expect(parts.map(([name, version]) => `\`${name}\` ${version}`).filter((part) => !readme.includes(part))).toEqual([])
})

it('no part stands in the table that is not installed', () => {
  const installed: Record<string, string> = { ...manifest.dependencies, ...manifest.devDependencies }
  const table = readme.slice(readme.indexOf('| part and version |'), readme.indexOf('\nVersions are pinned'))
  const named = [...table.matchAll(/`([@\w./-]+)` (\d[\w.-]*)/g)].map(([, name = '', version]) => ({ name, version }))
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(({ name, version }) => installed[name] !== version)).toEqual([])
})

it('every command stands in the README', () => {
  const missing = Object.keys(manifest.scripts).filter((name) => !new RegExp(`npm (run )?${name}\\b`).test(readme))
  expect(missing).toEqual([])
})

it('every setting that the server reads stands in the table', () => {
  const sources = ['config', 'depositConfig', 'payoutConfig'].map((name) => read(`server/${name}.ts`)).join('\n')
  const settings = [...new Set([...sources.matchAll(/(?:given\(|: )'([A-Z][A-Z_]{3,})'/g)].map(([, name = '']) => name))]
  expect(settings.length).toBeGreaterThanOrEqual(17)
  // The keys of a family are named by their ending: `…_BTC`.
  const isNamed = (name: string) => readme.includes(`\`${name}\``) || readme.includes(`\`…_${name.split('_').at(-1)}\``)
  expect(settings.filter((name) => !isNamed(name))).toEqual([])
})
