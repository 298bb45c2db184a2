import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const sources = [
  ...['src', 'server', 'sw', 'tests', 'docs'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ),
  'README.md',
  'CONTRIBUTING.md',
]
  .filter((file) => /\.(tsx?|css|md)$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

/** 'docs/rules/contracts.md', or both of 'docs/rules/{spot,swaps}.md'. */
const cited = /\bdocs\/[\w/-]*(?:\{([\w,-]+)\}|[\w-]+)\.md/g

it('cites no paper but those of this repository, and each of them is there', () => {
  const named = sources.flatMap(({ file, text }) =>
    [...text.matchAll(cited)].flatMap(([whole, several]) =>
      (several?.split(',') ?? ['']).map((part) => ({ file, paper: several === undefined ? whole : whole.replace(`{${several}}`, part) })),
    ),
  )
  expect(named.length).toBeGreaterThan(500)
  expect(named.filter(({ paper }) => !existsSync(join(root, paper)))).toEqual([])
  const elsewhere =
    /\b(?:[Pp]roduct(?:-2)?|[Rr]equirements|house)(?:\.md)? ?§|\((?:product(?:-2)?|house|expectation) [A-Z\d]|\b(?:server|house|stack|product|product-2|expectations)\.md\b/
  expect(sources.filter(({ file, text }) => !file.endsWith('papers.test.ts') && elsewhere.test(text)).map(({ file }) => file)).toEqual([])
})
