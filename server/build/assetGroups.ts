import type { Manifest } from 'vite'
import { type CachedAppFileGroup, assetCacheStage } from '../../src/contract/assetGroup.ts'

/** What is read offline, and so stored at a first visit. */
const readOffline: readonly string[] = [
  'home',
  'markets',
  'chart',
  'announcements',
  'news',
  'articles',
  'article',
  'agreements',
  'saved',
  'signIn',
]

/** What is read of a screen's row. */
interface Screen {
  path: string
  screen: string
}

/** Of no use without a network, however near to a screen that is read offline. */
const needsNetwork = /^src\/api\/sealing\/sealing\.ts$|^node_modules\/@simplewebauthn\//

/** What is shown of a screen is a chunk beside its place in the tree, or one with it. */
const screenKeysIn =
  (manifest: Manifest) =>
  ({ screen }: Screen): string[] => {
    const componentId = `src/screens/${screen}.tsx?tsr-split=component`
    // A place in the tree by itself is part of the way there: who may not go on is told so.
    return manifest[componentId] ? [componentId] : [`virtual:screens/${screen}`]
  }
/** Words of one screen, by its address, or of a part that is rarer than its screen, in files that no chunk names. */
const wordsIn = (path: string): { locale: string; part: string } | undefined => {
  const [, locale, part] = /^\/assets\/words\/[^/]+\/([\w-]+)\/(.+)\.js$/.exec(path) ?? []
  return locale === undefined || part === undefined ? undefined : { locale, part }
}
const localeOf = (key: string): string | undefined => /(?:^|\/)locales\/([\w-]+)\//.exec(key)?.[1]
/** Letters of one language; those of others are stored when a screen has fetched them. */
const fontLocale = (path: string): string | undefined => (path.includes('-vietnamese') ? 'vi' : undefined)

export interface BuildOutput {
  /** The table of screens. */
  sitemap: Readonly<Record<string, Screen>>
  /** What Vite says of its chunks. */
  manifest: Manifest
  /** The page's markup: its scripts are where the app begins. */
  page: string
  /** All files that may be stored, with their revision where the name carries no hash. */
  files: ReadonlyMap<string, string | undefined>
}

/**
 * The files of a build in groups, in the order in which they are stored: the words of each language, what is read offline, the page itself, then
 * the other screens by their folder, after what several of these share. The page comes after all that it needs, so that whoever has it can
 * start. Each file is in one group.
 */
export function groupBuildFilesForCache({ sitemap, manifest, page, files }: BuildOutput): CachedAppFileGroup[] {
  const left = new Map(files)
  const groups: CachedAppFileGroup[] = []
  const add = (group: Omit<CachedAppFileGroup, 'files'>, paths: Iterable<string>): void => {
    const own = [...new Set(paths)].filter((path) => left.has(path))
    const listed = own.map((path): [string, string?] => {
      const revision = left.get(path)
      return revision === undefined ? [path] : [path, revision]
    })
    for (const path of own) left.delete(path)
    if (own.length > 0) groups.push({ ...group, files: listed })
  }
  const filesOf = (keys: Iterable<string>): string[] =>
    [...keys].flatMap((key) => {
      const { file, css = [], assets = [] } = manifest[key] ?? { file: '' }
      return [file, ...css, ...assets].map((name) => `/${name}`)
    })
  const screenKeys = screenKeysIn(manifest)
  const rows: [string, Screen][] = Object.entries(sitemap)
  const beginning = Object.keys(manifest).filter((key) => page.includes(`/${manifest[key]?.file}"`))
  const offlineRows = rows.filter(([name]) => readOffline.includes(name)).map(([, row]) => row)
  const offline = offlineRows.flatMap(screenKeys)
  const screens = new Set(rows.flatMap(([, row]) => screenKeys(row)))
  const isScreen = (key: string): boolean => screens.has(key) || /^src\/screens\/.*\?tsr-split=/.test(key)
  const start = reach(manifest, [...beginning, ...offline], (key) => isScreen(key) || needsNetwork.test(key))
  const locales = new Set(Object.keys(manifest).flatMap((key) => localeOf(key) ?? []))
  const saidOffline = new Set([
    'app',
    'lock',
    'help',
    'markets.more',
    ...offlineRows.flatMap(({ path }) => [path.slice(1), `${path.slice(1)}.more`]),
  ])
  const wordFiles = (of: string): string[] => [...files.keys()].filter((path) => wordsIn(path)?.locale === of)

  for (const locale of locales) {
    const words = [...start.stopped].filter((key) => localeOf(key) === locale)
    const fonts = [...files.keys()].filter((path) => fontLocale(path) === locale)
    const apart = wordFiles(locale).filter((path) => saidOffline.has(wordsIn(path)?.part ?? ''))
    add({ name: `words/${locale}`, stage: assetCacheStage.first, locale }, [
      ...filesOf(reach(manifest, words, () => false).seen),
      ...apart,
      ...fonts,
    ])
  }
  const always = [...files.keys()].filter((path) => /^\/(icons\/[\w-]+\.svg|fonts\/[\w-]+-latin\.woff2|manifest\.webmanifest)$/.test(path))
  const initialFiles = filesOf(start.seen).filter((path) => path !== '/index.html')
  add({ name: 'start', stage: assetCacheStage.first }, [...initialFiles, ...always])
  add({ name: 'page', stage: assetCacheStage.first }, ['/index.html'])

  const folders = new Map<string, Set<string>>()
  for (const [, row] of rows) {
    const folder = row.screen.split('/')[0] ?? ''
    const own = filesOf(reach(manifest, screenKeys(row), isScreen).seen)
    folders.set(folder, new Set([...(folders.get(folder) ?? []), ...own]))
  }
  const uses = Map.groupBy(
    [...folders.values()].flatMap((own) => [...own]),
    (path) => path,
  )
  const shared = [...uses].filter(([, times]) => times.length > 1).map(([path]) => path)
  add({ name: 'shared', stage: assetCacheStage.base }, shared)
  for (const locale of locales) {
    const words = Object.keys(manifest).filter((key) => localeOf(key) === locale)
    add({ name: `words/${locale}/other`, stage: assetCacheStage.base, locale }, [...filesOf(words), ...wordFiles(locale)])
  }
  for (const [folder, own] of folders) add({ name: `screens/${folder}`, stage: assetCacheStage.rest }, own)
  add({ name: 'other', stage: assetCacheStage.rest }, [...left.keys()])
  return groups
}

/** What is brought along from there, at once and later: what is seen, and where it stopped. Words are never followed. */
function reach(manifest: Manifest, from: readonly string[], stops: (key: string) => boolean): { seen: Set<string>; stopped: Set<string> } {
  const seen = new Set<string>()
  const stopped = new Set<string>()
  const visit = (key: string): void => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return
    seen.add(key)
    chunk.imports?.forEach(visit)
    for (const next of chunk.dynamicImports ?? [])
      if (localeOf(next) !== undefined || stops(next)) stopped.add(next)
      else visit(next)
  }
  from.forEach(visit)
  return { seen, stopped }
}
