import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createConnectionAcceptors } from './acceptors.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

const host = '127.0.0.1'
const isLinux = process.platform === 'linux'

async function opened(port = 0, server: Server = createServer()) {
  const acceptors = createConnectionAcceptors(server)
  ends.push(() => {
    void acceptors.close()
    server.closeAllConnections()
    server.close()
  })
  const where = await acceptors.prepare(port, host)
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(where, resolve))
  await acceptors.open()
  return { acceptors, server, port: (server.address() as AddressInfo).port }
}

const count = 64

/** Connections that all wait in the kernel when this ends, since this process could not take them meanwhile. */
const crowd = (port: number) =>
  execFileSync(process.execPath, [
    '-e',
    `let open = 0
    for (let n = 0; n < ${count}; n++)
      require('net').connect(${port}, '${host}', () => ++open === ${count} && process.exit())`,
  ])

test.runIf(isLinux)('a round of the loop takes many new connections', async () => {
  const server = createServer()
  let taken = 0
  server.on('connection', () => taken++)
  const { port } = await opened(0, server)
  crowd(port)
  let rounds = 0
  while (taken < count) {
    rounds++
    await new Promise((resolve) => void setImmediate(resolve))
  }
  // One socket would need as many rounds as there are connections.
  expect(rounds).toBeLessThan(count / 2)
})

test.runIf(isLinux)('whichever way a request came in, it is answered before the server is closed', async () => {
  const held: ServerResponse[] = []
  const server = createServer((_, response) => void held.push(response))
  const { acceptors, port } = await opened(0, server)
  const heard = Array.from({ length: count }, () => {
    const socket = connect(port, host)
    const line = { text: '', socket, ended: once(socket, 'close') }
    line.socket.on('data', (chunk) => (line.text += String(chunk)))
    line.socket.on('error', () => {})
    line.socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    return line
  })
  await expect.poll(() => held.length).toBe(count)
  // Node's own note of who took the connection.
  const isFromMain = ({ socket }: ServerResponse) => Reflect.get(socket!, '_server') === server
  const end = (response: ServerResponse) => response.setHeader('connection', 'close').end('done')
  const main = held.filter(isFromMain)
  const others = held.filter((response) => !main.includes(response))
  let areClosed = false
  const closing = acceptors.close().then(() => (areClosed = true))
  const mainClosed = new Promise((resolve) => server.close(resolve))
  main.forEach(end)
  await mainClosed
  expect(others.length).toBeGreaterThan(0)
  expect(areClosed).toBe(false)
  others.forEach(end)
  await closing
  // The server is done with an answer once the kernel has it; these here may read it rounds later.
  await Promise.all(heard.map(({ ended }) => ended))
  expect(heard.map(({ text }) => text.slice(-4))).toEqual(heard.map(() => 'done'))
})

test('a port that is taken is refused, also where the other shares it with itself', async () => {
  const { port } = await opened()
  await expect(opened(port)).rejects.toThrow('EADDRINUSE')
})

test('a port that was closed can be had again', async () => {
  const { port, server, acceptors } = await opened()
  await Promise.all([acceptors.close(), new Promise((resolve) => server.close(resolve))])
  expect((await opened(port)).port).toBe(port)
})
