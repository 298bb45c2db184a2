import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { frame, userStartupCallPaths, publicStartupCallPaths } from '#contract/calls/frame.ts'

/** A door before the real server that can change the build behind it, as a release does, or close altogether. */
export interface ReleaseProxy {
  origin: string
  /** What a release does: from now on this folder is served. */
  release(dist: string): void
  /** True: nothing answers any more, neither files nor calls. */
  close(closed: boolean): void
  /** Answers every call of this path with an answer of its own, once the journey needs a server in trouble. */
  answer(path: string, body: string | undefined, status?: number): void
  /** Lets every call of this path wait until what it gives is called. */
  hold(path: string): () => void
  /** How often a path was asked for, query included in the match. */
  requestCount(path: string): number
  /** Everything that was asked for since it opened, as `GET /path?query`, whoever asked: a page or its worker. */
  asks(): readonly string[]
  /** How many of those are not answered yet. */
  underWay(): number
  stop(): Promise<void>
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

const framePath = frame.frame.path
const frameParts = Object.values({ ...publicStartupCallPaths, ...userStartupCallPaths }).map((address) => address.split('?')[0]!)

export async function startReleaseProxy(firstDist: string, behind: string): Promise<ReleaseProxy> {
  let dist = firstDist
  let isClosed = false
  const answers = new Map<string, { body: string; status: number }>()
  const held = new Map<string, Promise<void>>()
  const seen: string[] = []
  const asks: string[] = []
  let underWay = 0
  const sockets = new Set<Socket>()

  const server: Server = createServer((ask, reply) => {
    if (isClosed) return void ask.socket.destroy()
    const path = (ask.url ?? '/').split('?')[0] ?? '/'
    seen.push(ask.url ?? '/')
    asks.push(`${ask.method} ${ask.url}`)
    underWay += 1
    reply.on('close', () => (underWay -= 1))
    // A part of the frame's call that it answers itself does not come by that call.
    if (path === framePath && frameParts.some((part) => answers.has(part))) return void reply.writeHead(502).end()
    const own = answers.get(path)
    if (own) return void reply.writeHead(own.status, { 'content-type': 'application/json' }).end(own.body)
    if (held.has(path)) return void held.get(path)?.then(() => passOn(ask, reply))
    if (/^\/(api|healthz)/.test(path)) return passOn(ask, reply)
    sendFile(path, ask, reply)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('upgrade', (ask, socket) => {
    if (isClosed) return void socket.destroy()
    const { hostname, port } = new URL(behind)
    const through = connect(Number(port), hostname, () => {
      const head = Object.entries({ ...ask.headers, origin: behind, host: new URL(behind).host }).map(
        ([name, value]) => `${name}: ${String(value)}`,
      )
      through.write(`GET ${ask.url} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`)
      through.pipe(socket).pipe(through)
    })
    through.on('error', () => socket.destroy())
    socket.on('error', () => through.destroy())
  })

  function passOn(ask: IncomingMessage, reply: ServerResponse): void {
    const headers = { ...ask.headers, host: new URL(behind).host, ...(ask.headers.origin && { origin: behind }) }
    const through = request(`${behind}${ask.url}`, { method: ask.method, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    through.on('error', () => reply.destroy())
    ask.pipe(through)
  }

  function sendFile(path: string, ask: IncomingMessage, reply: ServerResponse): void {
    const wanted = join(dist, path)
    const file = path !== '/' && existsSync(wanted) && extname(wanted) ? wanted : extname(path) ? undefined : join(dist, 'index.html')
    if (!file) return void reply.writeHead(404).end()
    const cache = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
    const headers = { 'content-type': types[extname(file)] ?? 'text/plain', 'cache-control': cache }
    // As the server does it: what is weighed on the way is what a phone would get.
    const isPacked = /\bbr\b/.test(String(ask.headers['accept-encoding'])) && existsSync(`${file}.br`)
    reply.writeHead(200, isPacked ? { ...headers, 'content-encoding': 'br' } : headers).end(readFileSync(isPacked ? `${file}.br` : file))
  }

  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release: (folder) => void (dist = folder),
    close(closed) {
      isClosed = closed
      if (closed) for (const socket of sockets) socket.destroy()
    },
    answer: (path, body, status = 200) => void (body === undefined ? answers.delete(path) : answers.set(path, { body, status })),
    hold(path) {
      const { promise, resolve } = Promise.withResolvers<void>()
      held.set(path, promise)
      return () => {
        held.delete(path)
        resolve()
      }
    },
    asks: () => asks,
    underWay: () => underWay,
    requestCount: (path) => seen.filter((url) => url.startsWith(path)).length,
    stop: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => done())
      }),
  }
}
