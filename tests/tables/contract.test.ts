import { describe, expect, it } from 'vitest'
import type { ApiCall } from '../../src/contract/call.ts'
import { contract } from '../../src/contract/contract.ts'
import { callsForOtherClients } from '../../src/contract/otherClients.ts'
import { refusalKeyOfName, refusals } from '../../src/contract/refusals.ts'
import { sourcesUnder, textOf } from './sources.ts'

const rows = Object.entries(contract).flatMap(([word, calls]) =>
  Object.entries(calls as Record<string, ApiCall>).map(([name, call]) => ({ name: `${word}.${name}`, call })),
)

const isOfTheApp = (file: string): boolean => !file.startsWith('src/contract/') && !/\.test\.tsx?$/.test(file)

/** The rows that a file names, under whatever name it imports their word: `ieo as calls`, then `calls.payForIeo`. */
function callsIn(file: string): string[] {
  const text = textOf(file)
  const imports = text.matchAll(/import \{([^}]*)\} from '[^']*\/calls\/\w+\.ts'/g)
  const words = [...imports].flatMap(([, names = '']) =>
    names.split(',').map((part) => {
      const [word = '', local = word] = part.trim().split(' as ')
      return { word, local }
    }),
  )
  return words.flatMap(({ word, local }) =>
    [...text.matchAll(new RegExp(`\\b${local}\\.(\\w+)`, 'g'))].map(([, name]) => `${word}.${name}`),
  )
}

describe('contract', () => {
  it('no two calls share a path and method', () => {
    const places = rows.map(({ call }) => `${call.method} ${call.path}`)
    expect(new Set(places).size).toBe(places.length)
  })

  it('whatever a write makes stale is a read of the table', () => {
    const reads = new Set(rows.filter(({ call }) => call.method === 'GET').map(({ call }) => call.path))
    const unknown = rows.flatMap(({ name, call }) =>
      call.method === 'POST' ? call.touches.filter((path) => !reads.has(path)).map((path) => `${name}: ${path}`) : [],
    )
    expect(unknown).toEqual([])
  })

  it('every call is made by the app, or says for whom it is', () => {
    const made = new Set([...sourcesUnder('src'), ...sourcesUnder('sw')].filter(isOfTheApp).flatMap(callsIn))
    const unmade = rows.map(({ name }) => name).filter((name) => !made.has(name))
    expect(unmade.toSorted()).toEqual(Object.keys(callsForOtherClients).toSorted())
  })

  it('what needs a person is never kept by the worker', () => {
    expect(
      rows.filter(({ call }) => call.method === 'GET' && call.kept === 'worker' && call.access !== 'open').map(({ name }) => name),
    ).toEqual([])
  })

  it('every refusal has a key of its own and a message under its own id', () => {
    const names = Object.keys(refusals) as (keyof typeof refusals)[]
    expect(new Set(names.map(refusalKeyOfName)).size).toBe(names.length)
    expect(names.filter((name) => refusals[name].message.id !== `refusal.${name}`)).toEqual([])
  })
})
