import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, it, vi } from 'vitest'
import { splashImagePath, splashSchemes, splashSizes } from '#contract/splashSizes.ts'
import { sitemap } from '#sitemap'

// What a phone reads of the installed app without running it: files that are not there fail without a word.
interface Picture {
  src: string
  sizes: string
}
interface Manifest {
  start_url: string
  share_target: { action: string; method: string }
  icons: Picture[]
  screenshots: Picture[]
  shortcuts: { name: string; url: string; icons: Picture[] }[]
}
const { start_url, share_target, icons, screenshots, shortcuts } = JSON.parse(
  readFileSync('public/manifest.webmanifest', 'utf8'),
) as Manifest
// By a name that the compiler does not follow: the worker's types and the page's do not go together.
const workerShare = '../../sw/share.ts'
const screens = new Set<string>(Object.values(sitemap).map(({ path }) => path))
const sizeOf = async (src: string): Promise<string> => {
  const { width, height } = await sharp(`public${src}`).metadata()
  return `${width}x${height}`
}

const splashes = splashSizes.flatMap(([width, height, ratio]) =>
  splashSchemes.map((scheme) => {
    const [w, h] = [width * ratio, height * ratio]
    return { src: splashImagePath(w, h, scheme), sizes: `${w}x${h}` }
  }),
)
const pictures = [...icons, ...screenshots, ...shortcuts.flatMap((shortcut) => shortcut.icons), ...splashes]

describe('the installed app', () => {
  it.each(pictures)('has the picture $src in its size', async ({ src, sizes }) => expect(await sizeOf(src)).toBe(sizes))

  it('has the icon that an iPhone takes', async () => {
    const src = /<link rel="apple-touch-icon"[^>]* href="([^"]+)"/.exec(readFileSync('index.html', 'utf8'))?.[1]
    expect(await sizeOf(src ?? '')).toBe('180x180')
  })

  it.each([{ name: 'the start', url: start_url }, ...shortcuts])('opens a screen by $name', ({ url }) =>
    expect(screens).toContain(new URL(url, 'https://app.example').pathname),
  )

  it('shares to an address that its worker answers', async () => {
    vi.stubGlobal('self', { location: { origin: 'https://app.example' } })
    const { isShareTargetRequest } = (await import(workerShare)) as { isShareTargetRequest(request: Request): boolean }
    expect(isShareTargetRequest(new Request(`https://app.example${share_target.action}`, { method: share_target.method }))).toBe(true)
    vi.unstubAllGlobals()
  })
})
