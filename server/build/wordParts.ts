import { readAppSourceGraph } from './appSources.ts'

/** Where the app begins, and what stands before all screens of somebody signed in. */
const beginning = ['src/main.tsx', 'src/app/SignedIn.tsx']

/** What is read of a screen's row. */
interface Screen {
  path: string
  screen: string
}

/** The part of the words with which everything begins: those of the frame. */
export const frameCatalogPart = 'frame'
/** The part of a screen's words: its address. */
const screenPart = ({ path }: { path: string }): string => path.slice(1)

/**
 * The parts into which a catalog is cut, each with the app's sources whose words it has, as paths from the root: what the beginning needs at once;
 * what each screen brings along beside that; and what comes `withWords` of its own, under the name that it is given there. What is fetched later
 * without words of its own belongs to whoever fetches it.
 */
export function sourceFilesByCatalogPart(root: string, screens: Iterable<Screen>): Map<string, ReadonlySet<string>> {
  const sources = readAppSourceGraph(root)
  const frame = sources.reachedFrom(beginning)
  const apart = (files: ReadonlySet<string>): ReadonlySet<string> => new Set([...files].filter((file) => !frame.has(file)))
  const ofScreens = [...screens].map((row) => [screenPart(row), sources.reachedFrom([`src/screens/${row.screen}.tsx`])] as const)
  const parts = new Map<string, ReadonlySet<string>>([[frameCatalogPart, frame]])
  for (const [part, files] of ofScreens) parts.set(part, apart(files))
  // What comes with words of its own may bring along more of the kind.
  const seen = new Set<string>()
  const visit = (files: ReadonlySet<string>): void => {
    for (const file of files)
      if (!seen.has(file)) {
        seen.add(file)
        for (const [part, target] of sources.comingWithWords(file)) {
          const brought = sources.reachedFrom([target])
          parts.set(part, new Set([...(parts.get(part) ?? []), ...apart(brought)]))
          visit(brought)
        }
      }
  }
  for (const files of [frame, ...ofScreens.map(([, own]) => own)]) visit(files)
  return parts
}
