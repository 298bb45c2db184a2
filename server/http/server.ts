import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { deleteExpiredAuthChallenges } from '#account/challenges.ts'
import { deleteExpiredVerificationCodes } from '#account/codes.ts'
import { deleteExpiredAuthAttempts } from '#account/lockout.ts'
import { deleteExpiredSessions, findSignedInUserByToken } from '#account/sessions.ts'
import { deleteOldSignIns } from '#account/signInHistory.ts'
import { deleteExpiredSignInTicketsAndTotpOffers } from '#account/tickets.ts'
import type { SignedInUser } from '../core/visitor.ts'
import type { ApiCall } from '#contract/call.ts'
import { requestBodyLimitBytes } from '#contract/constants.ts'
import { contract, type CallDomain } from '#contract/contract.ts'
import { serverTimeHeader } from '#contract/envelope.ts'
import { Refusal } from '#contract/refusals.ts'
import { clientIpKey } from '../core/addresses/addressKey.ts'
import type { AppContext } from '../core/appContext.ts'
import { startRepeatingJob } from '../core/schedule.ts'
import { createSemaphore } from '../core/semaphore.ts'
import { createBodySealKeyStore } from '#server/settings/sealKeys.ts'
import { deleteUnusedUploads } from '#server/uploads/store.ts'
import { createConnectionAcceptors } from './limits/acceptors.ts'
import { handleCall, type CallHandler, type HttpRouteDeps, replyLanguage, handlePublicRead } from './answer.ts'
import { toRefusal, refusalHttpStatus, refusalEnvelope } from './sealing/envelope.ts'
import { createEarlierBuildFileStore } from './pages/earlierBuilds.ts'
import { createAppFileServer, type AppFileServer } from './pages/files.ts'
import { type PrefilledPageDeps, trySendPrefilledPage } from './pages/filledPages.ts'
import type { CallHandlers } from '../core/handlers.ts'
import { log } from '../core/log.ts'
import { commonReplyHeaders, isPageAsset, pageReplyHeaders } from './headers.ts'
import { type ServerHealth, readServerHealth } from './health.ts'
import { routeMetrics } from './metrics.ts'
import { createRequestGate, type RequestGate } from './gate.ts'
import { createAddressInFlightLimiter, type AddressInFlightLimiter } from './limits/inFlight.ts'
import { createAdmissionLanes, type AdmissionLanes } from './limits/lanes.ts'
import { createEventLoopBudget, type EventLoopMonitor } from './limits/loopBudget.ts'
import { deleteExpiredIdempotencyRecords } from './idempotency.ts'
import { deleteExpiredSealNonces } from './sealing/sealedBody.ts'
import { createRequestLimiters, defaultRequestLimits, type RequestLimits } from './limits/rates.ts'
import { createBucketLimiters, defaultBucketRates, type BucketRates } from './limits/bucketLimits.ts'
import { routeDataExports } from './exports.ts'
import { routeShortLinks } from './pages/invites.ts'
import { routeShareTarget } from './pages/share.ts'
import { type ArrivingRequestBody, createSlowBodyGuard, type MinBodyRate, type SlowBodyGuard } from './limits/slowBodies.ts'
import { routeAccountStatements } from './statements.ts'
import { routeMultipartForms, routeUploadedPictures } from './uploads.ts'

export interface HttpServerOptions {
  /** False while the modules are still being made: calls are answered with `maintenance`. */
  isReady?: () => boolean
  /** The built app; `dist` of this checkout unless told. */
  dist?: string
  /** How long a page waits for the answer that it would bring; tests wait longer, so that what they see is the same on a slow machine. */
  filledPageTimeoutMs?: number
  /** Other limits than the defaults, for tests and load benches. */
  rates?: Partial<RequestLimits & BucketRates>
  /** Requests of one address that have begun and not ended. */
  maxInFlightPerAddress?: number
  /** Whether calls wait for their turn however long it takes instead of being refused; true unless told where there are other rates. */
  isPatient?: boolean
  /** Another event loop than this process's, for tests of what happens when it has too much to do. */
  loop?: EventLoopMonitor
  /** Told of every fault with the id that the person sees. */
  onFault?: (fault: unknown, traceId: string, path: string) => void
}

