import { describe, expect, it } from 'vitest'
import { importsOf, sourcesUnder, textOf } from './sources.ts'

// Imports only go down (house "The arrows"). A room may import itself and the rooms named here.
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
    'src/firstTree',
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
  'src/firstTree': ['src/app', 'src/screens', 'src/sitemap'],
  sw: ['src/device', 'src/contract'],
  'server/http': ['server/*'],
  // The staff's edge, as http is the app's.
  'server/operator': ['server/*', 'src/rules', 'src/contract'],
  'server/room': [
    'server/ledger',
    'server/market',
    'server/account',
    'server/uploads',
    'server/db',
    'server/base',
    'src/rules',
    'src/contract',
  ],
  'server/ledger': ['server/account', 'server/db', 'server/base', 'src/rules', 'src/contract'],
  'server/market': ['server/db', 'server/base', 'src/rules', 'src/contract'],
  'server/uploads': ['server/db', 'server/base', 'src/rules', 'src/contract'],
  'server/account': ['server/ledger', 'server/uploads', 'server/db', 'server/base', 'src/rules', 'src/contract', 'src/i18n/languages.ts'],
  'server/db': ['server/base', 'src/rules', 'src/contract', 'server/market/market.ts'],
  'server/base': ['server/*', 'src/rules', 'src/contract', 'src/i18n/languages.ts'],
}

const baseRooms = new Set(['http', 'operator', 'ledger', 'market', 'account', 'uploads', 'db'])

/** The room a file lives in; the server's business rooms all answer to 'server/room'. */
function roomOf(file: string): string {
  const [top = '', second = ''] = file.split('/')
  if (top === 'sw') return file === 'sw/messages.ts' ? 'sw/messages' : 'sw'
  if (top === 'locales') return 'locales'
  if (top === 'server') return second.endsWith('.ts') ? 'server/base' : baseRooms.has(second) ? `server/${second}` : 'server/room'
  return `${top}/${second.replace(/\.(gen\.)?tsx?$/, '')}`
}

/** What every server room may know of the wire: the shape of a handler. */
const isHandlerShape = (file: string): boolean => file === 'server/http/handlers.ts'

/** A part that is a whole kind of trade by itself: the trading tab holds those of all words, each fetched when opened. */
const isPane = (file: string): boolean => /^src\/screens\/\w+\/\w+Pane\.tsx$/.test(file)

function mayImport(from: string, to: string): boolean {
  if (from === 'src/screens/trading/Trade.tsx' && isPane(to)) return true
  const [here, there] = [roomOf(from), roomOf(to)]
  if (here === there && here !== 'server/room' && here !== 'src/screens') return true
  if (here === 'server/room' && there === 'server/room') return from.split('/')[1] === to.split('/')[1]
  if (here === 'src/screens' && there === 'src/screens') return from.split('/')[2] === to.split('/')[2]
  if (here.startsWith('server/') && isHandlerShape(to)) return true
  if (here === 'sw' && there === 'sw/messages') return true
  const allowed = below[here] ?? []
  return allowed.some(
    (room) =>
      room === there ||
      room === to ||
      (room === 'server/*' && there.startsWith('server/')) ||
      (room === 'server/*' && there.startsWith('src/contract')),
  )
}

const sources = ['src', 'sw', 'server'].flatMap(sourcesUnder)
const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file)

describe('arrows', () => {
  it('knows every room', () => {
    const unknown = sources.map(roomOf).filter((room) => !(room in below) && room !== 'sw/messages')
    expect([...new Set(unknown)]).toEqual([])
  })

  it('imports only go down', () => {
    const upward = sources
      .filter((file) => !isTest(file))
      .flatMap((file) =>
        importsOf(file)
          .filter((target) => !mayImport(file, target))
          .map((target) => `${file} → ${target}`),
      )
    expect(upward).toEqual([])
  })

  it('no circles', () => {
    expect(circles(new Map(sources.map((file) => [file, importsOf(file)])))).toEqual([])
  })

  it('pinyin stays in the sitemap and in the line that names a route', () => {
    const pinyin =
      /hangqing|heyue|xinwen|zichan|zhangbian|chongzhi|tixian|zhaiquan|kuangchi|shandui|taoli|jiedai|bisai|fuli|gerenziliao|renzheng|tuandui|jiesuan/i
    const found = sources
      .filter((file) => file.startsWith('src/') && file !== 'src/sitemap.ts' && !isTest(file))
      .flatMap((file) =>
        textOf(file)
          .split('\n')
          .filter((line) => pinyin.test(line) && !/create(Lazy)?FileRoute\(|getRouteApi\(/.test(line))
          .map((line) => `${file}: ${line.trim()}`),
      )
    expect(found).toEqual([])
  })
})

function circles(graph: Map<string, string[]>): string[] {
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
