import { createServer, type Server } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { StartupError } from './config.ts'
import { listenHttpServer } from './listen.ts'

const open: Server[] = []
afterEach(() => open.splice(0).forEach((server) => server.close()))

const listener = () => ({
  listen: (port: number, host: string) =>
    new Promise<number>((resolve, reject) => {
      const server = createServer()
      open.push(server)
      server.once('error', reject).listen(port, host, () => resolve((server.address() as { port: number }).port))
    }),
})

it('says the address, also for a free port and for every address', async () => {
  expect(await listenHttpServer(listener(), { port: 0, host: '127.0.0.1' })).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(await listenHttpServer(listener(), { port: 0, host: '0.0.0.0' })).toMatch(/^http:\/\/localhost:\d+$/)
})

it('refuses a port in use and a foreign host in one sentence', async () => {
  const port = Number(new URL(await listenHttpServer(listener(), { port: 0, host: '127.0.0.1' })).port)
  await expect(listenHttpServer(listener(), { port, host: '127.0.0.1' })).rejects.toThrow(
    new StartupError(`Port ${port} on 127.0.0.1 is already in use: set PORT to another one.`),
  )
  await expect(listenHttpServer(listener(), { port: 0, host: '192.0.2.1' })).rejects.toThrow(
    new StartupError('This machine has no address "192.0.2.1": set HOST to another one.'),
  )
})
