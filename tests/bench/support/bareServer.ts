import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'

/** The app's pages as they stand, without any of their scripts; all else as it is. For comparison: what a page costs that does nothing. */
export async function bareServer(origin: string): Promise<{ origin: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    fetch(origin + (request.url ?? '/'), { headers: { 'accept-language': request.headers['accept-language'] ?? 'en' } })
      .then(async (answer) => {
        const type = answer.headers.get('content-type') ?? ''
        const body = Buffer.from(await answer.arrayBuffer())
        if (!type.startsWith('text/html')) return response.writeHead(answer.status, { 'content-type': type }).end(body)
        const page = withoutScripts(body.toString())
        return response
          .writeHead(answer.status, { 'content-type': type, 'content-encoding': 'br', 'cache-control': 'no-cache' })
          .end(brotliCompressSync(page))
      })
      .catch(() => response.destroy())
  })
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const withoutScripts = (page: string): string =>
  page.replaceAll(/<script[\s\S]*?<\/script>/g, '').replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
