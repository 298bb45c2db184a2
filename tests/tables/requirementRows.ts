import type { ApiCall } from '../../src/contract/call.ts'
import { contract } from '../../src/contract/contract.ts'
import { sitemap, type SitemapScreen, type ScreenName } from '../../src/sitemap.ts'
import { requiredByRules } from './ownRequirements.ts'
import { requiredCalls, requiredRules, requiredScreens, type Requirement } from './requirements.ts'
import { sourcesUnder, textOf } from './sources.ts'

const cells = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split(' |').map((cell) => cell.trim()))

const screenAt = new Map(Object.entries<SitemapScreen>(sitemap).map(([name, { path }]) => [path, name as ScreenName]))
const callAt = new Map<string, string>(
  Object.entries(contract).flatMap(([word, rows]) =>
    Object.entries(rows as Record<string, ApiCall>).map(([name, { method, path }]) => [`${method} ${path}`, `${word}.${name}`] as const),
  ),
)
const testsOf = (text: string): Requirement['tests'] =>
  text
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const at = part.indexOf(': ')
      return at < 0 ? { file: part, title: '*' } : { file: part.slice(0, at), title: part.slice(at + 2) }
    })
const words = (text: string): string[] => text.split(' ').filter(Boolean)

/** Files of tests that name an address. */
const testFiles = ['server', 'src', 'sw', 'tests'].flatMap(sourcesUnder).filter((file) => file.endsWith('.test.ts'))
const texts = new Map(testFiles.map((file) => [file, textOf(file)]))
const naming = (address: string): Requirement['tests'] => {
  const ending = address.endsWith('/:id') ? '/' : '(?![\\w/])'
  const exact = new RegExp(address.replace('/:id', '').replace(/[/.]/g, '\\$&') + ending)
  return testFiles.filter((file) => exact.test(texts.get(file) ?? '')).map((file) => ({ file, title: '*' }))
}

/** Every row of what was asked for, with what answers it. A screen or a call that is not there is left empty. */
export function requirementRows(): Requirement[] {
  const screens = cells(requiredScreens).map(([path = '', says = '', tests = '', line = ''], at): Requirement => {
    const screen = screenAt.get(path)
    return { id: `2 screen ${at + 1}`, says: `${says} (${path})`, screens: screen ? [screen] : [], calls: [], tests: testsOf(tests), line }
  })
  const calls = cells(requiredCalls).map(([asked = '', tests = ''], at): Requirement => {
    const call = callAt.get(asked.replace('{id}', ':id'))
    const path = asked.replace('{id}', ':id').split(' ')[1] ?? ''
    const found = tests === '' ? naming(path) : testsOf(tests)
    return { id: `7 call ${at + 1}`, says: asked, screens: [], calls: call ? [call] : [], tests: found, line: asked }
  })
  const rules = cells(requiredRules).map(
    ([id = '', says = '', shown = '', asks = '', tests = '', line = '']): Requirement => ({
      id,
      says,
      screens: words(shown) as ScreenName[],
      calls: words(asks),
      tests: testsOf(tests),
      line,
    }),
  )
  const own = cells(requiredByRules).map(
    ([page = '', says = '', shown = '', asks = '', tests = ''], at): Requirement => ({
      id: `rule ${at + 1}`,
      says: `${says} (docs/rules/${page}.md)`,
      page,
      screens: words(shown) as ScreenName[],
      calls: words(asks),
      tests: testsOf(tests),
      line: '',
    }),
  )
  return [...screens, ...calls, ...rules, ...own]
}

export const callNames: ReadonlySet<string> = new Set(callAt.values())
export const textOfTest = (file: string): string | undefined => texts.get(file)
