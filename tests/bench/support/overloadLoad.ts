import { connect } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Answered, LoadOrder, LoadResult } from '../overload.ts'

// The load of an overload, in a process of its own and as cheap as it can be: bytes made beforehand go over plain sockets, and of an answer
// its status, its length and its time are read. What a request takes is counted from the moment its bytes are handed to the socket: until
// the server has made the answer, by the time that the answer says (one clock, as both are on one machine), and until the answer is here.

/** What was due longer ago, because this process was kept from running, is left out: a crowd does not hold its breath and then come at once. */
const mostLateMs = 20
const timeField = '"timestamp":'

process.on('message', (order: LoadOrder) => void run(order).then((result) => process.send?.(result)))
process.once('disconnect', () => process.exit(0))
process.send?.('ready')

async function run({ port, requests, mode, perSecond, seconds, connections }: LoadOrder): Promise<LoadResult> {
  const bytes = requests.map((text) => Buffer.from(text))
  const lag = monitorEventLoopDelay({ resolution: 1 })
  const answers: Answered[] = []
  const lines: Line[] = []
  const idle: Line[] = []
  let requested = 0
  let leftOut = 0
  let isOver = false
  const ask = (line: Line): void => line.ask(bytes[requested++ % bytes.length]!)
  const open = (): Line => {
    const line = openLine(port, (answer) => {
      answers.push(answer)
      if (mode === 'closed' && !isOver && answer.status !== 0) ask(line)
      else if (answer.status !== 0) idle.push(line)
    })
    lines.push(line)
    return line
  }
  const first = Array.from({ length: connections }, open)
  await Promise.all(first.map(({ opened }) => opened))
  lag.enable()
  const began = performance.now()
  const end = began + seconds * 1_000
  if (mode === 'closed') {
    for (const line of first) ask(line)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
  } else {
    idle.push(...first)
    for (let now = began; now < end; now = performance.now()) {
      const due = Math.floor(((now - began) / 1_000) * perSecond)
      leftOut += Math.max(0, due - requested - leftOut - Math.ceil((mostLateMs / 1_000) * perSecond))
      // Where all connections wait for an answer there is one more, as in a crowd.
      while (requested + leftOut < due) ask(idle.pop() ?? open())
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }
  isOver = true
  const tookSeconds = (performance.now() - began) / 1_000
  lag.disable()
  // Nobody asks any more; what is on its way has ten seconds.
  for (let n = 0; n < 1_000 && answers.length < requested; n++) await new Promise((resolve) => setTimeout(resolve, 10))
  for (const line of lines) line.end()
  return {
    requested,
    leftOut,
    answers,
    seconds: tookSeconds,
    lagP99Ms: Math.max(0, lag.percentile(99) / 1e6 - 1),
    connections: lines.length,
  }
}

/** The envelope says when the server had the answer, in whole milliseconds. */
function timeOf(heard: string): number {
  const at = heard.lastIndexOf(timeField)
  return at < 0 ? Number.NaN : Number.parseInt(heard.slice(at + timeField.length), 10)
}

interface Line {
  opened: Promise<void>
  /** Sends one request. What comes of it is told, of the end of the connection as the status 0. */
  ask(request: Buffer): void
  end(): void
}

/** One connection with one request on it at a time. */
function openLine(port: number, onAnswer: (answer: Answered) => void): Line {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let heard = ''
  let sentMs: number | undefined
  let sentAt = 0
  let isBroken = false
  const done = (status: number, madeAt: number): void => {
    if (sentMs === undefined) return
    const answer = { status, madeAfterMs: madeAt - sentAt, tookMs: performance.now() - sentMs }
    sentMs = undefined
    heard = ''
    onAnswer(answer)
  }
  socket.setEncoding('latin1')
  socket.on('data', (text: string) => {
    heard += text
    const head = heard.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = /content-length: (\d+)/i.exec(heard.slice(0, head))
    const isWhole = length ? heard.length >= head + 4 + Number(length[1]) : heard.endsWith('0\r\n\r\n')
    if (isWhole) done(Number(heard.slice(9, 12)), timeOf(heard))
  })
  const opened = new Promise<void>((resolve) => socket.once('connect', resolve).once('close', resolve))
  socket.on('error', () => {})
  socket.on('close', () => {
    isBroken = true
    done(0, Number.NaN)
  })
  return {
    opened,
    ask: (request) => {
      sentMs = performance.now()
      sentAt = Date.now()
      if (isBroken) done(0, Number.NaN)
      else socket.write(request)
    },
    end: () => socket.destroy(),
  }
}
