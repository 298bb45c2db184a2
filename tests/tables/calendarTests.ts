import { statSync } from 'node:fs'
import { join } from 'node:path'
import { isEndToEnd, longTests } from '../tiers.ts'
import { importsOf, root, sourcesUnder, textOf } from './sources.ts'

/** Sources that ask the machine's clock only how long something took or may take. */
const stopwatches = new Set([
  'server/db/embedded.ts',
  'server/http/pages/earlierBuilds.ts',
  'server/http/stream/priceStream.ts',
  'server/http/stream/streamReaders.ts',
  'tests/support/today.ts',
  'tests/support/waitUntilTrue.ts',
])

const clock = 'server/core/clock.ts'
const asksForNow = /Date\.now\(\)|new Date\(\)|\bsystemClock\b/
/** Tests that start servers as users do take minutes on each date, and ask nothing that the others do not. */
const startsServers = new Set<string>(['kills servers', 'starts servers'])

/** What another process imports is in no import: whoever starts one is taken to read a calendar. */
const startsProcesses = /'node:child_process'|startTestServer/

/**
 * The unit and integration tests that may come out differently on another date: those which ask the machine's clock, or import what does, the server's
 * own clock where it is started. Read off the sources at every run, so that none can be forgotten.
 */
export function calendarTests(): string[] {
  const files = ['src', 'sw', 'server', 'tests'].flatMap(sourcesUnder)
  const readers = new Map(files.map((file) => [file, file !== clock && !stopwatches.has(file) && asksForNow.test(textOf(file))]))
  const imports = new Map(files.map((file) => [file, importsOf(file).map(asFile)]))
  const reads = (file: string, seen = new Set<string>()): boolean => {
    if (seen.has(file)) return false
    seen.add(file)
    return readers.get(file) === true || (imports.get(file) ?? []).some((target) => reads(target, seen))
  }
  return files.filter((file) => isUnitTest(file) && (startsProcesses.test(textOf(file)) || reads(file)))
}

const isUnitTest = (file: string): boolean => /\.test\.tsx?$/.test(file) && !isEndToEnd(file) && !startsServers.has(longTests[file] ?? '')

/** What an import means by a folder. */
const asFile = (path: string): string =>
  statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory() ? join(path, 'index.ts') : path
