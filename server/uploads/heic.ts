import { Worker } from 'node:worker_threads'
import { Refusal } from '#contract/refusals.ts'

/** Pixels in rows, four bytes each: red, green, blue, alpha. */
export interface RgbaPixels {
  width: number
  height: number
  pixels: Uint8Array
}

const longestMs = 20_000
const worker = new URL('./heicWorker.ts', import.meta.url)

/** The pixels of a HEIC picture, upright. Refuses imageTooLarge, and imageUnreadable for what cannot be decoded in 20 s. */
export async function decodeHeic(bytes: Uint8Array, mostPixels: number): Promise<RgbaPixels> {
  const thread = new Worker(worker, { workerData: { bytes, mostPixels }, resourceLimits: { maxOldGenerationSizeMb: 256 } })
  const cut = setTimeout(() => void thread.terminate(), longestMs)
  try {
    const answer = await new Promise<RgbaPixels | { tooLarge: true }>((resolve, reject) => {
      thread.once('message', resolve)
      thread.once('error', reject)
      thread.once('exit', () => reject(new Error('no answer')))
    })
    if ('tooLarge' in answer) throw new Refusal('imageTooLarge', { maxPixels: mostPixels })
    return answer
  } catch (fault) {
    throw fault instanceof Refusal ? fault : new Refusal('imageUnreadable')
  } finally {
    clearTimeout(cut)
    void thread.terminate()
  }
}
