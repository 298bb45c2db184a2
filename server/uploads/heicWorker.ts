import { parentPort, workerData } from 'node:worker_threads'
import decode from 'heic-decode'

// A thread of its own: this decoder computes for seconds without a pause, and prices must not wait for it.

interface Ask {
  bytes: Uint8Array
  mostPixels: number
}

type Decodable = Awaited<ReturnType<typeof decode.all>>[number]

const { bytes, mostPixels } = workerData as Ask
// Its types leave out that a picture says its size before it is decoded.
const [first] = (await decode.all({ buffer: bytes })) as (Decodable & { width: number; height: number })[]
const area = first ? first.width * first.height : 0
if (!first || !(area > 0)) throw new Error('no picture')
if (area > mostPixels) {
  parentPort?.postMessage({ tooLarge: true })
} else {
  const { width, height, data } = await first.decode()
  const pixels = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  parentPort?.postMessage({ width, height, pixels }, [data.buffer as ArrayBuffer])
}
