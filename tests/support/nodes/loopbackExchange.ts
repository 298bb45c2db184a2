import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

/** An exchange on the loopback: it speaks, stalls, lies and hangs up as told. */
export async function loopbackExchange() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const lines = new Set<WebSocket>()
  const asked: string[] = []
  let connections = 0
  let most = 0
  server.on('connection', (line, request) => {
    connections++
    lines.add(line)
    most = Math.max(most, lines.size)
    asked.push(request.url ?? '')
    line.on('message', (text) => void asked.push(String(text)))
    line.on('close', () => lines.delete(line))
  })
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    get connections() {
      return connections
    },
    get mostLines() {
      return most
    },
    get lines() {
      return lines.size
    },
    say: (text: string) => lines.forEach((line) => line.send(text)),
    /** What was said so far has been read once this is over: a line is read in order, and answers. */
    heard: () =>
      Promise.all(
        [...lines].map(
          (line) =>
            new Promise<void>((resolve) => {
              line.once('pong', () => resolve()).once('close', () => resolve())
              line.ping()
            }),
        ),
      ),
    stop: () => {
      for (const line of lines) line.terminate()
      server.close()
    },
    hangUp: () => lines.forEach((line) => line.terminate()),
  }
}

/** Waits until something is so; refuses after twenty seconds. */
export const until = async (isTrue: () => boolean) => {
  const began = Date.now()
  while (!isTrue()) {
    if (Date.now() - began > 20_000) throw new Error('waited in vain')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
