import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { wasStepUpTokenIssuedForCall } from '#account/secondFactor/stepUp.ts'
import type { SignedInUser } from '../core/visitor.ts'
import type { LanguageCode } from '#contract/calls/account.ts'
import { type ApiCall, isSharedOfflineStore, type GetCall, type PostCall } from '#contract/call.ts'
import { wallet } from '#contract/calls/wallet.ts'
import { languageHeader, requestIdHeader } from '#contract/envelope.ts'
import { isReadOnlyCall } from '#contract/readOnlyCall.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import { clientIpKey } from '../core/addresses/addressKey.ts'
import type { AppContext } from '../core/appContext.ts'
import { parseLanguageCode } from '../core/i18n.ts'
import { successEnvelope } from './sealing/envelope.ts'
import { parseMultipartForm } from './form.ts'
import type { RequestGate } from './gate.ts'
import type { RequestContext } from '../core/handlers.ts'
import { log } from '../core/log.ts'
import { isStorableJson } from './json.ts'
import { admissionLaneOfCall, type AdmissionLanes } from './limits/lanes.ts'
import { runIdempotent, tryConsumeConfirmToken } from './idempotency.ts'
import { type SealedBodyDeps, unsealBodyOnce, unsealEmptyOrSealedBodyOnce, readPlainJsonBody } from './sealing/sealedBody.ts'
import { type RequestLimiters, requestLimitNamesByPath } from './limits/rates.ts'
import { type BucketLimiters, isOrderPath } from './limits/bucketLimits.ts'
import { cacheControlOfOfflineStore, sendSharedReply } from './send.ts'
import { publicSiteOrigin } from './pages/site.ts'
import { assertCallAccess, findSignedInUserOfHeaders } from './visitor.ts'

export type CallHandler = (input: unknown, context: RequestContext<'open'>) => unknown

export interface HttpRouteDeps {
  app: AppContext
  opener: SealedBodyDeps
  limiters: RequestLimiters
  bucketLimiters: BucketLimiters
  /** Lets only so many once-calls hold a connection at a time: visitors and signed-in people each have their own, so that neither waits for the other. */
  onceInTurn: Record<'open' | 'signedIn', <T>(work: () => Promise<T>) => Promise<T>>
  lanes: AdmissionLanes
  /** Where reads took their turn already. */
  gate: Pick<RequestGate, 'hasEntered' | 'inTurn'>
}

/** Answers one row: who asks, how often, its turn, what is asked, the module's answer, encoded as the row says. Refuses busy out of turn. */
export async function handleCall(
  deps: HttpRouteDeps,
  row: ApiCall,
  handler: CallHandler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { gate, lanes } = deps
  const work = (): Promise<unknown> => answerNow(deps, row, handler, request, reply)
  const lane = admissionLaneOfCall(row)
  if (gate.hasEntered(request.raw)) {
    return gate.inTurn(request.raw, async () => {
      refuseOften(deps, row, request, reply)
      return work()
    })
  }
  refuseOften(deps, row, request, reply)
  return lane ? lanes[lane].admit(work) : work()
}

async function answerNow(
  deps: HttpRouteDeps,
  row: ApiCall,
  handler: CallHandler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { app } = deps
  const now = app.clock.now()
  const visitor = await findSignedInUserOfHeaders(app, request.headers)
  assertCallAccess(visitor, row)
  if (visitor) refuseOftenOf(visitor, deps, row, reply, now)
  reply
    .header('cache-control', cacheControlOfOfflineStore(row.method === 'GET' ? row.kept : undefined))
    .type('application/json; charset=utf-8')
  const payload =
    row.method === 'POST' && row.form
      ? await parseMultipartForm(request, reply, visitor?.userId ?? '')
      : await payloadOf(deps, row, request)
  const input = await withOwnProof(app.db, row.path, valid(row.method === 'GET' ? row.params : row.body, payload))

  const effects: (() => void)[] = []
  const work = async (sql: Sql): Promise<unknown> => {
    effects.length = 0
    return handler(
      row.method === 'POST' && row.once ? await withFreshToken(sql, input, now) : input,
      askingOf(request, visitor, sql, app, (effect) => effects.push(effect)),
    )
  }
  const encode = (result: unknown) => {
    const encoded = z.encode(row.reply, result)
    return { json: JSON.stringify(successEnvelope(encoded, app.clock.now())), result: JSON.stringify(encoded) }
  }
  if (row.method === 'POST' && row.once) {
    const json = await deps.onceInTurn[row.access === 'open' ? 'open' : 'signedIn'](() =>
      runIdempotent(
        app.db,
        {
          userId: row.access === 'open' ? '' : (visitor?.userId ?? ''),
          path: row.path,
          requestId: headerOf(request, requestIdHeader),
          body: payload,
          refuseRecent: movesMoneyAgain(row),
          nowMs: now,
        },
        async (sql) => encode(await work(sql)).json,
      ),
    )
    effects.forEach(run)
    return reply.send(json)
  }
  const result = await work(app.db)
  effects.forEach(run)
  if (row.method === 'GET' && isSharedOfflineStore(row.kept)) return sendSharedReply(request, reply, result, () => encode(result))
  return reply.send(encode(result).json)
}

/**
 * What anybody is answered by a read that is open to all, as it travels, for a page that brings it along: counted and refused as the call itself.
 */
export async function handlePublicRead(
  deps: HttpRouteDeps,
  row: GetCall,
  handler: CallHandler,
  params: Record<string, unknown>,
  lang: LanguageCode,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  refuseOften(deps, row, request, reply)
  const context = { ...askingOf(request, undefined, deps.app.db, deps.app, () => undefined), lang }
  return z.encode(row.reply, await handler(valid(row.params, params), context))
}

