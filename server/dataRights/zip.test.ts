import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { unzip } from '../../tests/support/unzip.ts'
import { type ZipEntry, streamZipArchive } from './zip.ts'

const at = Date.UTC(2026, 10, 21, 5, 6, 8)
async function zip(entries: ZipEntry[], most?: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of streamZipArchive(entries, at, most)) pieces.push(piece)
  return Buffer.concat(pieces)
}

it('packs files that unpack to what they were, empty ones and names of all languages too', async () => {
  const noise = randomBytes(3_000_000)
  async function* slow() {
    yield 'a,b\r\n'
    await Promise.resolve()
    yield Buffer.from('ä,🙂\r\n')
  }
  const bytes = await zip([
    { name: 'ledger.csv', content: slow() },
    { name: 'bilder/写真.jpg', content: [noise] },
    { name: 'empty.json', content: [] },
  ])
  const files = unzip(bytes)
  expect([...files.keys()]).toEqual(['ledger.csv', 'bilder/写真.jpg', 'empty.json'])
  expect(files.get('ledger.csv')?.toString()).toBe('a,b\r\nä,🙂\r\n')
  expect(files.get('bilder/写真.jpg')?.equals(noise)).toBe(true)
  expect(files.get('empty.json')?.length).toBe(0)
  // 2026-11-21, 05:06:08.
  expect([bytes.readUInt16LE(12) >> 9, (bytes.readUInt16LE(12) >> 5) & 15, bytes.readUInt16LE(12) & 31]).toEqual([46, 11, 21])
  expect([bytes.readUInt16LE(10) >> 11, (bytes.readUInt16LE(10) >> 5) & 63, (bytes.readUInt16LE(10) & 31) * 2]).toEqual([5, 6, 8])
  expect(unzip(await zip([])).size).toBe(0)
})

it('is the same bytes for the same content, and refuses what it cannot hold', async () => {
  const entry = () => [{ name: 'a', content: ['x'.repeat(100_000)] }]
  expect((await zip(entry())).equals(await zip(entry()))).toBe(true)
  await expect(zip(entry(), 50_000)).rejects.toThrow('a is larger than 50000 bytes')
  await expect(zip([{ name: 'a', content: [randomBytes(60_000)] }], 50_000)).rejects.toThrow('larger than 50000 bytes')
})

it('ends with the failure of what it reads', async () => {
  async function* failing() {
    yield 'begun'
    await Promise.resolve()
    throw new Error('the database is away')
  }
  await expect(zip([{ name: 'a', content: failing() }])).rejects.toThrow('the database is away')
})
