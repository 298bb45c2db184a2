import { relative } from 'node:path'
import type { Rolldown } from 'vite'
import { readAppSourceGraph } from './appSources.ts'

/** What else the frame has: what the build adds to it, and what sign-in and the chart share with the table of the rest, too small for a file. */
const alsoFirst = /^virtual:screens$|vite\/preload-helper|screens\/account\/signIn\/redirect\.ts$|api\/embeddedReply\.ts$/

/** Where a visit begins, and what is then fetched by itself: each a letter. */
const beginnings: Readonly<Record<string, readonly string[]>> = {
  i: ['src/main.tsx'],
  h: ['src/screens/home/Home.tsx'],
  m: ['src/screens/market/Markets.tsx'],
  s: ['src/screens/account/signIn/SignIn.tsx'],
  k: ['src/screens/market/Chart.tsx'],
  c: [
    'src/screens/trading/Trade.tsx',
    'src/screens/trading/ContractPane.tsx',
    'src/app/prompts/AppPrompts.tsx',
    'src/app/launch/userServices.ts',
    'src/ui/fields/Keypad.tsx',
  ],
  b: ['src/app/launch/background.ts', 'src/widgets/content/startArticleSync.ts'],
  f: ['src/screens/home/HomeBelowFold.tsx'],
}

/** Chunk → the letters of those who share what is in it, the first that fits; a chunk that is a little too much for one is better than a file of its own. */
const chunks: readonly [name: string, has: RegExp][] = [
  // The rest of what several share is a little too much for some: by itself it would be more for all, since less packs worse.
  ['frame', /i|[hm].*s|h.*[mkc]|m.*[kc]|[hmskc]{2}.*b/],
  ['behind', /b/],
  ['forms', /s.*[kc]/],
  ['rows', /kc/],
  ['home', /h/],
  ['markets', /m/],
  ['signIn', /s/],
  ['chart', /k/],
  ['used', /c/],
  ['belowFold', /f/],
]

/**
 * Chunks of what several beginnings of a visit share, and of what each has for itself, so that each fetches little that it does not need, in few files.
 * A module of the contract counts for those who name its row.
 */
export function firstVisitChunkGroups(root: string): Rolldown.CodeSplittingGroup[] {
  const sources = readAppSourceGraph(root)
  const reached = Object.entries(beginnings).map(([letter, files]) => [letter, sources.importedFrom(files)] as const)
  const texts = new Map(
    reached.map(([letter, files]) => [
      letter,
      [...files]
        .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('src/contract/calls/'))
        .map(sources.textOf)
        .join('\n'),
    ]),
  )
  const known = new Map<string, string>()
  const sharing = (id: string): string => {
    const [path = id, query] = id.split('?')
    const row = /^row=(\w+\.\w+)$/.exec(query ?? '')?.[1]
    if (query !== undefined && query !== 'no-inline' && !row) return ''
    const own = /^virtual:screens\/(.*)$/.exec(id)?.[1]
    const file = own === undefined ? relative(root, path) : `src/screens/${own}.tsx`
    const all = reached.filter(([letter, files]) => (row ? texts.get(letter)?.includes(row) : files.has(file))).map(([letter]) => letter)
    return (all.length > 1 ? all.filter((letter) => letter !== 'f') : all).join('')
  }
  const sharedBy = (id: string): string => {
    const found = known.get(id) ?? sharing(id)
    known.set(id, found)
    return found
  }
  const chunkOf = (letters: string): string | undefined => chunks.find(([, has]) => has.test(letters))?.[0]
  const chunkAt = (id: string): string | undefined =>
    alsoFirst.test(id) ? 'frame' : /\/src\/|^virtual:screens\//.test(id) ? chunkOf(sharedBy(id)) : undefined
  return chunks.map(([name]) => ({
    name,
    test: (id) =>
      chunkAt(id) === name &&
      // What trading has for itself is in its own files, one for each kind of trade.
      !(name === 'used' && /\/src\/(screens|app)\/|^virtual:/.test(id)),
    ...(name === 'used' && { minShareCount: 2 }),
  }))
}
