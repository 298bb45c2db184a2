import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { ApiCall } from '#contract/call.ts'
import { contract } from '#contract/contract.ts'
import { refusalKeyOfName, refusals } from '#contract/refusals.ts'
import { noticeTextsByKind } from '#server/notifications/noticeTexts.ts'
import { root, sourcesUnder, textOf } from '../sources.ts'

// Names that other builds, phones, databases and programs know. A change here breaks what is already out there: what is kept on a phone is lost, a
// page that is open misunderstands its worker, a server of the build before misunderstands the new one.

const product = ['src', 'sw', 'server'].flatMap(sourcesUnder).filter((file) => !/\.test\.tsx?$/.test(file))
const inFolders = (...folders: string[]): string[] => product.filter((file) => folders.some((folder) => file.startsWith(`${folder}/`)))

/** What the groups of this expression hold in this file, as often as they do. */
const matches = (file: string, expression: RegExp): string[] =>
  [...textOf(file).matchAll(expression)].map(([, ...groups]) => groups.filter((group) => group !== undefined).join(' '))

/** What they hold in any of these files, each once and in order. */
const found = (files: readonly string[], expression: RegExp): string[] =>
  [...new Set(files.flatMap((file) => matches(file, expression)))].toSorted()

/** Names of databases, tables, entries, tags and marks that stay on a phone when the app is closed or another build comes. */
const onTheDevice = (): string[] =>
  found(
    inFolders('src', 'sw'),
    /(?:\w*(?:[kK]ey|Tag|Header|TableName) = |(?:openOfflineTable|createStore|(?:read|write|remove)LocalStorage|(?:get|set|remove)Item)\()'([^']+)'/g,
  )

/** Words between a page and a worker, of which each may be of another build. */
const pageAndWorker = (): string[] => found(['sw/messages.ts'], /type: '(\w+)'/g)

/** What servers that share a database call to each other. */
const topics = (): string[] => found(inFolders('server'), /\b(?:notices|pubsub)[?!]?\.{1,2}(?:on|publish)\('(\w+)'/g)

/**
 * Numbers of advisory locks: two builds that run side by side must mean the same by them. With how often each is written, so that one that takes the
 * number of another is seen too.
 */
function locks(): Record<string, number> {
  const number = /pg_\w*advisory\w+\((\d+)|\b[lL]ockClass = ([\d_]+)|\b\w*[lL]ock = (\[[\d, ]+\]|\d+)|hashtextextended\(\$1, (\d+)\)/g
  const uses = Map.groupBy(
    inFolders('server').flatMap((file) => matches(file, number)),
    (each) => each,
  )
  return Object.fromEntries([...uses].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([each, all]) => [each, all.length]))
}

/** What each kind of text claims that the server signs and a phone gives back. Fields that are written out where it is signed are not seen here. */
function signedTexts(): Record<string, string[]> {
  const files = inFolders('server').filter(
    (file) => file !== 'server/core/signedText.ts' && /\bsignClaimsToken\(key|signClaimsToken\(await|`ct1\./.test(textOf(file)),
  )
  const claims = /(?:interface \w*(?:Claims|Confirmed\w*)[^{]*|const Claims = z\.object\()\{([^}]*)\}/g
  return Object.fromEntries(
    files.map((file) => {
      const kinds = found([file], /\b(?:kind|\w+Kind) = '(\w+)'|\? '(s\w\d)' : '(s\w\d)'|`(ct1)\./g)
      const fields = [...textOf(file).matchAll(claims)].flatMap(([, body = '']) =>
        [...body.matchAll(/^\s*(\w+)\??:/gm)].map(([, name = '']) => name),
      )
      return [kinds.join(' '), fields.toSorted()] as const
    }),
  )
}

/** What the staff type. */
const operatorCommands = (): string[] => found(inFolders('server/operator/commands'), /^\s+name: '([^']+)',\n\s+needs:/gm)

