import { crc32, inflateRawSync } from 'node:zlib'

/** Reads a ZIP archive by its directory, as unpackers do; throws where anything in it does not fit. */
export function unzip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0) throw new Error('no directory')
  const [count, size, start] = [bytes.readUInt16LE(end + 10), bytes.readUInt32LE(end + 12), bytes.readUInt32LE(end + 16)]
  if (start + size !== end) throw new Error('the directory does not end where it should')
  const files = new Map<string, Buffer>()
  let at = start
  for (let n = 0; n < count; n++) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) throw new Error('no entry')
    const [crc, packed, plain] = [bytes.readUInt32LE(at + 16), bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)]
    const [nameSize, extra, comment] = [bytes.readUInt16LE(at + 28), bytes.readUInt16LE(at + 30), bytes.readUInt16LE(at + 32)]
    const local = bytes.readUInt32LE(at + 42)
    const name = bytes.toString('utf8', at + 46, at + 46 + nameSize)
    if (bytes.readUInt32LE(local) !== 0x04034b50) throw new Error(`${name} is not where the directory says`)
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const content = inflateRawSync(bytes.subarray(from, from + packed))
    if (content.length !== plain || crc32(content) !== crc) throw new Error(`${name} is broken`)
    if (bytes.readUInt32LE(from + packed) !== 0x08074b50) throw new Error(`${name} has no descriptor`)
    if (files.has(name)) throw new Error(`${name} is there twice`)
    files.set(name, content)
    at += 46 + nameSize + extra + comment
  }
  if (at !== end) throw new Error('the directory is longer than it says')
  return files
}
