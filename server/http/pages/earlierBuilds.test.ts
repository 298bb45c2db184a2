import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createEarlierBuildFileStore } from './earlierBuilds.ts'
import { createAppFileServer } from './files.ts'

let root: string
let dist: string
let said: unknown[]
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'builds-'))
  dist = join(root, 'dist')
  said = []
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const kept = () => createEarlierBuildFileStore(join(root, 'builds'), (...words) => said.push(words))

/** What a build does: empties its folder, then writes its files, and says that it is finished. */
function build(id: string, assets: Record<string, string>, folder = dist): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'assets'), { recursive: true })
  for (const [name, text] of Object.entries({ ...assets, 'all.js': 'the same in all' })) {
    mkdirSync(dirname(join(folder, 'assets', name)), { recursive: true })
    writeFileSync(join(folder, 'assets', name), text)
  }
  writeFileSync(join(folder, 'index.html'), `<html data-build="${id}">`)
  writeFileSync(join(folder, 'version.json'), JSON.stringify({ build: id }))
}

/** What the app's files answer for this address; undefined where there is nothing. */
function serve(files: ReturnType<typeof createAppFileServer>, url: string): { body: string; cached: string } | undefined {
  const headers: Record<string, string> = {}
  let body = ''
  const reply = {
    header: (name: string, value: string) => ((headers[name] = value), reply),
    send: (bytes: Buffer) => (body = String(bytes)),
  }
  const isSent = files.send({ url, headers: {} } as FastifyRequest, reply as unknown as FastifyReply)
  return isSent ? { body, cached: headers['cache-control'] ?? '' } : undefined
}

it('serves the hashed files of the last three builds, and of none before', async () => {
  const earlier = kept()
  for (const id of ['one', 'two', 'three', 'four']) {
    build(id, { [`${id}.js`]: id, [`words/${id}/en.js`]: id })
    await earlier.storeBuild(dist)
  }
  const files = createAppFileServer(dist, earlier)
  await earlier.settled()
  await Promise.resolve()
  expect(serve(files, '/assets/four.js')).toEqual({ body: 'four', cached: 'public, max-age=31536000, immutable' })
  expect(serve(files, '/assets/three.js')?.body).toBe('three')
  expect(serve(files, '/assets/two.js')?.body).toBe('two')
  expect(serve(files, '/assets/words/two/en.js')?.body).toBe('two')
  expect(serve(files, '/assets/one.js')).toBeUndefined()
  // The page itself is of no build but the last.
  expect(serve(files, '/home')?.body).toContain('four')
  expect(readdirSync(join(root, 'builds')).sort()).toEqual(['four', 'three', 'two'])
  expect(said).toEqual([])
})

it('serves them in another place, as an image that has only its own build, and after a restart', async () => {
  build('one', { 'one.js': 'one' })
  await kept().storeBuild(dist)
  const image = join(root, 'image')
  build('two', { 'two.js': 'two' }, image)
  const earlier = kept()
  const files = createAppFileServer(image, earlier)
  await earlier.settled()
  await Promise.resolve()
  expect(serve(files, '/assets/one.js')?.body).toBe('one')
  expect(serve(files, '/assets/two.js')?.body).toBe('two')
})

it('serves the parts of an open page while a build empties its folder, and the next build once it is finished', async () => {
  build('one', { 'one.js': 'one' })
  const earlier = kept()
  const files = createAppFileServer(dist, earlier)
  await earlier.settled()
  await Promise.resolve()
  rmSync(dist, { recursive: true })
  expect(serve(files, '/assets/one.js')?.body).toBe('one')
  build('two', { 'two.js': 'two' })
  expect(serve(files, '/assets/two.js')?.body).toBe('two')
  await earlier.settled()
  build('three', {})
  serve(files, '/home')
  await earlier.settled()
  await Promise.resolve()
  expect(['one', 'two'].map((name) => serve(files, `/assets/${name}.js`)?.body)).toEqual(['one', 'two'])
})

it('counts a build that comes back as the newest', async () => {
  const earlier = kept()
  for (const id of ['one', 'two', 'three', 'one', 'four']) {
    build(id, {})
    await earlier.storeBuild(dist)
    await new Promise((later) => setTimeout(later, 5))
  }
  expect(earlier.folders().map((folder) => folder.split('/').at(-1))).toEqual(['four', 'one', 'three'])
})

it('keeps no build that is not finished or whose name leads elsewhere, and says where nothing can be kept', async () => {
  const earlier = kept()
  build('one', {})
  rmSync(join(dist, 'version.json'))
  await earlier.storeBuild(dist)
  build('../out', {})
  await earlier.storeBuild(dist)
  expect(earlier.folders()).toEqual([])
  expect(existsSync(join(root, 'out'))).toBe(false)
  expect(said).toEqual([])
  // A folder that cannot be made, as on a disk that takes nothing.
  writeFileSync(join(root, 'file'), '')
  const full = createEarlierBuildFileStore(join(root, 'file', 'builds'), (...words) => said.push(words))
  build('two', { 'two.js': 'two' })
  const files = createAppFileServer(dist, full)
  await full.settled()
  expect(said).toHaveLength(1)
  expect(serve(files, '/assets/two.js')?.body).toBe('two')
})

it('serves what is left when another server on the same disk removes a build', async () => {
  const earlier = kept()
  for (const id of ['one', 'two']) {
    build(id, { [`${id}.js`]: id })
    await earlier.storeBuild(dist)
  }
  const folders = earlier.folders()
  rmSync(join(root, 'builds', 'one'), { recursive: true })
  // What this server still believes to be there; a fault here would end it.
  const files = createAppFileServer(dist, { folders: () => folders, storeBuild: () => Promise.resolve(), settled: () => Promise.resolve() })
  await Promise.resolve()
  expect(serve(files, '/assets/two.js')?.body).toBe('two')
  expect(serve(files, '/assets/one.js')).toBeUndefined()
})

it('keeps a build whole when several servers keep it at once', async () => {
  const assets = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`words/${i}.js`, `words ${i}`]))
  build('one', assets)
  await Promise.all(Array.from({ length: 6 }, () => kept().storeBuild(dist)))
  expect(said).toEqual([])
  expect(readdirSync(join(root, 'builds'))).toEqual(['one'])
  expect(readdirSync(join(root, 'builds', 'one', 'assets', 'words'))).toHaveLength(60)
})

it('removes what a killed server had begun, an hour later, whatever the clock of the disk says', async () => {
  const [old, young] = [3_700_000, 60_000].map((ageMs) => `one.${Date.now() - ageMs}.${randomUUID()}.part`)
  const begun = [old, young, 'of no time.part'].map((name) => join(root, 'builds', `${name}`))
  begun.forEach((folder) => mkdirSync(folder, { recursive: true }))
  // A clock that is two days behind.
  const at = new Date(Date.now() - 2 * 86_400_000)
  begun.forEach((folder) => utimesSync(folder, at, at))
  build('one', {})
  await kept().storeBuild(dist)
  expect(readdirSync(join(root, 'builds')).sort()).toEqual(['one', young])
})
