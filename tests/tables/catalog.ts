import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './sources.ts'

/** Context and msgid → msgstr of one catalog; the header is left out. */
export function catalog(locale: string): Map<string, string> {
  const text = readFileSync(join(root, `locales/${locale}/messages.po`), 'utf8')
  const entries = text.split(/\n\n+/).flatMap((block): [string, string][] => {
    const id = field(block, 'msgid')
    const context = field(block, 'msgctxt')
    return id && !/^#~/m.test(block) ? [[context ? `${context}: ${id}` : id, field(block, 'msgstr') ?? '']] : []
  })
  return new Map(entries)
}

/** A field of a po entry, with its continued lines joined. */
function field(block: string, name: string): string | undefined {
  const found = new RegExp(`^${name} ("(?:[^"\\\\]|\\\\.)*"(?:\\n"(?:[^"\\\\]|\\\\.)*")*)`, 'm').exec(block)
  return found?.[1]
    ?.split('\n')
    .map((line) => JSON.parse(line) as string)
    .join('')
}
