import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'

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
  packed: { br?: string; gzip?: string }
}

export interface Files {
  /** Sends the file, the shell for a screen's URL, or gives false when there is nothing to send. */
  send(request: FastifyRequest, reply: FastifyReply): boolean
  /** CSP hashes of what index.html has inline; the same object until it changes. */
  inline(): { scripts: string[]; styles: string[] }
}

/** The built app. Only files found under `dist` at start (or when its index.html changed) are ever opened, whatever a URL says. */
export function createFiles(dist: string): Files {
  const index = join(dist, 'index.html')
  let builtMs = -1
  let listedAt = 0
  let served = new Map<string, Served>()
  let inline: { scripts: string[]; styles: string[] } = { scripts: [], styles: [] }
  const relist = (): void => {
    builtMs = builtAt(index)
    listedAt = performance.now()
    served = builtMs === 0 ? new Map() : list(dist)
    inline = inlineHashes(builtMs === 0 ? '' : readFileSync(index, 'utf8'))
  }
  const refresh = (): void => {
    if (builtAt(index) !== builtMs) relist()
  }
  const find = (url: string): Served | undefined =>
    served.get(url === '/' ? '/index.html' : url) ?? (extname(url) === '' ? served.get('/index.html') : undefined)
  return {
    send(request, reply) {
      const url = pathOf(request.url)
      if (url === undefined) return false
      refresh()
      // A build writes its files one after another: what was not there a moment ago may be there now.
      if (!find(url) && performance.now() - listedAt > relistAfterMs) relist()
      const file = find(url)
      return file !== undefined && sendFile(file, request, reply)
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

function list(dist: string): Map<string, Served> {
  const names = readdirSync(dist, { recursive: true, withFileTypes: true })
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
          packed: {
            ...(known.has(`${name}.br`) && { br: join(dist, `${name}.br`) }),
            ...(known.has(`${name}.gz`) && { gzip: join(dist, `${name}.gz`) }),
          },
        },
      ]),
  )
}

/** False when the file has gone meanwhile. */
function sendFile(file: Served, request: FastifyRequest, reply: FastifyReply): boolean {
  const accepts = String(request.headers['accept-encoding'] ?? '')
  const encoding = (['br', 'gzip'] as const).find((one) => file.packed[one] !== undefined && new RegExp(`\\b${one}\\b`).test(accepts))
  const body = read((encoding && file.packed[encoding]) ?? file.path)
  if (!body) return false
  reply.header('content-type', file.type).header('vary', 'accept-encoding')
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

/** 'sha256-…' of every inline script and style, so that the policy needs no unsafe-inline. */
function inlineHashes(html: string): { scripts: string[]; styles: string[] } {
  const hashes = (shape: RegExp) =>
    [...html.matchAll(shape)].map(([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`)
  return {
    scripts: hashes(/<script(?![^>]*\ssrc\s*=)[^>]*>([\s\S]*?)<\/script>/gi),
    styles: hashes(/<style[^>]*>([\s\S]*?)<\/style>/gi),
  }
}
