import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { isStepUpTokenFor } from '#account/stepUp.ts'
import type { Visitor } from '#account/visitor.ts'
import type { LanguageCode } from '#contract/calls/account.ts'
import { type Call, isShared, type WriteCall } from '#contract/call.ts'
import { wallet } from '#contract/calls/wallet.ts'
import { languageHeader, requestIdHeader } from '#contract/envelope.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import { addressKey } from '#server/addressKey.ts'
import type { House } from '#server/house.ts'
import { languageOf } from '#server/i18n.ts'
import { accepted } from './envelope.ts'
import { formOf } from './form.ts'
import type { Asking } from './handlers.ts'
import { isStorable } from './json.ts'
import { laneOf, type Lanes } from './lanes.ts'
import { onceOnly, spendConfirmToken } from './once.ts'
import { type Opener, openBody, openOptionalBody, plainBody } from './openBody.ts'
import { type Limiters, ownRates } from './rates.ts'
import { cacheControl, sendShared } from './send.ts'
import { siteOf } from './site.ts'
import { admit, visitorOf } from './visitor.ts'

export type Handler = (asked: unknown, asking: Asking<'open'>) => unknown

export interface Kitchen {
  house: House
  opener: Opener
  limiters: Limiters
  /** Lets only so many once-calls hold a connection at a time: visitors and signed-in people each have their own, so that neither waits for the other. */
  onceInTurn: Record<'open' | 'signedIn', <T>(work: () => Promise<T>) => Promise<T>>
  lanes: Lanes
}

/** Answers one row: who asks, how often, its turn, what is asked, the room's answer, encoded as the row says. Refuses busy out of turn. */
export async function answer(
  kitchen: Kitchen,
  row: Call,
  handler: Handler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { house, limiters, lanes } = kitchen
  refuseOften(limiters, row.path, request, house.clock.now())
  const lane = laneOf(row)
  return lane ? lanes[lane].admit(() => answerNow(kitchen, row, handler, request, reply)) : answerNow(kitchen, row, handler, request, reply)
}

async function answerNow(kitchen: Kitchen, row: Call, handler: Handler, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { house, limiters } = kitchen
  const now = house.clock.now()
  const visitor = await visitorOf(house, request.headers)
  admit(visitor, row)
  if (visitor) refuse(limiters.perUser.take(visitor.userId, now))
  reply.header('cache-control', cacheControl(row.method === 'GET' ? row.kept : undefined)).type('application/json; charset=utf-8')
  const payload =
    row.method === 'POST' && row.form ? await formOf(request, reply, visitor?.userId ?? '') : await payloadOf(kitchen, row, request)
  const asked = await withOwnProof(house.db, row.path, valid(row.method === 'GET' ? row.params : row.body, payload))

  const effects: (() => void)[] = []
  const work = async (sql: Sql): Promise<unknown> => {
    effects.length = 0
    return handler(
      row.method === 'POST' && row.once ? await withFreshToken(sql, asked, now) : asked,
      askingOf(request, visitor, sql, house, (effect) => effects.push(effect)),
    )
  }
  const encode = (result: unknown) => {
    const encoded = z.encode(row.reply, result)
    return { json: JSON.stringify(accepted(encoded, house.clock.now())), result: JSON.stringify(encoded) }
  }
  if (row.method === 'POST' && row.once) {
    const json = await kitchen.onceInTurn[row.access === 'open' ? 'open' : 'signedIn'](() =>
      onceOnly(
        house.db,
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
  const result = await work(house.db)
  effects.forEach(run)
  if (row.method === 'GET' && isShared(row.kept)) return sendShared(request, reply, result, () => encode(result))
  return reply.send(encode(result).json)
}

function refuseOften(limiters: Limiters, path: string, request: FastifyRequest, nowMs: number): void {
  const key = addressKey(request.ip)
  refuse((path.startsWith('/api/public/fair/') ? limiters.fairPerIp : limiters.perIp).take(key, nowMs))
  for (const name of ownRates.get(path) ?? []) refuse(limiters[name].take(key, nowMs))
}

function refuse(seconds: number): void {
  if (seconds > 0) throw new Refusal('tooMany', { seconds })
}

async function payloadOf({ house, opener }: Kitchen, row: Call, request: FastifyRequest): Promise<Record<string, unknown>> {
  if (row.method === 'GET') return request.query as Record<string, unknown>
  const now = house.clock.now()
  if (row.unsealed) return plainBody(request) ?? openBody(opener, request, now)
  if (!row.path.includes('/:')) return openBody(opener, request, now)
  return { ...(await openOptionalBody(opener, request, now)), ...(request.params as Record<string, unknown>) }
}

/** The first fault by field and rule, as the app shows it beside the field. */
function valid(schema: z.ZodMiniType, payload: Record<string, unknown>): unknown {
  const unstorable = Object.keys(payload).find((field) => !isStorable(payload[field]))
  if (unstorable !== undefined) throw new Refusal('validation', { field: unstorable, rule: 'invalid_format' })
  const checked = z.safeDecode(schema, payload)
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  throw new Refusal('validation', { field: issue?.path.join('.') ?? '', rule: ruleOf(issue) })
}

/** Without a step-up token that was made for another call: what asks for a proof then refuses as if none was given. */
async function withOwnProof(sql: Sql, path: string, asked: unknown): Promise<unknown> {
  const { stepUpToken, ...others } = (asked ?? {}) as { stepUpToken?: string }
  return stepUpToken === undefined || (await isStepUpTokenFor(sql, path, stepUpToken)) ? asked : others
}

/** Without a confirm token that an order was made with: the handler then refuses with a fresh preview, as for one that expired. */
async function withFreshToken(sql: Sql, asked: unknown, now: number): Promise<unknown> {
  const { confirmToken, ...others } = (asked ?? {}) as { confirmToken?: string }
  return confirmToken === undefined || (await spendConfirmToken(sql, confirmToken, now)) ? asked : others
}

const ruleOf = (issue: z.core.$ZodIssue | undefined): string =>
  issue?.code === 'custom' && issue.message !== 'Invalid input' ? issue.message : (issue?.code ?? 'custom')

/**
 * Whether the same body once more would move money once more. A call that moves money costs some, or makes the balances that the app has
 * stale; one that only names a thing, such as closing, cancelling and
 * taking a quote or a reward, ends it, and the state of that thing refuses the second.
 */
function movesMoneyAgain({ body, touches }: WriteCall): boolean {
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
  visitor: Visitor | undefined,
  sql: Sql,
  { clock, config }: House,
  afterCommit: (effect: () => void) => void,
): Asking<'open'> {
  return {
    visitor,
    sql,
    now: clock.now(),
    lang: langOf(request, visitor),
    ip: request.ip,
    site: siteOf(config, request.headers.host),
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
export const langOf = (request: FastifyRequest, visitor?: Visitor): LanguageCode =>
  languageOf(request.headers[languageHeader]) ?? visitor?.lang ?? 'en-us'

/** The answer is safe already; an effect that fails must not turn it into a fault. */
function run(effect: () => void): void {
  try {
    effect()
  } catch (fault) {
    console.error('after the answer:', fault)
  }
}