const isFair = ({ path }: ApiCall): boolean => path.startsWith('/api/public/fair/')

/** By address, before anything is looked up. */
function refuseOften({ app, limiters, bucketLimiters }: HttpRouteDeps, row: ApiCall, request: FastifyRequest, reply: FastifyReply): void {
  const now = app.clock.now()
  const key = clientIpKey(request.ip)
  if (isFair(row)) refuse(limiters.fairPerIp.take(key, now))
  else if (isReadOnlyCall(row)) bucketLimiters.takeReadOfAddress(request, reply, now)
  else refuse(limiters.perIp.take(key, now))
  for (const name of requestLimitNamesByPath.get(row.path) ?? []) refuse(limiters[name].take(key, now))
}

/** By person, wherever they are. What proves prices is limited by address alone. */
function refuseOftenOf(
  { userId }: SignedInUser,
  { limiters, bucketLimiters }: HttpRouteDeps,
  row: ApiCall,
  reply: FastifyReply,
  now: number,
): void {
  if (isFair(row)) return
  if (isReadOnlyCall(row)) bucketLimiters.takeReadOfUser(userId, reply, now)
  else if (isOrderPath(row.path)) bucketLimiters.takeOrderOfUser(userId, reply, now)
  else refuse(limiters.perUser.take(userId, now))
}

function refuse(seconds: number): void {
  if (seconds > 0) throw new Refusal('tooMany', { seconds })
}

async function payloadOf({ app, opener }: HttpRouteDeps, row: ApiCall, request: FastifyRequest): Promise<Record<string, unknown>> {
  if (row.method === 'GET') return request.query as Record<string, unknown>
  const now = app.clock.now()
  if (row.unsealed) return readPlainJsonBody(request) ?? unsealBodyOnce(opener, request, now)
  if (!row.path.includes('/:')) return unsealBodyOnce(opener, request, now)
  return { ...(await unsealEmptyOrSealedBodyOnce(opener, request, now)), ...(request.params as Record<string, unknown>) }
}

/** The first fault by field and rule, as the app shows it beside the field. */
function valid(schema: z.ZodMiniType, payload: Record<string, unknown>): unknown {
  const unstorable = Object.keys(payload).find((field) => !isStorableJson(payload[field]))
  if (unstorable !== undefined) throw new Refusal('validation', { field: unstorable, rule: 'invalid_format' })
  const checked = z.safeDecode(schema, payload)
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  throw new Refusal('validation', { field: issue?.path.join('.') ?? '', rule: ruleOf(issue) })
}

/** Without a step-up token that was made for another call: what asks for a proof then refuses as if none was given. */
async function withOwnProof(sql: Sql, path: string, input: unknown): Promise<unknown> {
  const { stepUpToken, ...others } = (input ?? {}) as { stepUpToken?: string }
  return stepUpToken === undefined || (await wasStepUpTokenIssuedForCall(sql, path, stepUpToken)) ? input : others
}

/** Without a confirm token that an order was made with: the handler then refuses with a fresh preview, as for one that expired. */
async function withFreshToken(sql: Sql, input: unknown, now: number): Promise<unknown> {
  const { confirmToken, ...others } = (input ?? {}) as { confirmToken?: string }
  return confirmToken === undefined || (await tryConsumeConfirmToken(sql, confirmToken, now)) ? input : others
}

const ruleOf = (issue: z.core.$ZodIssue | undefined): string =>
  issue?.code === 'custom' && issue.message !== 'Invalid input' ? issue.message : (issue?.code ?? 'custom')

/**
 * Whether the same body once more would move money once more. A call that moves money costs some, or makes the balances that the app has
 * stale; one that only names a thing, such as closing, cancelling and
 * taking a quote or a reward, ends it, and the state of that thing refuses the second.
 */
function movesMoneyAgain({ body, touches }: PostCall): boolean {
  const namesOneThing = body instanceof z.ZodMiniObject && Object.keys(body.shape).every((name) => /^(id|[a-z]+Id)$/.test(name))
  return costsMoney(body) || (touches.includes(wallet.balances.path) && !namesOneThing)
}

/** Every call that costs money takes a confirm token, and no other does. */
const costsMoney = (body: z.core.$ZodType): boolean =>
  body instanceof z.core.$ZodUnion
    ? body._zod.def.options.some(costsMoney)
    : body instanceof z.ZodMiniObject && 'confirmToken' in body.shape

function askingOf(
  request: FastifyRequest,
  visitor: SignedInUser | undefined,
  sql: Sql,
  { clock, config }: AppContext,
  afterCommit: (effect: () => void) => void,
): RequestContext<'open'> {
  return {
    visitor,
    sql,
    now: clock.now(),
    lang: replyLanguage(request, visitor),
    ip: request.ip,
    site: publicSiteOrigin(config, request.headers.host),
    userAgent: headerOf(request, 'user-agent')?.slice(0, 400) ?? '',
    requestId: headerOf(request, requestIdHeader),
    afterCommit,
  }
}

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

/** The language of the reply: as the request says, else the person's own, else English. */
export const replyLanguage = (request: FastifyRequest, visitor?: SignedInUser): LanguageCode =>
  parseLanguageCode(request.headers[languageHeader]) ?? visitor?.lang ?? 'en-us'

/** The answer is safe already; an effect that fails must not turn it into a fault. */
function run(effect: () => void): void {
  try {
    effect()
  } catch (fault) {
    log.error('after the answer', fault)
  }
}
