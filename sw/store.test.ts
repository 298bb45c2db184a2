import { beforeEach, expect, it, vi } from 'vitest'
import { type CachedAppFileGroup, assetCacheStage } from '#contract/assetGroup.ts'

// What the worker stores and when, with caches and a network of our own around it.
const origin = 'https://app.example'

class FakeCache {
  readonly kept = new Map<string, Response>()
  put = async (path: string, response: Response): Promise<void> => void this.kept.set(path, response)
  match = async (path: string): Promise<Response | undefined> => this.kept.get(path)?.clone()
  keys = async (): Promise<{ url: string }[]> => [...this.kept.keys()].map((path) => ({ url: origin + path }))
}

const all = new Map<string, FakeCache>()
const requests: string[] = []
let served: Record<string, string>
let lost: (path: string) => boolean

const { first, base, rest } = assetCacheStage
const groupsOf = (build: string): CachedAppFileGroup[] => [
  { name: 'words/en', stage: first, locale: 'en', files: [['/assets/en.js']] },
  { name: 'words/th', stage: first, locale: 'th', files: [['/assets/th.js']] },
  {
    name: 'start',
    stage: first,
    files: [['/assets/frame.js'], ['/icons/mark.svg', 'r1']],
    packed: ['/assets/1.js', '/assets/2.css', '/assets/3.svg', '/assets/4.js', '/assets/5.js', '/assets/6.js', `/assets/of-${build}.js`],
    pack: `/assets/pack-${build}.json`,
  },
  { name: 'page', stage: first, files: [['/index.html', build]] },
  { name: 'shared', stage: base, files: [['/assets/shared.js']] },
  { name: 'words/th/other', stage: base, locale: 'th', files: [['/assets/th-other.js']] },
  { name: 'screens/wallet', stage: rest, files: [['/assets/wallet.js']] },
  { name: 'screens/team', stage: rest, files: [['/assets/team.js']] },
]

/** The server after a release of this build. */
function release(build: string, groups = groupsOf(build)): void {
  const names = groups.flatMap(({ files, packed = [] }) => [...files.map(([path]) => path), ...packed])
  served = Object.fromEntries(names.map((path) => [path, path === '/index.html' ? `<html data-build="${build}">` : `${path} of ${build}`]))
  for (const { pack, packed = [] } of groups)
    if (pack) served[pack] = JSON.stringify(Object.fromEntries(packed.map((path) => [path, served[path]])))
  served[`/stored-${build}.json`] = JSON.stringify(groups)
}

/** The worker of a build, as a browser starts it. */
async function worker(build: string) {
  vi.resetModules()
  vi.stubGlobal('__BUILD__', build)
  vi.stubGlobal('self', { location: { origin }, __WB_MANIFEST: [{ url: `stored-${build}.json` }] })
  return import('./store.ts')
}

const storedOf = (build: string): string[] => {
  const name = [...all.keys()].find((key) => key.endsWith(`-${build}`))
  return [...(all.get(name ?? '')?.kept.keys() ?? [])].filter((path) => !path.startsWith('/stored') && !path.startsWith('/wanted'))
}

beforeEach(() => {
  all.clear()
  requests.length = 0
  lost = () => false
  vi.stubGlobal('caches', {
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    open: async (name: string) => all.get(name) ?? all.set(name, new FakeCache()).get(name),
  })
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path)
    if (lost(path)) throw new TypeError('Failed to fetch')
    const text = served[path]
    return text === undefined ? new Response('', { status: 404 }) : new Response(text, { headers: { 'content-type': 'from/server' } })
  })
})

/** Until nothing is left, as a page asks. */
async function storeAll(store: Awaited<ReturnType<typeof worker>>, locale: string, isWhole: boolean): Promise<void> {
  while ((await store.storeNextAssetGroup(locale, isWhole)) > 0);
}

it('stores nothing by itself at a first visit, and then what is read offline with the words of one language, the page last', async () => {
  release('a')
  const store = await worker('a')
  await store.installShellOnUpdate()
  expect(requests).toEqual([])
  await storeAll(store, 'th', false)
  expect(requests).toEqual(['/stored-a.json', '/assets/th.js', '/assets/pack-a.json', '/assets/frame.js', '/icons/mark.svg', '/index.html'])
  expect(storedOf('a').at(-1)).toBe('/index.html')
  expect(await store.storeNextAssetGroup('th', false)).toBe(0)
  expect(requests).toHaveLength(6)
})

it('gives each file of a pack its own type', async () => {
  release('a')
  await storeAll(await worker('a'), 'en', false)
  const [cache] = all.values()
  const types = ['/assets/1.js', '/assets/2.css', '/assets/3.svg'].map(async (path) => {
    const found = await cache?.match(path)
    return [found?.headers.get('content-type'), await found?.text()]
  })
  expect(await Promise.all(types)).toEqual([
    ['text/javascript', '/assets/1.js of a'],
    ['text/css', '/assets/2.css of a'],
    ['image/svg+xml', '/assets/3.svg of a'],
  ])
})

