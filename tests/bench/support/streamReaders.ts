import { WebSocket } from 'ws'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { priceStreamPath } from '#contract/priceStream.ts'
import { ageMs } from './streamFeed.ts'

// A share of the fan-out bench's readers, each from an address of its own and with a screenful of markets.

/** What the readers of this process received since 'begin'. */
export interface Received {
  frames: number
  ticks: number
  bytes: number
  closed: number
  /** Since 'begin'. */
  seconds: number
  latencies: number[]
}

const [origin = '', first = '0', count = '0'] = process.argv.slice(2)
const onScreen = 12
const atOnce = 50

let received: Received | undefined
let beganMs = 0
let closed = 0

function hear(text: string): void {
  if (!received || !text.startsWith('[{"c":"tick"')) return
  received.frames++
  received.bytes += text.length
  received.ticks += text.split('"c":"tick"').length - 1
  const price = /"p":"(\d+)/.exec(text)?.[1]
  if (price) received.latencies.push(ageMs(Number(price)))
}

function open(reader: number): Promise<void> {
  const socket = new WebSocket(origin.replace('http', 'ws') + priceStreamPath, {
    headers: { 'x-forwarded-for': `10.${(reader >> 16) & 255}.${(reader >> 8) & 255}.${reader & 255}` },
    perMessageDeflate: false,
  })
  const ch = Array.from({ length: onScreen }, (_, row) => `tick:${symbolSeeds[(reader + row) % symbolSeeds.length]!.symbol}`)
  socket.on('message', (bytes: Buffer) => hear(bytes.toString('latin1')))
  socket.on('close', () => closed++)
  return new Promise((done, fail) => {
    socket.once('error', fail)
    socket.once('open', () => {
      socket.send(JSON.stringify({ op: 'sub', ch }))
      done()
    })
  })
}

process.on('message', (asked: 'begin' | 'end') => {
  if (asked === 'begin') {
    received = { frames: 0, ticks: 0, bytes: 0, closed: 0, seconds: 0, latencies: [] }
    beganMs = performance.now()
  } else process.send?.({ ...received, closed, seconds: (performance.now() - beganMs) / 1_000 }, () => process.exit(0))
})
process.once('disconnect', () => process.exit(0))

for (let reader = 0; reader < Number(count); reader += atOnce)
  await Promise.all(Array.from({ length: Math.min(atOnce, Number(count) - reader) }, (_, n) => open(Number(first) + reader + n)))
process.send?.('ready')
