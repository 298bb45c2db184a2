import { describe, expect, it } from 'vitest'
import type { Call } from '../../src/contract/call.ts'
import { contract } from '../../src/contract/contract.ts'
import { refusalKey, refusals } from '../../src/contract/refusals.ts'

const rows = Object.entries(contract).flatMap(([word, calls]) =>
  Object.entries(calls as Record<string, Call>).map(([name, call]) => ({ name: `${word}.${name}`, call })),
)

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

  it('what needs a person is never kept by the worker', () => {
    expect(
      rows.filter(({ call }) => call.method === 'GET' && call.kept === 'worker' && call.access !== 'open').map(({ name }) => name),
    ).toEqual([])
  })

  it('every refusal has a key of its own and a message under its own id', () => {
    const names = Object.keys(refusals) as (keyof typeof refusals)[]
    expect(new Set(names.map(refusalKey)).size).toBe(names.length)
    expect(names.filter((name) => refusals[name].message.id !== `refusal.${name}`)).toEqual([])
  })
})
