import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'

interface Where {
  port: number
  host: string
  backlog?: number
  reusePort?: boolean
}

export interface ConnectionAcceptors {
  /** What the server itself is to listen with, so that the others can stand beside it. Refuses EADDRINUSE where somebody else listens. */
  prepare(port: number, host: string): Promise<Where>
  /** Opens the others where the server listens by now. */
  open(): Promise<void>
  /** No more connections; ends with the last that came in here. */
  close(): Promise<void>
}

/**
 * The event loop takes one new connection of each listening socket a round. A round of a busy server lasts some milliseconds, so that a crowd
 * of whom each comes on a connection of its own would wait seconds to be told that there is no room. With so many sockets on one port the
 * kernel deals the connections out among them, and each round takes as many.
 */
const acceptorCount = 16
/** Connections that the kernel keeps for each until the loop comes to them; one more is dropped there, and its caller tries again a second later. */
const backlog = 1_024
/** Elsewhere a second socket on a port is refused, or gets nothing. */
const canShare = process.platform === 'linux'

/** More ways in to the same server, whose connections it treats as its own. */
export function createConnectionAcceptors(server: Server): ConnectionAcceptors {
  const others = Array.from({ length: canShare ? acceptorCount - 1 : 0 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket)),
  )
  return {
    async prepare(port, host) {
      // One that shares its port is also given one that another server shares: whether it is free tells one that does not.
      if (canShare && port !== 0) {
        const probe = createServer()
        await listening(probe, { port, host })
        await closed(probe)
      }
      return { port, host, backlog, ...(canShare && { reusePort: true }) }
    },
    async open() {
      const { port, address } = server.address() as AddressInfo
      await Promise.all(others.map((other) => listening(other, { port, host: address, backlog, reusePort: true })))
    },
    async close() {
      await Promise.all(others.filter(({ listening: isOpen }) => isOpen).map(closed))
    },
  }
}

type Listener = ReturnType<typeof createServer>

async function listening(listener: Listener, where: Where): Promise<void> {
  listener.listen(where)
  await once(listener, 'listening')
}

const closed = (listener: Listener): Promise<void> => new Promise((resolve) => listener.close(() => resolve()))
