import type * as z from 'zod/mini'
import type { Times } from './time.ts'
import { timesIn } from './timeSchema.ts'

/** Who may call: anyone, a signed-in person (guests too), one who is not a guest, one whose basic or whose advanced identity is authorised. product §1.1 "Who". */
export type Access = 'open' | 'signedIn' | 'full' | 'kyc1' | 'kyc2'

/**
 * The one offline home of a reply (house 3.5): `worker` is the same for everyone and kept by the service worker,
 * `page` is this person's and kept by the query persister, `nowhere` could hurt when stale. `shelf` is the same for everyone and kept by the
 * page on a shelf of its own, because it is more than one reply.
 */
export type Kept = 'worker' | 'page' | 'shelf' | 'nowhere'

/** Whether a reply is the same for everyone, and may carry a tag to ask again by. */
export const isShared = (kept: Kept): boolean => kept === 'worker' || kept === 'shelf'

/** A GET: `params` travel in the query string, `reply` is the envelope's result, `times` says where in it wire times are. */
export interface ReadCall<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Reply extends z.ZodMiniType = z.ZodMiniType,
  A extends Access = Access,
> {
  method: 'GET'
  path: string
  access: A
  params: Params
  reply: Reply
  times: Times
  kept: Kept
}

/** A POST. `once` marks the ◆ calls of product §1.1: X-Request-Id is required and a repeat gets the first answer. */
export interface WriteCall<
  Body extends z.ZodMiniType = z.ZodMiniType,
  Reply extends z.ZodMiniType = z.ZodMiniType,
  A extends Access = Access,
> {
  method: 'POST'
  path: string
  access: A
  body: Body
  reply: Reply
  times: Times
  once: boolean
  /** True: travels as multipart/form-data, not sealed (product §1.1: uploads). */
  form: boolean
  /** Plain JSON is read as well as a sealed body (product §1.2 calls 26–32). */
  unsealed?: true
  /** Paths of the reads that this write makes stale. */
  touches: readonly string[]
}

export type Call = ReadCall | WriteCall

/** A file of a form, read whole; never longer than its row allows. */
export interface FormFile {
  name: string
  bytes: Uint8Array
}

/** What the app hands in and what it gets back. */
export type Input<C extends Call> = C extends ReadCall<infer P> ? z.input<P> : C extends WriteCall<infer B> ? z.input<B> : never
export type Reply<C extends Call> = z.output<C['reply']>

/** What the server's handler is given, after validation. */
export type Asked<C extends Call> = C extends ReadCall<infer P> ? z.output<P> : C extends WriteCall<infer B> ? z.output<B> : never

/** A row for a GET. */
export function read<P extends z.ZodMiniType, R extends z.ZodMiniType, const A extends Access>(
  path: string,
  row: { access: A; params: P; reply: R; kept: Kept },
): ReadCall<P, R, A> {
  return { method: 'GET', path, ...row, times: timesIn(row.reply) }
}

/** A row for a POST. A `:id` in the path is filled from the body, which then travels empty (the close call). */
export function write<B extends z.ZodMiniType, R extends z.ZodMiniType, const A extends Access>(
  path: string,
  row: { access: A; body: B; reply: R; once?: boolean; form?: boolean; unsealed?: true; touches?: readonly string[] },
): WriteCall<B, R, A> {
  const { access, body, reply, once = false, form = false, touches = [] } = row
  return {
    method: 'POST',
    path,
    access,
    body,
    reply,
    times: timesIn(reply),
    once,
    form,
    ...(row.unsealed && { unsealed: true as const }),
    touches,
  }
}