export interface AppHttpServer {
  app: FastifyInstance
  /** For the price stream's upgrade. */
  server: Server
  /** Whose token this is, asked of the database. */
  visitorOf(token: string): Promise<SignedInUser | undefined>
  /** Begins to listen; gives the port, also when asked for 0. */
  listen(port: number, host: string): Promise<number>
  close(): Promise<void>
}

const healthPath = '/healthz'
/** Together fewer than the pool's sixteen, so that what a once-call asks outside its own transaction always finds a connection. */
const onceAtOnce = { open: 3, signedIn: 9 }
const mostOnceWaiting = 300
/** What is being answered when the server stops has this long; a request that never ends is cut off then. */
const finishWithinMs = 5_000
const sweepEveryMs = 10 * 60_000
/** Prices, streams and what is at work share the loop with what arrives: short rounds keep all of them in time. */
const loopLimits = { budgetMs: 5, leastPart: 0.25, leastCount: 8, busyShare: 0.9, sampleEveryMs: 50 }
const requestWithinMs = 60_000
const idleWithinMs = 65_000
/** A phone sends its headers in one packet; a connection without any is closed then. */
const headersWithinMs = 10_000
/** Below this nobody waits for the end of what is sent. */
const leastBodyRate: MinBodyRate = { bytesPerSecond: 1_000, windowMs: 10_000 }
/** Far more than an office at once, since a call takes some hundredths of a second. */
const maxInFlightPerAddress = 100

/** The HTTP side of the house: one route per row of the contract that `handlers` answer, /healthz, /metrics, and the built app. */
export function createAppHttpServer(
  appContext: AppContext,
  handlers: { [W in CallDomain]?: CallHandlers<W> },
  options: HttpServerOptions = {},
): AppHttpServer {
  const { rates, isPatient = rates !== undefined } = options
  const earlier = createEarlierBuildFileStore(join(appContext.config.dataDir, 'builds'))
  const files = createAppFileServer(options.dist ?? fileURLToPath(new URL('../../dist/', import.meta.url)), earlier)
  const lanes = createAdmissionLanes(isPatient)
  const inFlight = createAddressInFlightLimiter(options.maxInFlightPerAddress ?? maxInFlightPerAddress)
  const isBehindProxy = appContext.config.publicOrigin !== undefined
  const budget = createEventLoopBudget(loopLimits, options.loop)
  const gate = createRequestGate({
    clock: appContext.clock,
    lanes,
    inFlight,
    isBehindProxy,
    headers: commonReplyHeaders(appContext.config.publicOrigin),
    budget: isPatient ? { hasTime: () => true } : budget,
  })
  const app = fastify({
    bodyLimit: requestBodyLimitBytes,
    serverFactory: (handler) => listenBehind(gate, handler),
    requestTimeout: requestWithinMs,
    // Behind a proxy on this machine (PUBLIC_ORIGIN says there is one) the address is the one that the proxy saw.
    trustProxy: isBehindProxy ? 'loopback' : false,
    genReqId: () => `t-${randomBytes(9).toString('base64url')}`,
    routerOptions: { maxParamLength: 64 },
    frameworkErrors: (error, request, reply) => fail(error, request, reply),
  })
  const acceptors = createConnectionAcceptors(app.server)
  const fail = failure(appContext, options.onFault ?? logFault)
  app.addHook('onClose', () => earlier.settled())
  acceptBytes(app)
  guard(app, appContext, { files, inFlight, gate, isReady: options.isReady })
  app.setErrorHandler(fail)
  app.setNotFoundHandler(async (request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead && !request.url.startsWith('/api/')) {
      if (await trySendPrefilledPage(filled, request, reply)) return reply
      if (files.send(request, reply)) return reply
    }
    sendRefusal(appContext, new Refusal('notFound'), 404, request, reply)
    return reply
  })
  routeMetrics(app, appContext)
  let looking: Promise<ServerHealth> | undefined
  app.get(healthPath, async (_request, reply) => {
    // Anyone may ask as often as they like: all who ask at once are given one answer.
    looking ??= readServerHealth(appContext, options.isReady?.() ?? true).finally(() => {
      looking = undefined
    })
    const health = await looking
    return reply
      .code(health.ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(health)
  })
  const filled: PrefilledPageDeps = {
    templateAt: files.template,
    read: route(app, appContext, handlers, { rates, lanes, gate }),
    timeoutMs: options.filledPageTimeoutMs,
  }
  app.addHook('onClose', async () => budget.stop())
  sweep(app, appContext)
  return {
    app,
    server: app.server,
    visitorOf: (token) => findSignedInUserByToken(appContext, token, appContext.clock.now()),
    listen: async (port, host) => {
      await app.listen(await acceptors.prepare(port, host))
      await acceptors.open()
      const address = app.server.address()
      return typeof address === 'object' && address ? address.port : port
    },
    close: async () => {
      const cut = setTimeout(() => app.server.closeAllConnections(), finishWithinMs)
      await Promise.all([acceptors.close(), app.close()])
      clearTimeout(cut)
    },
  }
}