/** How a unit of a fund stands in the record: the names of its parts, and what stands for the rules. */
const unitLeaf = (): string[] => [
  ...found(['server/products/quant/quantNav.ts'], /`(\w+)=\$\{/g),
  ...found(['src/rules/earn/fund.ts'], /quantFundRulesVersion = '(\w+)'/g),
]

/** Migrations that databases have gone through, by the hash of their text. */
const migrations = (): Record<string, string> => {
  const folder = join(root, 'server/db/migrations')
  const hash = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
      .slice(0, 16)
  return Object.fromEntries(
    readdirSync(folder)
      .toSorted()
      .map((name) => [name, hash(name)]),
  )
}

type JsonSchema = Record<string, unknown>

const shape = (schema: z.ZodMiniType): string => written(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))

/** A schema as one would write its type, with what else it asks for in brackets: `{id: string[pattern="^a"], left?: 0 | 1}`. */
function written(schema: JsonSchema): string {
  const { $schema, type, const: only, enum: each, anyOf, allOf, items, properties, required, additionalProperties, ...more } = schema
  void $schema
  const rest = Object.entries(more).filter(([, value]) => Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER)
  const asked = rest.map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(' ')
  return `${core()}${asked && `[${asked}]`}`

  function core(): string {
    if (only !== undefined) return JSON.stringify(only)
    // The list of languages has its own place; one more is no break.
    if (Array.isArray(each) && each.includes('zh-tw')) return 'language'
    if (Array.isArray(each)) return each.map((value) => JSON.stringify(value)).join(' | ')
    if (Array.isArray(anyOf)) return `(${(anyOf as JsonSchema[]).map(written).join(' | ')})`
    if (Array.isArray(allOf)) return `(${(allOf as JsonSchema[]).map(written).join(' & ')})`
    if (properties)
      return `{${Object.entries(properties as Record<string, JsonSchema>)
        .map(field)
        .join(', ')}}`
    if (type === 'array') return `${items ? written(items as JsonSchema) : ''}[]`
    if (type === 'object')
      return `record of ${typeof additionalProperties === 'object' ? written(additionalProperties as JsonSchema) : 'any'}`
    return [type ?? 'any'].flat().join(' | ')
  }

  function field([name, of]: [string, JsonSchema]): string {
    return `${name}${(required as string[] | undefined)?.includes(name) ? '' : '?'}: ${written(of)}`
  }
}

/** Every call: who may, what it takes and gives. */
const calls = (): Record<string, unknown> =>
  Object.fromEntries(
    Object.values(contract)
      .flatMap((domain) => Object.values(domain as Record<string, ApiCall>))
      .map((call) => [
        `${call.method} ${call.path}`,
        { access: call.access, takes: shape(call.method === 'GET' ? call.params : call.body), gives: shape(call.reply) },
      ]),
  )

/** Everything that is frozen, by the file in this folder that holds it. */
export const frozen = (): Record<string, unknown> => ({
  'names.json': {
    onTheDevice: onTheDevice(),
    pageAndWorker: pageAndWorker(),
    topics: topics(),
    locks: locks(),
    signedTexts: signedTexts(),
    notices: Object.keys(noticeTextsByKind).toSorted(),
    refusals: Object.fromEntries(
      Object.entries(refusals).map(([name, { code }]) => [refusalKeyOfName(name as keyof typeof refusals), code]),
    ),
    operatorCommands: operatorCommands(),
    unitLeaf: unitLeaf(),
    migrations: migrations(),
  },
  'calls.json': calls(),
})

/** As it is written: a line for each entry of an object's first two levels, so that a difference is read at a glance. */
export function frozenText(value: unknown): string {
  const lines = Object.entries(value as Record<string, unknown>).map(([name, entry]) => {
    const isTable = typeof entry === 'object' && entry !== null && !Array.isArray(entry) && !('takes' in entry)
    if (!isTable && !Array.isArray(entry)) return `  ${JSON.stringify(name)}: ${JSON.stringify(entry)}`
    const [open, close] = isTable ? ['{', '}'] : ['[', ']']
    const inner = Object.entries(entry).map(([key, each]) => `    ${isTable ? `${JSON.stringify(key)}: ` : ''}${JSON.stringify(each)}`)
    return `  ${JSON.stringify(name)}: ${open}\n${inner.join(',\n')}\n  ${close}`
  })
  return `{\n${lines.join(',\n')}\n}\n`
}
