import { pipeline, Readable } from 'node:stream'
import { constants, crc32, createDeflateRaw } from 'node:zlib'

/** One file of an archive; `content` is read once, as it is needed. */
export interface ZipEntry {
  name: string
  content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>
}

interface Written {
  name: Buffer
  crc: number
  packed: number
  size: number
  at: number
}

/** More would need another form of the archive (ZIP64). */
const mostBytes = 0xffff_ffff
const mostEntries = 0xffff
// Bit 3: sizes follow the content. Bit 11: names are UTF-8. 8: deflate.
const flags = 0x0808
const deflate = 8
const version = 20

/**
 * A ZIP archive (APPNOTE 6.3.10, without ZIP64) as it is written, never more of it in memory than one piece. `at` is the time of all
 * files, UTC. Throws where a file or the whole would be too large.
 */
export async function* streamZipArchive(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
  at: number,
  most = mostBytes,
): AsyncGenerator<Buffer> {
  const stamp = stampOf(at)
  const written: Written[] = []
  let offset = 0
  const sent = (bytes: Buffer): Buffer => {
    offset += bytes.length
    if (offset > most) throw new Error(`the archive is larger than ${most} bytes`)
    return bytes
  }
  for await (const { name, content } of entries) {
    const entry: Written = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, at: offset }
    yield sent(Buffer.concat([localHead(entry.name, stamp), entry.name]))
    for await (const piece of packed(content, entry)) {
      entry.packed += piece.length
      yield sent(piece)
    }
    if (entry.size > most) throw new Error(`${name} is larger than ${most} bytes`)
    yield sent(descriptorOf(entry))
    written.push(entry)
    if (written.length > mostEntries) throw new Error(`the archive has more than ${mostEntries} files`)
  }
  const directoryAt = offset
  for (const entry of written) yield sent(Buffer.concat([directoryHead(entry, stamp), entry.name]))
  yield sent(endOf(written.length, offset - directoryAt, directoryAt))
}

async function* packed(content: ZipEntry['content'], entry: Written): AsyncGenerator<Buffer> {
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const piece of content) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
      if (bytes.length === 0) continue
      entry.crc = crc32(bytes, entry.crc)
      entry.size += bytes.length
      yield bytes
    }
  }
  const squeezed = createDeflateRaw({ level: constants.Z_DEFAULT_COMPRESSION })
  // A failure of either side ends both, and comes out where the result is read.
  pipeline(Readable.from(counted(), { objectMode: false }), squeezed, () => {})
  yield* squeezed as AsyncIterable<Buffer>
}

/** Date and time as DOS had them: two seconds are the smallest step, 1980 the first year. */
function stampOf(at: number): number {
  const time = new Date(at)
  const date = ((time.getUTCFullYear() - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate()
  const clock = (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1)
  return ((date << 16) | clock) >>> 0
}

/** Fields of two (u16) or four (u32) bytes, least byte first. */
function fields(...parts: readonly (readonly [2 | 4, number])[]): Buffer {
  const bytes = Buffer.alloc(parts.reduce((sum, [size]) => sum + size, 0))
  let at = 0
  for (const [size, value] of parts) at = size === 2 ? bytes.writeUInt16LE(value, at) : bytes.writeUInt32LE(value, at)
  return bytes
}

const localHead = (name: Buffer, stamp: number): Buffer =>
  fields([4, 0x0403_4b50], [2, version], [2, flags], [2, deflate], [4, stamp], [4, 0], [4, 0], [4, 0], [2, name.length], [2, 0])

const descriptorOf = ({ crc, packed: squeezed, size }: Written): Buffer => fields([4, 0x0807_4b50], [4, crc], [4, squeezed], [4, size])

const directoryHead = ({ name, crc, packed: squeezed, size, at }: Written, stamp: number): Buffer =>
  fields(
    ...([
      [4, 0x0201_4b50],
      [2, version],
      [2, version],
      [2, flags],
      [2, deflate],
      [4, stamp],
    ] as const),
    ...([
      [4, crc],
      [4, squeezed],
      [4, size],
      [2, name.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, at],
    ] as const),
  )

const endOf = (count: number, size: number, at: number): Buffer =>
  fields([4, 0x0605_4b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, at], [2, 0])
