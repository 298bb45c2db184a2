import * as z from 'zod/mini'

/** A moment in epoch milliseconds. The server's clock gives it; nothing else does. */
export type Instant = number & z.$brand<'Instant'>

// The wire shows a wall clock eight hours ahead of UTC and names no zone (requirements §9). This file alone knows.
const wireShiftMs = 8 * 3_600_000
const wireShape = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/

const instant = z.number().brand<'Instant'>()

/** Instant → 'YYYY-MM-DD HH:mm:ss' on the UTC+8 wall clock. */
export const toWire = (at: number): string => new Date(at + wireShiftMs).toISOString().slice(0, 19).replace('T', ' ')

/** 'YYYY-MM-DD HH:mm:ss' on the UTC+8 wall clock → Instant. */
export const fromWire = (text: string): Instant => (Date.parse(`${text.replace(' ', 'T')}Z`) - wireShiftMs) as Instant

/** ServerTime on the wire ⇄ Instant inside. */
export const time = z.codec(z.string().check(z.regex(wireShape)), instant, { decode: fromWire, encode: toWire })

/** Market times travel as plain epoch milliseconds, never shifted (product §0.2). */
export const milliseconds = instant

export const asInstant = (ms: number): Instant => ms as Instant

/** The server's day, 00:00–24:00 UTC+8, as 'YYYY-MM-DD' (product §0.2). */
export const wireDay = (at: number): string => toWire(at).slice(0, 10)

/** The instant at which a server day begins. */
export const startOfWireDay = (at: number): Instant => fromWire(`${wireDay(at)} 00:00:00`)