/** Bodies reach the unsealing as bytes, whatever they claim to be; other kinds of content are refused before they are read. */
function acceptBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(['application/json', 'text/plain'], { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

/** A server whose requests come to Fastify's handler through the gate. */
function listenBehind(gate: RequestGate, handler: (request: IncomingMessage, response: ServerResponse) => void): Server {
  const server = createServer({ headersTimeout: headersWithinMs, connectionsCheckingInterval: 2_000 }, (request, response) =>
    gate.enter(request, response, () => handler(request, response)),
  )
  server.keepAliveTimeout = idleWithinMs
  server.requestTimeout = requestWithinMs
  server.setTimeout(requestWithinMs)
  return server
}

interface Guarded {
  isReady: HttpServerOptions['isReady']
  files: AppFileServer
  inFlight: AddressInFlightLimiter
  gate: RequestGate
}

function guard(app: FastifyInstance, appContext: AppContext, { files, inFlight, gate, isReady }: Guarded): void {
  const slowBodies = watchSlowBodies(app, appContext)
  const { publicOrigin } = appContext.config
  const plain = commonReplyHeaders(publicOrigin)
  let page = { of: files.inline(), headers: pageReplyHeaders(publicOrigin, files.inline()) }
  app.addHook('onRequest', async (request, reply) => {
    const isCall = request.url.startsWith('/api/')
    const isPage = !isCall && request.url !== healthPath && !isPageAsset(request.url)
    const inline = isPage ? files.inline() : page.of
    if (page.of !== inline) page = { of: inline, headers: pageReplyHeaders(publicOrigin, inline) }
    reply
      .headers(isPage ? page.headers : plain)
      .header(serverTimeHeader, appContext.clock.now())
      .header('cache-control', 'no-store')
    // Before everything that counts or waits, so that what one address leaves unfinished is nobody else's matter.
    const isCounted = request.url === healthPath || gate.hasEntered(request.raw)
    const isAdmitted = isCounted || inFlight.enter(clientIpKey(request.ip), request.raw.socket, reply.raw)
    if (!isAdmitted || !hasWholeBody(request)) {
      // Nobody reads the rest of a body that is refused or came with a question.
      if (!isAdmitted || request.method !== 'POST') reply.header('connection', 'close')
      slowBodies.watch(bodyOf(request, reply), appContext.clock.now())
    }
    if (!isAdmitted) throw new Refusal('tooMany', { seconds: 1 })
    if (isCall && isReady?.() === false) throw new Refusal('maintenance')
  })
}

/** Whether nothing more of it is to come. */
const hasWholeBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0

/** Looks at all bodies on their way once a second, as long as the server runs. */
function watchSlowBodies(app: FastifyInstance, { clock }: AppContext): SlowBodyGuard {
  const slow = createSlowBodyGuard(leastBodyRate)
  // Not a job: it only compares numbers in memory.
  const timer = setInterval(() => slow.check(clock.now()), 1_000).unref()
  app.addHook('onClose', async () => clearInterval(timer))
  return slow
}

const bodyOf = ({ raw }: FastifyRequest, reply: FastifyReply): ArrivingRequestBody => ({
  bytesRead: () => raw.socket.bytesRead,
  isOver: () => raw.complete || raw.socket.destroyed,
  cut: () => {
    if (!reply.raw.headersSent) raw.socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    raw.socket.destroy()
  },
})

function route(
  app: FastifyInstance,
  appContext: AppContext,
  handlers: { [W in CallDomain]?: CallHandlers<W> },
  { rates, lanes, gate }: { rates: HttpServerOptions['rates']; lanes: AdmissionLanes; gate: RequestGate },
): PrefilledPageDeps['read'] {
  const limiters = createRequestLimiters({ ...defaultRequestLimits, ...rates })
  const keys = createBodySealKeyStore(appContext.db, appContext.clock)
  const onceInTurn = {
    open: createSemaphore(onceAtOnce.open, mostOnceWaiting),
    signedIn: createSemaphore(onceAtOnce.signedIn, mostOnceWaiting),
  }
  const bucketLimiters = createBucketLimiters({ ...defaultBucketRates, ...rates })
  const deps: HttpRouteDeps = {
    app: appContext,
    limiters,
    bucketLimiters,
    opener: { db: appContext.db, keys, limiters },
    onceInTurn,
    lanes,
    gate,
  }
  const handlerOf = new Map<ApiCall, CallHandler>()
  for (const [word, rows] of Object.entries(contract)) {
    const room = handlers[word as CallDomain] as Record<string, CallHandler> | undefined
    if (!room) continue
    for (const [name, row] of Object.entries(rows) as [string, ApiCall][]) {
      const handler = room[name]
      if (!handler) throw new Error(`${word}.${name} has no handler`)
      handlerOf.set(row, handler)
      const add = (scope: FastifyInstance): unknown =>
        scope.route({ method: row.method, url: row.path, handler: (request, reply) => handleCall(deps, row, handler, request, reply) })
      if (row.method === 'POST' && row.form) routeMultipartForms(app, add)
      else add(app)
    }
  }
  routeUploadedPictures(app, deps)
  routeAccountStatements(app, deps)
  routeShortLinks(app, deps)
  routeShareTarget(app)
  routeDataExports(app, deps)
  return async (call, ...args) => {
    const handler = handlerOf.get(call)
    if (!handler) throw new Refusal('notFound')
    return handlePublicRead(deps, call, handler, ...args)
  }
}

/** Turns whatever was thrown into the envelope. A fault is logged whole and shown as nothing but its id. */
function failure(appContext: AppContext, onFault: NonNullable<HttpServerOptions['onFault']>) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    // Whoever went away before the end of what they sent is not told anything, and nothing went wrong here.
    if (request.raw.readableAborted && (thrown as { code?: unknown }).code === 'ECONNRESET') return void reply.hijack()
    const refusal = toRefusal(thrown)
    if (refusal.refusal === 'server') onFault(thrown, request.id, request.routeOptions?.url ?? '')
    sendRefusal(appContext, refusal, refusalHttpStatus(refusal.refusal), request, reply)
  }
}

