import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sitemap } from '../../src/sitemap.ts'
import { callNames, requirementRows, textOfTest } from './requirementRows.ts'
import { nonRequirements } from './requirements.ts'
import { root } from './sources.ts'

// Whatever was asked for has its screen or call, and a test that shows it.

const rows = requirementRows()

it('every row has an id of its own, screens and calls that exist, and a test', () => {
  expect(rows.length).toBeGreaterThan(200)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  const faults = rows.flatMap(({ id, says, screens, calls, tests }) => [
    ...(/ (screen|call) /.test(id) && screens.length + calls.length === 0 ? [`${id}: ${says} is nowhere`] : []),
    ...screens.filter((name) => !(name in sitemap)).map((name) => `${id}: no screen ${name}`),
    ...calls.filter((name) => !callNames.has(name)).map((name) => `${id}: no call ${name}`),
    ...(tests.length === 0 ? [`${id}: ${says} has no test`] : []),
  ])
  expect(faults).toEqual([])
})

it('every screen and every call is there because something asks for it', () => {
  const [screens, calls] = [new Set<string>(rows.flatMap((row) => row.screens)), new Set(rows.flatMap((row) => row.calls))]
  expect(Object.keys(sitemap).filter((name) => !screens.has(name))).toEqual([])
  expect([...callNames].filter((name) => !calls.has(name))).toEqual([])
})

it('every page of the rules asks for something, and each that is named is there', () => {
  const pages = readdirSync(resolve(root, 'docs/rules')).map((file) => file.replace('.md', ''))
  const named = new Set(rows.flatMap(({ page }) => page ?? []))
  expect(pages.filter((page) => page !== 'README' && !named.has(page))).toEqual([])
  expect([...named].filter((page) => !pages.includes(page))).toEqual([])
})

it('every test that is named is there, with that title', () => {
  const faults = rows.flatMap(({ id, tests }) =>
    tests.flatMap(({ file, title }) => {
      const text = textOfTest(file)
      if (text === undefined) return [`${id}: no file ${file}`]
      return title === '*' || ["'", '`', '"'].some((quote) => text.includes(`${quote}${title}`))
        ? []
        : [`${id}: no test "${title}" in ${file}`]
    }),
  )
  expect(faults).toEqual([])
})

// A screen's test goes there; the walk over table 1 goes everywhere.
it('every test of a screen names its address', () => {
  const faults = rows
    .filter(({ id }) => id.includes(' screen '))
    .flatMap(({ screens: [name], tests }) =>
      tests.flatMap(({ file, title }) => {
        // By taps alone: then its title says so.
        if (name === undefined || title !== '*' || file === 'tests/tables/screens.e2e.test.ts') return []
        const goes = new RegExp(`['"\`]${sitemap[name].path}(?![\\w-])|path\\.${name}\\b`)
        return goes.test(textOfTest(file) ?? '') ? [] : [`${file} does not go to ${sitemap[name].path}`]
      }),
    )
  expect(faults).toEqual([])
})

// Not everywhere: it lies beside the checkout where there is one.
const original = resolve(root, '../shared/spec/requirements.md')
describe.runIf(existsSync(original))('the original', () => {
  const plain = (text: string) =>
    text
      .replace(/^\| */, '')
      .replace(/[\s|]+/g, ' ')
      .trim()
  const asked = existsSync(original)
    ? readFileSync(original, 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '' && !/^(#|\|---)/.test(line))
    : []

  it('has no line that is left out', () => {
    const known = [...rows.flatMap(({ line }) => line || []), ...nonRequirements].map(plain)
    expect(asked.length).toBeGreaterThan(200)
    expect(asked.filter((line) => !known.some((words) => plain(line).startsWith(words) || plain(line).startsWith(`- ${words}`)))).toEqual(
      [],
    )
  })

  it('has every line that a row is known by', () => {
    expect(
      rows
        .filter(({ page }) => page === undefined)
        .filter(({ line }) => line === '' || !asked.some((part) => plain(part).includes(plain(line))))
        .map(({ id, line }) => `${id} ${line}`),
    ).toEqual([])
  })
})