it('stores the rest a group at a time, what all of it needs first', async () => {
  release('a')
  const store = await worker('a')
  await storeAll(store, 'th', false)
  requests.length = 0
  const left = [
    await store.storeNextAssetGroup('th', true),
    await store.storeNextAssetGroup('th', true),
    await store.storeNextAssetGroup('th', true),
  ]
  expect(left).toEqual([3, 2, 1])
  expect(requests).toEqual(['/assets/shared.js', '/assets/th-other.js', '/assets/wallet.js'])
})

it('stores first what a screen asked for in vain, even before the rest is due', async () => {
  release('a')
  const store = await worker('a')
  await storeAll(store, 'en', false)
  await store.recordMissingAsset('/assets/team.js')
  requests.length = 0
  await storeAll(store, 'en', false)
  expect(requests).toEqual(['/assets/shared.js', '/assets/team.js'])
})

it('goes on where it was after the connection was lost, and has no page before all that it needs', async () => {
  release('a')
  lost = (path) => path === '/icons/mark.svg'
  const store = await worker('a')
  await expect(storeAll(store, 'en', false)).rejects.toThrow('Failed to fetch')
  expect(storedOf('a')).not.toContain('/index.html')
  lost = () => false
  requests.length = 0
  await storeAll(await worker('a'), 'en', false)
  expect(requests).toEqual(['/icons/mark.svg', '/index.html'])
})

it('never takes the page of a release that came meanwhile', async () => {
  release('a')
  const store = await worker('a')
  served['/index.html'] = '<html data-build="b">'
  await expect(storeAll(store, 'en', false)).rejects.toThrow('another build')
  expect(storedOf('a')).not.toContain('/index.html')
})

it('has the new equivalent of all that was stored before a new build is installed, and copies what did not change', async () => {
  release('a')
  const before = await worker('a')
  await storeAll(before, 'th', true)
  await storeAll(before, 'en', false)
  requests.length = 0
  release('b')
  const store = await worker('b')
  await store.installShellOnUpdate()
  expect(requests).toEqual(['/stored-b.json', '/assets/of-b.js', '/index.html'])
  expect(storedOf('b').sort()).toEqual(
    storedOf('a')
      .map((path) => path.replace('of-a', 'of-b'))
      .sort(),
  )
})

it('fetches a pack whole where more of it changed than a few', async () => {
  release('a')
  await storeAll(await worker('a'), 'en', false)
  requests.length = 0
  const changed = groupsOf('b').map((group) => ({ ...group, packed: group.packed?.map((path) => `${path}x`) }) as CachedAppFileGroup)
  release('b', changed)
  await (await worker('b')).installShellOnUpdate()
  expect(requests).toEqual(['/stored-b.json', '/assets/pack-b.json', '/index.html'])
})

it('installs of the rest only what was stored of it, and all of it for whoever had all', async () => {
  release('a')
  const before = await worker('a')
  await storeAll(before, 'en', false)
  await before.recordMissingAsset('/assets/team.js')
  await storeAll(before, 'en', false)
  const more = [...groupsOf('b'), { name: 'screens/new', stage: rest, files: [['/assets/new.js']] } satisfies CachedAppFileGroup]
  release('b', more)
  await (await worker('b')).installShellOnUpdate()
  expect(storedOf('b')).toContain('/assets/team.js')
  expect(storedOf('b')).toContain('/assets/shared.js')
  expect(storedOf('b')).not.toContain('/assets/wallet.js')
  expect(storedOf('b')).not.toContain('/assets/th.js')
  await storeAll(await worker('b'), 'en', true)
  release('c', more)
  await (await worker('c')).installShellOnUpdate()
  expect(storedOf('c').filter((path) => /wallet|team|new/.test(path))).toEqual(['/assets/wallet.js', '/assets/team.js', '/assets/new.js'])
})

it('installs everything after a build that stored everything without a list', async () => {
  release('b')
  const old = new FakeCache()
  await old.put('/index.html', new Response('old'))
  all.set('shell-1-old', old)
  await (await worker('b')).installShellOnUpdate()
  expect(storedOf('b')).toContain('/assets/wallet.js')
  expect(storedOf('b')).toContain('/assets/th.js')
})

it('installs nothing after a build that had stored nothing', async () => {
  release('b')
  all.set('shell-1-old', new FakeCache())
  await (await worker('b')).installShellOnUpdate()
  expect(storedOf('b')).toEqual([])
})

it('keeps the older build as it is where one file of the new does not come', async () => {
  release('a')
  await storeAll(await worker('a'), 'en', false)
  release('b')
  lost = (path) => path === '/assets/of-b.js'
  await expect((await worker('b')).installShellOnUpdate()).rejects.toThrow('Failed to fetch')
  expect([...all.keys()].map((name) => name.split('-').at(-1))).toEqual(['a'])
})
