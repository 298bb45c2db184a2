import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { copyFile, link, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { log, type LogError } from '../../core/log.ts'

/** This many builds stay served, with the one that is served now. */
const buildsKept = 3
/** Far longer than a copy takes. */
const abandonedAfterMs = 3_600_000

export interface EarlierBuildFileStore {
  /** Where the files of earlier builds are, newest first; none of them may be there. */
  folders(): readonly string[]
  /** Keeps the hashed files of the build in this folder for after the next ones. Never throws: what cannot be kept is not served later. */
  storeBuild(dist: string): Promise<void>
  /** Waits for what is being kept. */
  settled(): Promise<void>
}

/**
 * The hashed files of the last builds that were served from here, so that a page which was open before a release still finds its parts. They are
 * kept in a folder of their own, since a build empties the one that it writes to, and an image has no build but its own. A file is a second name
 * of the first where the disk allows it, and costs no room then.
 */
export function createEarlierBuildFileStore(folder: string, report: LogError = log.error): EarlierBuildFileStore {
  let folders: readonly string[] = []
  let last = Promise.resolve()
  const step = async (dist: string): Promise<void> => {
    const build = buildIn(dist)
    if (build === undefined) return
    const own = join(folder, build)
    if (!existsSync(own)) await take(join(dist, 'assets'), own, folders)
    // A build that comes back is the newest again.
    await utimes(own, new Date(), new Date()).catch(unlessGone)
    const byAge = await newestFirst(folder)
    await Promise.all(byAge.slice(buildsKept).map((old) => rm(old, { recursive: true, force: true })))
    folders = byAge.slice(0, buildsKept)
  }
  return {
    folders: () => folders,
    settled: () => last,
    storeBuild: (dist) => (last = last.then(() => step(dist)).catch((fault: unknown) => report('earlier builds are not kept', fault))),
  }
}

/** The name of the build, whose file says when it is finished. A name that could lead elsewhere is none. */
function buildIn(dist: string): string | undefined {
  try {
    const { build } = JSON.parse(readFileSync(join(dist, 'version.json'), 'utf8')) as { build: unknown }
    return typeof build === 'string' && /^[\w-]+$/.test(build) ? build : undefined
  } catch {
    return undefined
  }
}

/** All of it or nothing: what is begun has another name until it is finished, and one of its own where two servers begin at once. */
async function take(assets: string, own: string, earlier: readonly string[]): Promise<void> {
  // Its age is that of its name: the disk's clock may be another than this server's.
  const begun = `${own}.${Date.now()}.${randomUUID()}.part`
  try {
    await copyInto(begun, assets, earlier)
    await rename(begun, own)
  } catch (fault) {
    await rm(begun, { recursive: true, force: true })
    // Another server has taken the same build meanwhile.
    if (!existsSync(own)) throw fault
  }
}

async function copyInto(begun: string, assets: string, earlier: readonly string[]): Promise<void> {
  for (const entry of await readdir(assets, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const name = relative(assets, join(entry.parentPath, entry.name))
    const known = earlier.map((folder) => join(folder, 'assets', name)).find((file) => existsSync(file))
    const to = join(begun, 'assets', name)
    await mkdir(dirname(to), { recursive: true })
    await link(known ?? join(assets, name), to).catch(() => copyFile(join(assets, name), to))
  }
}

/** The kept builds, and what another server removes meanwhile is none of them. What a killed server began an hour ago goes. */
async function newestFirst(folder: string): Promise<string[]> {
  const found = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const path = join(folder, name)
      return { path, atMs: (await stat(path).catch(unlessGone))?.mtimeMs }
    }),
  )
  const byAge = found.filter((build): build is { path: string; atMs: number } => build.atMs !== undefined).sort((a, b) => b.atMs - a.atMs)
  const abandoned = byAge.filter(({ path }) => Date.now() - (begunAtMs(path) ?? Infinity) > abandonedAfterMs)
  await Promise.all(abandoned.map(({ path }) => rm(path, { recursive: true, force: true })))
  return byAge.filter(({ path }) => begunAtMs(path) === undefined).map(({ path }) => path)
}

/** When what is in this folder was begun, by the clock of the server that did; undefined for a finished one. */
function begunAtMs(path: string): number | undefined {
  return path.endsWith('.part') ? Number(/\.(\d+)\.[\w-]+\.part$/.exec(path)?.[1] ?? 0) : undefined
}

/** Undefined for a file or folder that is not there any more; any other fault is thrown on. */
function unlessGone(fault: unknown): undefined {
  if ((fault as NodeJS.ErrnoException).code !== 'ENOENT') throw fault
}
