import type { Call } from '../../src/contract/call.ts'
import { contract } from '../../src/contract/contract.ts'
import { sitemap, type Screen, type ScreenName } from '../../src/sitemap.ts'
import { askedCalls, askedRules, askedScreens, type Requirement } from './requirements.ts'
import { sourcesUnder, textOf } from './sources.ts'

const cells = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split(' |').map((cell) => cell.trim()))

const screenAt = new Map(Object.entries<Screen>(sitemap).map(([name, { path }]) => [path, name as ScreenName]))
const callAt = new Map<string, string>(
  Object.entries(contract).flatMap(([word, rows]) =>
    Object.entries(rows as Record<string, Call>).map(([name, { method, path }]) => [`${method} ${path}`, `${word}.${name}`] as const),
  ),
)
const testsOf = (text: string): Requirement['tests'] =>
  text
    .split(';')
    .map((one) => one.trim())
    .filter(Boolean)
    .map((one) => {
      const at = one.indexOf(': ')
      return at < 0 ? { file: one, title: '*' } : { file: one.slice(0, at), title: one.slice(at + 2) }
    })
const words = (text: string): string[] => text.split(' ').filter(Boolean)

/** Files of tests that name an address. */
const testFiles = ['server', 'src', 'sw', 'tests'].flatMap(sourcesUnder).filter((file) => /\.(test|spec)\.ts$/.test(file))
const texts = new Map(testFiles.map((file) => [file, textOf(file)]))
const naming = (address: string): Requirement['tests'] => {
  const ending = address.endsWith('/:id') ? '/' : '(?![\\w/])'
  const exact = new RegExp(address.replace('/:id', '').replace(/[/.]/g, '\\$&') + ending)
  return testFiles.filter((file) => exact.test(texts.get(file) ?? '')).map((file) => ({ file, title: '*' }))
}

/** Every row of what was asked for, with what answers it. A screen or a call that is not there is left empty. */
export function requirementRows(): Requirement[] {
  const screens = cells(askedScreens).map(([path = '', says = '', tests = '', line = ''], at): Requirement => {
    const screen = screenAt.get(path)
    return { id: `2 screen ${at + 1}`, says: `${says} (${path})`, screens: screen ? [screen] : [], calls: [], tests: testsOf(tests), line }
  })
  const calls = cells(askedCalls).map(([asked = '', tests = ''], at): Requirement => {
    const call = callAt.get(asked.replace('{id}', ':id'))
    const path = asked.replace('{id}', ':id').split(' ')[1] ?? ''
    const found = tests === '' ? naming(path) : testsOf(tests)
    return { id: `7 call ${at + 1}`, says: asked, screens: [], calls: call ? [call] : [], tests: found, line: asked }
  })
  const rules = cells(askedRules).map(
    ([id = '', says = '', shown = '', asks = '', tests = '', line = '']): Requirement => ({
      id,
      says,
      screens: words(shown) as ScreenName[],
      calls: words(asks),
      tests: testsOf(tests),
      line,
    }),
  )
  return [...screens, ...calls, ...rules]
}

export const callNames: ReadonlySet<string> = new Set(callAt.values())
export const textOfTest = (file: string): string | undefined => texts.get(file)
