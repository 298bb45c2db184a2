import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

/** A door before the real server that can change the build behind it, as a release does, or close altogether. */
export interface Front {
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
  asked(path: string): number
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

export async function startFront(firstDist: string, behind: string): Promise<Front> {
  let dist = firstDist
  let isClosed = false
  const answers = new Map<string, { body: string; status: number }>()
  const held = new Map<string, Promise<void>>()
  const seen: string[] = []
  const sockets = new Set<Socket>()

  const server: Server = createServer((ask, reply) => {
    if (isClosed) return void ask.socket.destroy()
    const path = (ask.url ?? '/').split('?')[0] ?? '/'
    seen.push(ask.url ?? '/')
    const own = answers.get(path)
    if (own) return void reply.writeHead(own.status, { 'content-type': 'application/json' }).end(own.body)
    if (held.has(path)) return void held.get(path)?.then(() => passOn(ask, reply))
    if (/^\/(api|healthz)/.test(path)) return passOn(ask, reply)
    sendFile(path, reply)
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

  function sendFile(path: string, reply: ServerResponse): void {
    const wanted = join(dist, path)
    const file = path !== '/' && existsSync(wanted) && extname(wanted) ? wanted : extname(path) ? undefined : join(dist, 'index.html')
    if (!file) return void reply.writeHead(404).end()
    const cache = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
    reply.writeHead(200, { 'content-type': types[extname(file)] ?? 'text/plain', 'cache-control': cache }).end(readFileSync(file))
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
    asked: (path) => seen.filter((url) => url.startsWith(path)).length,
    stop: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => done())
      }),
  }
}
