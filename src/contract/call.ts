import type * as z from 'zod/mini'
import type { ReplyTimeFields } from './time.ts'
import { findReplyTimeFields } from './timeSchema.ts'

/** Who may call: anyone, a signed-in person (guests too), one who is not a guest, one whose basic or whose advanced identity is authorised. docs/rules/wire.md. */
export type CallAccess = 'open' | 'signedIn' | 'full' | 'kyc1' | 'kyc2'

/**
 * The one offline home of a reply (docs/architecture.md): `worker` is the same for everyone and kept by the service worker,
 * `page` is this person's and kept by the query persister, `nowhere` could hurt when stale. `shelf` is the same for everyone and kept by the
 * page on a shelf of its own, because it is more than one reply.
 */
export type OfflineStoreName = 'worker' | 'page' | 'shelf' | 'nowhere'

/** Whether a reply is the same for everyone, and may carry a tag to ask again by. */
export const isSharedOfflineStore = (kept: OfflineStoreName): boolean => kept === 'worker' || kept === 'shelf'

/** A GET: `params` travel in the query string, `reply` is the envelope's result, `times` says where in it wire times are. */
export interface GetCall<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Reply extends z.ZodMiniType = z.ZodMiniType,
  A extends CallAccess = CallAccess,
> {
  method: 'GET'
  path: string
  access: A
  params: Params
  reply: Reply
  times: ReplyTimeFields
  kept: OfflineStoreName
  /** The interface asks for a GET, but it does something, such as sending a code: limited as a write is, and never repeated by itself. */
  acts?: true
}

/** A POST. `once` marks those that move money or state (docs/rules/wire.md): X-Request-Id is required and a repeat gets the first answer. */
export interface PostCall<
  Body extends z.ZodMiniType = z.ZodMiniType,
  Reply extends z.ZodMiniType = z.ZodMiniType,
  A extends CallAccess = CallAccess,
> {
  method: 'POST'
  path: string
  access: A
  body: Body
  reply: Reply
  times: ReplyTimeFields
  once: boolean
  /** True: travels as multipart/form-data, not sealed (docs/rules/wire.md: uploads). */
  form: boolean
  /** Plain JSON is read as well as a sealed body (docs/rules/wire.md). */
  unsealed?: true
  /** Changes nothing that anybody sees: it is limited as a read is, and repeated as one. */
  preview?: true
  /** Paths of the reads that this write makes stale. */
  touches: readonly string[]
}

export type ApiCall = GetCall | PostCall

/** A file of a form, read whole; never longer than its row allows. */
export interface UploadedFormFile {
  name: string
  bytes: Uint8Array
}

/** What the app hands in and what it gets back. */
export type CallArguments<C extends ApiCall> = C extends GetCall<infer P> ? z.input<P> : C extends PostCall<infer B> ? z.input<B> : never
export type CallReply<C extends ApiCall> = z.output<C['reply']>

/** What the server's handler is given, after validation. */
export type ValidatedCallInput<C extends ApiCall> =
  C extends GetCall<infer P> ? z.output<P> : C extends PostCall<infer B> ? z.output<B> : never

/** A row for a GET. */
export function defineGetCall<P extends z.ZodMiniType, R extends z.ZodMiniType, const A extends CallAccess>(
  path: string,
  row: { access: A; params: P; reply: R; kept: OfflineStoreName; acts?: true },
): GetCall<P, R, A> {
  return { method: 'GET', path, ...row, times: findReplyTimeFields(row.reply) }
}

/** A row for a POST. A `:id` in the path is filled from the body, which then travels empty (the close call). */
export function definePostCall<B extends z.ZodMiniType, R extends z.ZodMiniType, const A extends CallAccess>(
  path: string,
  row: { access: A; body: B; reply: R; once?: boolean; form?: boolean; unsealed?: true; preview?: true; touches?: readonly string[] },
): PostCall<B, R, A> {
  const { access, body, reply, once = false, form = false, touches = [] } = row
  return {
    method: 'POST',
    path,
    access,
    body,
    reply,
    times: findReplyTimeFields(reply),
    once,
    form,
    ...(row.unsealed && { unsealed: true as const }),
    ...(row.preview && { preview: true as const }),
    touches,
  }
}
