import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { createAddressInFlightLimiter } from './inFlight.ts'

const entered = (flight: ReturnType<typeof createAddressInFlightLimiter>, address: string, socket = new EventEmitter()) => {
  const reply = new EventEmitter()
  return { ok: flight.enter(address, socket, reply), reply, socket }
}

test('an address has its own limit, and what ends makes room', () => {
  const flight = createAddressInFlightLimiter(2)
  const first = entered(flight, 'a')
  expect([first.ok, entered(flight, 'a').ok, entered(flight, 'a').ok, entered(flight, 'b').ok]).toEqual([true, true, false, true])
  first.reply.emit('close')
  first.reply.emit('close')
  expect([entered(flight, 'a').ok, entered(flight, 'a').ok]).toEqual([true, false])
})

test('a connection that ends gives back all that waited on it, once', () => {
  const flight = createAddressInFlightLimiter(3)
  const { socket, reply } = entered(flight, 'a')
  entered(flight, 'a', socket)
  entered(flight, 'a', socket)
  expect(socket.listenerCount('close')).toBe(1)
  socket.emit('close')
  reply.emit('close')
  expect([1, 2, 3, 4].map(() => entered(flight, 'a').ok)).toEqual([true, true, true, false])
})
