import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { ApiCall } from './call.ts'
import { contract } from './contract.ts'
import { parseReplyTimes } from './time.ts'
import { wireTimeSchema, findReplyTimeFields } from './timeSchema.ts'

const wireTime = '2026-03-01 07:59:59'

/** A reply as the wire would carry it, with every optional field there, two of everything that is a list, and the `kind`th of what has kinds. */
function sample(schema: z.core.$ZodType, kind: number): unknown {
  if (schema === wireTimeSchema) return wireTime
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, sample(field, kind)]))
    case 'array':
      return [sample(def.element, kind), sample(def.element, kind + 1)]
    case 'tuple':
      return def.items.map((item) => sample(item, kind))
    case 'union':
      return sample(def.options[kind % def.options.length] as z.core.$ZodType, kind)
    case 'record':
      return { key: sample(def.valueType, kind) }
    case 'optional':
    case 'nullable':
    case 'default':
      return sample(def.innerType, kind)
    case 'pipe':
      return sample(def.in, kind)
    case 'literal':
      return def.values[0]
    case 'enum':
      return Object.values(def.entries)[0]
    case 'string':
      // Money, a digest, or a name.
      return ['1.5', 'ab'.repeat(32), 'deposit'].find((text) => z.core.safeParse(schema, text).success)
    case 'number':
      return 7
    case 'boolean':
      return true
    default:
      throw new Error(`No sample of ${def.type}`)
  }
}

const rows = Object.entries(contract).flatMap(([word, calls]) =>
  Object.entries(calls as Record<string, ApiCall>).map(([name, call]) => ({ name: `${word}.${name}`, call })),
)

describe('where a reply holds times', () => {
  it.each(rows)('$name: read by its plan is what its schema decodes', ({ call }) => {
    for (let kind = 0; kind < 6; kind++) {
      const wire = sample(call.reply, kind)
      expect(parseReplyTimes(wire, call.times)).toEqual(z.decode(call.reply, wire as never))
    }
  })

  it('finds a time in most rows that promise one', () => {
    expect(rows.filter(({ call }) => call.times !== undefined).length).toBeGreaterThan(12)
  })

  it('takes no reply in which one name is a time in one kind and something else in another', () => {
    const odd = z.union([z.object({ kind: z.literal(1), at: wireTimeSchema }), z.object({ kind: z.literal(2), at: z.string() })])
    expect(() => findReplyTimeFields(odd)).toThrow('at is a time in one kind')
  })

  it('leaves what is not there', () => {
    expect(parseReplyTimes({ closeTime: null }, { closeTime: 'here', openTime: 'here' })).toEqual({ closeTime: null })
    expect(parseReplyTimes(undefined, [{ at: 'here' }])).toBeUndefined()
  })
})
