import type { Manifest } from 'vite'
import { expect, it } from 'vitest'
import { sitemap } from '../../src/sitemap.ts'
import { groupBuildFilesForCache } from './assetGroups.ts'

const screen = (name: string): string => `src/screens/${name}.tsx?tsr-split=component`
const manifest: Manifest = {
  '_frame.js': {
    file: 'assets/frame.js',
    css: ['assets/frame.css'],
    dynamicImports: ['locales/en/messages.po?frame', 'locales/th/messages.po?frame', 'src/routeTree.gen.ts', 'src/api/sealing/sealing.ts'],
  },
  'locales/en/messages.po?frame': { file: 'assets/en.js' },
  'locales/th/messages.po?frame': { file: 'assets/th.js' },
  'locales/en/messages.po?wallet': { file: 'assets/en-wallet.js' },
  'locales/th/messages.po?wallet': { file: 'assets/th-wallet.js' },
  'src/api/sealing/sealing.ts': { file: 'assets/sealing.js' },
  'src/routeTree.gen.ts': {
    file: 'assets/tree.js',
    imports: ['_frame.js'],
    dynamicImports: ['virtual:screens/market/Chart', screen('wallet/AssetCenter'), screen('team/Team'), screen('wallet/BalanceRecords')],
  },
  'virtual:screens/market/Chart': {
    file: 'assets/chart.js',
    css: ['assets/chart.css'],
    dynamicImports: ['src/widgets/market/CandleChart.tsx'],
  },
  'src/widgets/market/CandleChart.tsx': { file: 'assets/candles.js', assets: ['assets/line.svg'] },
  [screen('wallet/AssetCenter')]: {
    file: 'assets/wallet.js',
    imports: ['_list.js', '_frame.js'],
    dynamicImports: ['locales/en/messages.po?wallet', 'locales/th/messages.po?wallet'],
  },
  [screen('wallet/BalanceRecords')]: { file: 'assets/records.js', imports: ['_list.js'], dynamicImports: [screen('team/Team')] },
  [screen('team/Team')]: { file: 'assets/team.js', imports: ['_list.js', '_frame.js'] },
  '_list.js': { file: 'assets/list.js' },
}
const hashed = [
  'frame.js',
  'frame.css',
  'en.js',
  'th.js',
  'en-wallet.js',
  'th-wallet.js',
  'sealing.js',
  'tree.js',
  'chart.js',
  'chart.css',
  'candles.js',
]
const more = [
  'words/x1/th/kline.js',
  'words/x1/th/zichanCenter.js',
  'words/x1/th/app.js',
  'words/x1/th/home.more.js',
  'line.svg',
  'wallet.js',
  'records.js',
  'team.js',
  'list.js',
]
const files = new Map<string, string | undefined>([
  ...[...hashed, ...more].map((name): [string, undefined] => [`/assets/${name}`, undefined]),
  ['/index.html', 'r1'],
  ['/icons/mark.svg', 'r2'],
  ['/icons/any-512.png', 'r3'],
  ['/fonts/plex-sans-latin.woff2', 'r4'],
  ['/fonts/plex-sans-vietnamese.woff2', 'r5'],
])
const groups = groupBuildFilesForCache({ sitemap, manifest, page: '<script type="module" src="/assets/frame.js"></script>', files })
const named = (name: string): string[] | undefined => groups.find((group) => group.name === name)?.files.map(([path]) => path)

it('stores at a first visit the frame, what is read offline with all it brings along later, and last the page', () => {
  expect(groups.filter(({ stage }) => stage === 0).map(({ name }) => name)).toEqual(['words/en', 'words/th', 'start', 'page'])
  const shown = ['frame.js', 'frame.css', 'tree.js', 'chart.js', 'chart.css', 'candles.js', 'line.svg'].map((name) => `/assets/${name}`)
  expect(new Set(named('start'))).toEqual(new Set([...shown, '/icons/mark.svg', '/fonts/plex-sans-latin.woff2']))
  expect(groups.find(({ name }) => name === 'page')?.files).toEqual([['/index.html', 'r1']])
})

it('has the words of a language apart, and of them those that other screens say', () => {
  const offline = ['th.js', 'words/x1/th/kline.js', 'words/x1/th/app.js', 'words/x1/th/home.more.js']
  expect(named('words/th')).toEqual(offline.map((name) => `/assets/${name}`))
  expect(groups.find(({ name }) => name === 'words/th/other')).toMatchObject({
    locale: 'th',
    stage: 1,
    files: [['/assets/th-wallet.js'], ['/assets/words/x1/th/zichanCenter.js']],
  })
})

it('has the other screens by their folder, after what several folders share', () => {
  expect(new Set(named('shared'))).toEqual(new Set(['/assets/list.js', '/assets/sealing.js']))
  expect(named('screens/wallet')).toEqual(['/assets/wallet.js', '/assets/records.js'])
  expect(named('screens/team')).toEqual(['/assets/team.js'])
})

it('leaves out what a first visit has no use for, and forgets no file and none twice', () => {
  expect(named('start')).not.toContain('/assets/sealing.js')
  expect(named('other')).toEqual(['/icons/any-512.png', '/fonts/plex-sans-vietnamese.woff2'])
  expect(groups.flatMap((group) => group.files.map(([path]) => path)).sort()).toEqual([...files.keys()].sort())
})
