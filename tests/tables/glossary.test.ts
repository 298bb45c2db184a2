import { expect, it } from 'vitest'
import { sourcesUnder, textOf } from './sources.ts'

// The field's words alone (docs/glossary.md). Each of these has one there: notify, subscribe, persist, request, error, compute, leaderboard …
const banned = new Set(
  `anew ask asked asking asks beside contest contests deafen fault faults flaw flaws hear heard hears house keeps kept kitchen living meant
  reckon reckoned rested shelf shelves tell teller tellers tells told wish worth young`.split(/\s+/),
)
/** The house is the other side of every trade: its accounts and its edge are named after it on every exchange. */
const allowed = new Set(['HouseBucket', 'houseAccountWords', 'houseEdgePct'])

const wordsOf = (name: string): string[] =>
  (name.match(/[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+/g) ?? []).map((word) => word.toLowerCase())
const isDialect = (name: string): boolean => !allowed.has(name) && (name === 'mayTrade' || wordsOf(name).some((word) => banned.has(word)))

const files = ['src', 'server', 'sw', 'tests'].flatMap(sourcesUnder)
const exported = /^export (?:default )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) ([\w$]+)/gm

it('no exported name is a private word', () => {
  const names = files.flatMap((file) => [...textOf(file).matchAll(exported)].map(([, name = '']) => ({ file, name })))
  expect(names.length).toBeGreaterThan(4_000)
  expect(names.filter(({ name }) => isDialect(name)).map(({ file, name }) => `${file}: ${name}`)).toEqual([])
})

it('nor is any file called by one', () => {
  const nameOf = (file: string): string => file.split('/').at(-1)?.split('.')[0] ?? ''
  expect(files.filter((file) => isDialect(nameOf(file)))).toEqual([])
})

// Where people would say it in plain English (asks, keeps, beside) a title may; these have the field's word there too.
const bannedInTitles = new Set(
  `anew contest contests deafen fault faults flaw flaws hear heard hears kitchen meant reckon reckoned rested shelf shelves tell teller tellers
  tells told wish`.split(/\s+/),
)
const title = /(?:\b(?:describe|it|test)(?:\.\w+)*|\))\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g
const titlesOf = (text: string): string[] => [...text.matchAll(title)].map(([, , words = '']) => words)
const hasBannedWord = (text: string): boolean => (text.match(/[a-z]+/gi) ?? []).some((word) => bannedInTitles.has(word.toLowerCase()))

it('nor does any title of a test hold one', () => {
  const titles = files
    .filter((file) => /\.test\.tsx?$/.test(file))
    .flatMap((file) => titlesOf(textOf(file)).map((each) => ({ file, each })))
  expect(titles.length).toBeGreaterThan(2_500)
  expect(titles.filter(({ each }) => hasBannedWord(each)).map(({ file, each }) => `${file}: ${each}`)).toEqual([])
})

it('and the search finds what it is for', () => {
  const quote = "'"
  const written = [
    `it(${quote}is told of once${quote}, run)`,
    `it.each([1, 2])(${quote}begins anew: %s${quote}, run)`,
    `it(${quote}plain${quote})`,
  ]
  expect(written.flatMap(titlesOf).filter(hasBannedWord)).toEqual(['is told of once', 'begins anew: %s'])
  expect(['bookMeant', 'useFlawWords', 'Kitchen', 'askedSymbol', 'mayTrade', 'keptHere'].filter(isDialect)).toHaveLength(6)
  expect(['notifyDeposit', 'HouseBucket', 'persistQuery', 'taskRewards'].filter(isDialect)).toEqual([])
})
