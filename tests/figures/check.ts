import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { symbolSeeds } from '../../server/db/seed/symbols.ts'
import { supportedLanguages } from '../../src/contract/languages.ts'
import { root, sourcesUnder, textOf } from '../tables/sources.ts'
import { codeFigures } from './code.ts'
import { type Figure, isTest, type Source } from './figure.ts'
import { fileFigures } from './files.ts'
import { moduleFigures } from './modules.ts'
import { notYetMet } from './notYetMet.ts'
import { languageFigure, marketFigure } from './places.ts'
import { styleFigures } from './styles.ts'

const folders = ['src', 'server', 'sw', 'tests', 'docs', 'public', 'locales']

const read = (file: string): Source => ({ file, text: textOf(file) })
const filesUnder = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
/** What may name every language: catalogs, and what checks them. Support of tests is a place to edit as any other. */
const isCatalog = (file: string): boolean =>
  /^(?:locales|server\/db\/seed\/content|docs|tests\/figures)\//.test(file) || file.endsWith('.test.ts')

/** Every figure as the sources have it today. Code is counted without its tests, whose stories are long on purpose. */
function measureFigures(): Figure[] {
  const code = ['src', 'server', 'sw'].flatMap(sourcesUnder)
  const sources = code.filter((file) => !isTest(file)).map(read)
  const files = folders.flatMap(filesUnder)
  const loose = readdirSync(root).filter((file) => /\.(ts|json|html)$/.test(file) && file !== 'package-lock.json')
  const naming = [...files, ...loose].filter((file) => /\.(tsx?|css|json|html|webmanifest)$/.test(file) && !isCatalog(file)).map(read)
  return [
    ...codeFigures(sources),
    ...fileFigures(files, sources),
    ...styleFigures(files.filter((file) => file.endsWith('.css')).map(read)),
    languageFigure(supportedLanguages, naming),
    marketFigure(
      symbolSeeds,
      naming.filter(({ file }) => /\.tsx?$/.test(file) && !isTest(file)),
    ),
    ...moduleFigures(code),
  ]
}

/** What stands beside a figure that keeps its bound, does not yet, or has grown. */
export function compareWithLimit(
  { what, value, limit }: Figure,
  known: Readonly<Record<string, number>> = notYetMet,
): 'met' | 'not met' | 'over' {
  if (value <= limit) return 'met'
  return value <= (known[what] ?? limit) ? 'not met' : 'over'
}

/** Prints the table; throws when a figure is over its bound, or over what it was where the bound is not met yet. */
export function checkFigures(): void {
  const figures = measureFigures()
  const unknown = Object.keys(notYetMet).filter((what) => !figures.some((figure) => figure.what === what))
  if (unknown.length > 0) throw new Error(`No such figure: ${unknown.join(', ')}`)
  for (const figure of figures) {
    const { what, value, limit, unit = '' } = figure
    console.log(`${what.padEnd(34)} ${`${value}${unit}`.padStart(7)} of at most ${`${limit}${unit}`.padEnd(5)} ${note(figure)}`.trimEnd())
  }
  const over = figures.filter((figure) => compareWithLimit(figure) === 'over')
  if (over.length === 0) return
  throw new Error(over.map(({ what, found }) => [`Over its bound: ${what}`, ...found.map((file) => `  ${file}`)].join('\n')).join('\n'))
}

function note(figure: Figure): string {
  const known = notYetMet[figure.what]
  const state = compareWithLimit(figure)
  if (state === 'over') return known === undefined ? 'OVER' : `OVER: it was ${known}`
  if (state === 'met') return known === undefined ? '' : 'met: its line in tests/figures/notYetMet.ts can go'
  return figure.value < (known ?? 0) ? `not met; was ${known}, which can be lowered` : 'not met'
}

// `node tests/figures/check.ts --found` shows what each figure counted.
if (import.meta.main) {
  if (process.argv.includes('--found')) for (const { what, found } of measureFigures()) console.log([`# ${what}`, ...found, ''].join('\n'))
  checkFigures()
}
