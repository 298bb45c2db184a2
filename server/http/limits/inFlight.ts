import type { EventEmitter } from 'node:events'

/** Requests of each address that have begun and not ended: from their headers to the last byte of the answer, or the end of their connection. */
export interface AddressInFlightLimiter {
  /**
   * Counts one more of that address on that connection. False when it has too many: nothing is counted, and it should be refused.
   * `onEnd` is called once when it has ended.
   */
  enter(address: string, socket: EventEmitter, reply: EventEmitter, onEnd?: () => void): boolean
}

/** Each address may have `maxPerAddress` at a time. Memory is bounded by what is open. */
export function createAddressInFlightLimiter(maxPerAddress: number): AddressInFlightLimiter {
  const counts = new Map<string, number>()
  // An answer that waits behind another on its connection never hears that the connection ended, so the connection is listened to as well.
  const openOf = new WeakMap<EventEmitter, Set<() => void>>()
  const leave = (address: string): void => {
    const others = (counts.get(address) ?? 1) - 1
    if (others > 0) counts.set(address, others)
    else counts.delete(address)
  }
  const requestsOn = (socket: EventEmitter): Set<() => void> => {
    const known = openOf.get(socket)
    if (known) return known
    const open = new Set<() => void>()
    openOf.set(socket, open)
    socket.once('close', () => {
      for (const end of open) end()
    })
    return open
  }
  return {
    enter(address, socket, reply, onEnd) {
      const count = counts.get(address) ?? 0
      if (count >= maxPerAddress) return false
      counts.set(address, count + 1)
      const open = requestsOn(socket)
      const end = (): void => {
        if (!open.delete(end)) return
        leave(address)
        onEnd?.()
      }
      open.add(end)
      reply.once('finish', end)
      reply.once('close', end)
      return true
    },
  }
}
