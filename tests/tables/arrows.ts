import { importsOf } from './sources.ts'

// Imports only go down (docs/architecture.md). A module may import itself and the modules named here.
const below: Record<string, readonly string[]> = {
  'src/main': ['src/app', 'src/api', 'src/i18n', 'src/ui', 'src/device', 'src/contract', 'src/routeTree', 'src/sitemap', 'src/widgets'],
  'src/app': [
    'src/widgets',
    'src/api',
    'src/ui',
    'src/i18n',
    'src/device',
    'src/rules',
    'src/contract',
    'src/sitemap',
    'src/routeTree',
    'sw/messages',
  ],
  'src/screens': ['src/widgets', 'src/api', 'src/ui', 'src/i18n', 'src/device', 'src/rules', 'src/contract', 'src/sitemap'],
  'src/widgets': ['src/api', 'src/ui', 'src/i18n', 'src/device', 'src/rules', 'src/contract', 'src/sitemap'],
  'src/api': ['src/i18n', 'src/device', 'src/rules', 'src/contract'],
  'src/ui': ['src/i18n', 'src/device', 'src/contract'],
  'src/i18n': ['src/device', 'src/contract', 'locales'],
  'src/rules': ['src/contract'],
  'src/device': ['src/contract'],
  'src/contract': [],
  'src/sitemap': [],
  'src/routes': ['src/sitemap'],
  'src/drawShells': ['src/fillablePages', 'src/app', 'src/screens', 'src/api', 'src/i18n', 'src/contract', 'src/sitemap', 'locales'],
  'src/fillablePages': ['src/screens', 'src/widgets', 'src/api', 'src/i18n', 'src/contract'],
  sw: ['src/device', 'src/contract'],
  ...serverRooms(),
}

/** The server's shared modules, lowest first: each imports those before it, and every domain any of them. */
function serverRooms(): Record<string, readonly string[]> {
  const app = ['src/rules', 'src/contract', 'src/i18n/languages.ts']
  const order = ['core', 'db', 'terms', 'chains', 'market', 'notifications', 'ledger', 'orders', 'uploads', 'risk', 'account']
  const shared = order.map((name, index) => [`server/${name}`, [...order.slice(0, index).map((part) => `server/${part}`), ...app]] as const)
  const all = [...order.map((name) => `server/${name}`), ...app]
  return {
    ...Object.fromEntries(shared),
    // The database is what AppContext hands out, as the market and the terms are: of these two the shape alone.
    'server/core': ['server/db', 'server/market/market.ts', 'server/terms/termsByTime.ts', ...app],
    'server/db': ['server/core', 'server/market/market.ts', ...app],
    'server/terms': ['server/core', 'server/db', 'server/market/market.ts', ...app],
    'server/domain': all,
    // What every app is told stands in articles too.
    'server/settings': [...all, 'server/content'],
    // Figures stand in pages as the app writes them.
    'server/http': ['server/*', 'src/i18n/number.ts', ...app],
    // The staff's edge, as http is the app's.
    'server/operator': ['server/*', ...app],
    // The modules put together, and what starts them.
    'server/start': ['server/*', ...app],
  }
}

/** The module a file lives in; the server's domains all answer to 'server/domain'. */
function roomOf(file: string): string {
  const [top = '', second = ''] = file.split('/')
  if (top === 'sw') return file === 'sw/messages.ts' ? 'sw/messages' : 'sw'
  if (top === 'locales') return 'locales'
  if (top === 'server') return second.endsWith('.ts') ? 'server/start' : `server/${second}` in below ? `server/${second}` : 'server/domain'
  return `${top}/${second.replace(/\.(gen\.)?tsx?$/, '')}`
}

/** A part that is a whole kind of trade by itself: the trading tab holds those of all words, each fetched when opened. */
const isPane = (file: string): boolean => /^src\/screens\/\w+\/\w+Pane\.tsx$/.test(file)

function mayImport(from: string, to: string): boolean {
  if (from === 'src/screens/trading/Trade.tsx' && isPane(to)) return true
  const [here, there] = [roomOf(from), roomOf(to)]
  if (here === there && here !== 'server/domain' && here !== 'src/screens') return true
  if (here === 'server/domain' && there === 'server/domain') return from.split('/')[1] === to.split('/')[1]
  if (here === 'src/screens' && there === 'src/screens') return from.split('/')[2] === to.split('/')[2]
  if (here === 'sw' && there === 'sw/messages') return true
  const allowed = below[here] ?? []
  return allowed.some(
    (room) =>
      room === there ||
      room === to ||
      (room === 'server/*' && there.startsWith('server/')) ||
      // A domain by its name, for the one that may know it.
      (there === 'server/domain' && to.startsWith(`${room}/`)),
  )
}

/** Whether the drawing has the module that a file lives in. */
export const isKnown = (file: string): boolean => roomOf(file) in below || roomOf(file) === 'sw/messages'

/** Files with what each imports. */
export const importGraph = (files: readonly string[]): ReadonlyMap<string, readonly string[]> =>
  new Map(files.map((file) => [file, importsOf(file)]))

/** Imports that go up or sideways. */
export const upwardImports = (graph: ReadonlyMap<string, readonly string[]>): string[] =>
  [...graph].flatMap(([file, targets]) => targets.filter((target) => !mayImport(file, target)).map((target) => `${file} → ${target}`))

/** Files that import each other, round and round. */
export function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>()
  const found: string[] = []
  const visit = (file: string, trail: string[]): void => {
    if (trail.includes(file)) return void found.push([...trail.slice(trail.indexOf(file)), file].join(' → '))
    if (done.has(file)) return
    for (const next of graph.get(file) ?? []) visit(next, [...trail, file])
    done.add(file)
  }
  for (const file of graph.keys()) visit(file, [])
  return found
}
