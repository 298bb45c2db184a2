import * as z from 'zod/mini'
import { wireTimeToInstant, type ReplyTimeFields, instantToWireTime } from './time.ts'

const instant = z.number().brand<'Instant'>()

/** ServerTime on the wire ⇄ Instant inside. */
export const wireTimeSchema = z.codec(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)), instant, {
  decode: wireTimeToInstant,
  encode: instantToWireTime,
})

/** Market times travel as plain epoch milliseconds, never shifted (docs/rules/time-and-numbers.md). */
export const epochMsSchema = instant

/** Where replies of this shape hold wire times, so that the app can read them without the schema. */
export function findReplyTimeFields(schema: z.core.$ZodType): ReplyTimeFields {
  if (schema === wireTimeSchema) return 'here'
  if (schema instanceof z.ZodMiniArray) return listOf(findReplyTimeFields(schema._zod.def.element))
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable) return findReplyTimeFields(schema._zod.def.innerType)
  if (schema instanceof z.core.$ZodUnion) return timesOfAny(schema)
  if (!(schema instanceof z.ZodMiniObject)) return undefined
  const fields = Object.entries(schema._zod.def.shape).flatMap(([name, field]) => {
    const inner = findReplyTimeFields(field)
    return inner === undefined ? [] : [[name, inner] as const]
  })
  return fields.length === 0 ? undefined : Object.fromEntries(fields)
}

const listOf = (each: ReplyTimeFields): ReplyTimeFields => (each === undefined ? undefined : [each])

// Every option is read by one plan, so a field that is a time in one of them must not be anything else in another.
function timesOfAny({ _zod }: z.core.$ZodUnion): ReplyTimeFields {
  const options = _zod.def.options.map((option) => ({ option, times: findReplyTimeFields(option) }))
  if (options.every(({ times }) => times === undefined)) return undefined
  const all = Object.assign({}, ...options.map(({ times }) => times)) as Record<string, ReplyTimeFields>
  for (const { option, times } of options) {
    const own = (times ?? {}) as Record<string, ReplyTimeFields>
    const fields = fieldsOf(option)
    const odd = Object.keys(all).find((name) => fields.has(name) && JSON.stringify(own[name]) !== JSON.stringify(all[name]))
    if (odd !== undefined) throw new Error(`${odd} is a time in one kind of reply and not in another`)
  }
  return all
}

function fieldsOf(schema: z.core.$ZodType): ReadonlySet<string> {
  if (schema instanceof z.core.$ZodUnion) return new Set(schema._zod.def.options.flatMap((option) => [...fieldsOf(option)]))
  if (schema instanceof z.ZodMiniObject) return new Set(Object.keys(schema._zod.def.shape))
  throw new Error('only objects can be told apart where one of them has times')
}
