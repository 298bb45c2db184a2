import { createHash } from 'node:crypto'
import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EarlierBuildFileStore } from './earlierBuilds.ts'
import { localizedShellPath } from './shellFile.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
}

interface Served {
  path: string
  type: string
  /** Files under assets/ carry their hash in their name; everything else is asked for anew each time. */
  isHashed: boolean
  /** One of several pages at one address, by the language of who asks. */
  isShell: boolean
  packed: { br?: string; gzip?: string }
}

export interface AppFileServer {
  /** Sends the file, the shell for a screen's URL, or gives false when there is nothing to send. */
  send(request: FastifyRequest, reply: FastifyReply): boolean
  /** The text of a page that is filled before it is sent, by its path under `dist`; undefined where the build has none. */
  template(path: string): string | undefined
  /** CSP hashes of what the app's pages have inline; the same object until they change. */
  inline(): { scripts: string[]; styles: string[] }
}

/**
 * The built app, and the hashed files of those before it. Only files found under `dist` at start (or when its index.html changed) are ever opened,
 * whatever a URL says.
 */
export function createAppFileServer(dist: string, earlier?: EarlierBuildFileStore): AppFileServer {
  const index = join(dist, 'index.html')
  /** Written when all else is: a build is kept once it is whole. */
  const version = join(dist, 'version.json')
  let builtMs = -1
  let listedAt = 0
  let finishedMs = -1
  let served = new Map<string, Served>()
  let before = new Map<string, Served>()
  let inline: { scripts: string[]; styles: string[] } = { scripts: [], styles: [] }
  const relist = (): void => {
    builtMs = builtAt(index)
    listedAt = performance.now()
    served = builtMs === 0 ? new Map() : list(dist)
    // The pages of one screen have their styles and scripts in common: each is named once.
    inline = inlineHashes([...served.values()].filter(isAppPage).map(({ path }) => read(path)?.toString() ?? ''))
  }
  const storeFile = async (): Promise<void> => {
    await earlier?.storeBuild(dist)
    before = new Map(
      earlier
        ?.folders()
        .flatMap((folder) => [...list(folder)])
        .reverse(),
    )
  }
  const refresh = (): void => {
    if (builtAt(index) === builtMs && builtAt(version) === finishedMs) return
    relist()
    finishedMs = builtAt(version)
    void storeFile()
  }
  refresh()
  const find = (url: string, headers: IncomingHttpHeaders): Served | undefined =>
    (url === '/' ? undefined : served.get(url)) ??
    (extname(url) === '' ? (served.get(localizedShellPath(url, headers)) ?? served.get('/index.html')) : undefined)
  return {
    send(request, reply) {
      const url = pathOf(request.url)
      if (url === undefined) return false
      refresh()
      // A build writes its files one after another: what was not there a moment ago may be there now.
      if (!find(url, request.headers) && !before.has(url) && performance.now() - listedAt > relistAfterMs) relist()
      // While a build empties its folder, the files of its page are there as those of an earlier one.
      return [find(url, request.headers), before.get(url)].some((file) => file !== undefined && sendFile(file, request, reply))
    },
    template(path) {
      refresh()
      const file = served.get(path)
      return file && read(file.path)?.toString()
    },
    inline: () => {
      refresh()
      return inline
    },
  }
}

const relistAfterMs = 1_000

/** When the app was built; 0 while there is none. */
const builtAt = (index: string): number => statSync(index, { throwIfNoEntry: false })?.mtimeMs ?? 0

function pathOf(url: string): string | undefined {
  try {
    return decodeURIComponent(url.split('?', 1)[0] ?? '/')
  } catch {
    return undefined
  }
}

/** What a folder has to send; nothing where it is not there any more. */
function list(dist: string): Map<string, Served> {
  const names = entriesIn(dist)
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(dist, join(entry.parentPath, entry.name)).split(sep).join('/')}`)
  const known = new Set(names)
  const isPacked = (name: string) => /\.(br|gz)$/.test(name) && known.has(name.replace(/\.(br|gz)$/, ''))
  return new Map(
    names
      .filter((name) => !isPacked(name) && !name.endsWith('.map'))
      .map((name) => [
        name,
        {
          path: join(dist, name),
          type: types[extname(name)] ?? 'application/octet-stream',
          isHashed: name.startsWith('/assets/'),
          isShell: name.startsWith('/shells/'),
          packed: {
            ...(known.has(`${name}.br`) && { br: join(dist, `${name}.br`) }),
            ...(known.has(`${name}.gz`) && { gzip: join(dist, `${name}.gz`) }),
          },
        },
      ]),
  )
}

/** An earlier build's folder goes when another server on the same disk keeps newer ones. */
function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw fault
  }
}

/** False when the file has gone meanwhile. */
function sendFile(file: Served, request: FastifyRequest, reply: FastifyReply): boolean {
  const accepts = String(request.headers['accept-encoding'] ?? '')
  const encoding = (['br', 'gzip'] as const).find((name) => file.packed[name] !== undefined && new RegExp(`\\b${name}\\b`).test(accepts))
  const body = read((encoding && file.packed[encoding]) ?? file.path)
  if (!body) return false
  reply.header('content-type', file.type).header('vary', file.isShell ? 'accept-encoding, accept-language, cookie' : 'accept-encoding')
  reply.header('cache-control', file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
  if (!file.isHashed) {
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    reply.header('etag', etag)
    if (request.headers['if-none-match'] === etag) {
      reply.code(304).send()
      return true
    }
  }
  if (encoding) reply.header('content-encoding', encoding)
  reply.send(body)
  return true
}

function read(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

const isAppPage = ({ path, isShell }: Served): boolean => isShell || path.endsWith(`${sep}index.html`)

/** 'sha256-…' of every inline script and style, so that the policy needs no unsafe-inline. */
function inlineHashes(pages: readonly string[]): { scripts: string[]; styles: string[] } {
  const hashes = (shape: RegExp) => {
    const contents = new Set(pages.flatMap((html) => [...html.matchAll(shape)].map(([, content = '']) => content)))
    return [...contents].map((content) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`)
  }
  return {
    scripts: hashes(/<script(?![^>]*\ssrc\s*=)[^>]*>([\s\S]*?)<\/script>/gi),
    styles: hashes(/<style[^>]*>([\s\S]*?)<\/style>/gi),
  }
}
