import type * as z from 'zod/mini'

/** A moment in epoch milliseconds. The server's clock gives it; nothing else does. */
export type Instant = number & z.$brand<'Instant'>

// The wire shows a wall clock eight hours ahead of UTC and names no zone (docs/rules/time-and-numbers.md). This file alone knows.
const wireShiftMs = 8 * 3_600_000

/** Instant → 'YYYY-MM-DD HH:mm:ss' on the UTC+8 wall clock. */
export const instantToWireTime = (at: number): string => new Date(at + wireShiftMs).toISOString().slice(0, 19).replace('T', ' ')

/** 'YYYY-MM-DD HH:mm:ss' on the UTC+8 wall clock → Instant. */
export const wireTimeToInstant = (text: string): Instant => (Date.parse(`${text.replace(' ', 'T')}Z`) - wireShiftMs) as Instant

export const asInstant = (ms: number): Instant => ms as Instant

/** The server's day, 00:00–24:00 UTC+8, as 'YYYY-MM-DD' (docs/rules/time-and-numbers.md). */
export const serverDayAt = (at: number): string => instantToWireTime(at).slice(0, 10)

/** The instant at which a server day begins. */
export const startOfServerDayAt = (at: number): Instant => wireTimeToInstant(`${serverDayAt(at)} 00:00:00`)

/** Where a reply holds wire times: here, in each of a list, in fields of an object; undefined where there is none. */
export type ReplyTimeFields = 'here' | readonly [ReplyTimeFields] | { readonly [field: string]: ReplyTimeFields } | undefined

/** A reply off the wire with its times made instants; everything else stays as it came. */
export function parseReplyTimes(reply: unknown, times: ReplyTimeFields): unknown {
  if (times === undefined || reply === undefined || reply === null) return reply
  if (times === 'here') return wireTimeToInstant(reply as string)
  if (isList(times)) return (reply as unknown[]).map((each) => parseReplyTimes(each, times[0]))
  const fields = reply as Record<string, unknown>
  const made = Object.entries(times).flatMap(([name, inner]) => (name in fields ? [[name, parseReplyTimes(fields[name], inner)]] : []))
  return { ...fields, ...Object.fromEntries(made) }
}

const isList = (times: object): times is readonly [ReplyTimeFields] => Array.isArray(times)