function sendRefusal(appContext: AppContext, refusal: Refusal, status: number, request: FastifyRequest, reply: FastifyReply): void {
  const { seconds } = refusal.detail
  if ((refusal.refusal === 'tooMany' || refusal.refusal === 'busy') && typeof seconds === 'number') reply.header('retry-after', seconds)
  reply.removeHeader('etag')
  const body = JSON.stringify(refusalEnvelope(refusal, replyLanguage(request), request.id, appContext.clock.now()))
  void reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(body)
}

const logFault = (fault: unknown, requestId: string, path: string): void => log.error('a request failed', fault, { requestId, path })

/** What is past its time is forgotten; what one of them could not, its next round does. */
function sweep(app: FastifyInstance, { db, clock }: AppContext): void {
  const forgetters = [
    deleteExpiredIdempotencyRecords,
    deleteExpiredSealNonces,
    deleteExpiredVerificationCodes,
    deleteExpiredAuthAttempts,
    deleteExpiredSignInTicketsAndTotpOffers,
    deleteExpiredSessions,
    deleteOldSignIns,
    deleteExpiredAuthChallenges,
    deleteUnusedUploads,
  ]
  const job = startRepeatingJob('forgetting what is past its time', sweepEveryMs, async () => {
    const nowMs = clock.now()
    const rounds = await Promise.allSettled(forgetters.map((forget) => forget(db, nowMs)))
    const failed = rounds.find((round) => round.status === 'rejected')
    if (failed) throw failed.reason
  })
  app.addHook('onClose', () => job.stop())
}
