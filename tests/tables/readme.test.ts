import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
// What a newcomer is led to from the README.
const readme = ['README.md', 'CONTRIBUTING.md', 'docs/operations.md', 'docs/architecture.md'].map(read).join('\n')

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

it('every command stands in the README or what it leads to', () => {
  const missing = Object.keys(manifest.scripts).filter((name) => !new RegExp(`npm (run )?${name}\\b`).test(readme))
  expect(missing).toEqual([])
})

it('the README stays short: at most 7 kB', () => {
  expect(Buffer.byteLength(read('README.md'))).toBeLessThanOrEqual(7_000)
})
