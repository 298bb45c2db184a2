import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { forgetChallenges } from '#account/challenges.ts'
import { forgetCodes } from '#account/codes.ts'
import { forgetTries } from '#account/lockout.ts'
import { forgetSessions, visitorByToken } from '#account/sessions.ts'
import { forgetSignIns } from '#account/signInHistory.ts'
import { forgetTickets } from '#account/tickets.ts'
import type { Visitor } from '#account/visitor.ts'
import type { Call } from '#contract/call.ts'
import { requestBodyLimitBytes } from '#contract/constants.ts'
import { contract, type Word } from '#contract/contract.ts'
import { serverTimeHeader } from '#contract/envelope.ts'
import { Refusal } from '#contract/refusals.ts'
import { addressKey } from '#server/addressKey.ts'
import type { House } from '#server/house.ts'
import { createTurns } from '#server/turns.ts'
import { createSealKeys } from '#server/settings/sealKeys.ts'
import { forgetUploads } from '#server/uploads/store.ts'
import { answer, type Handler, type Kitchen, langOf } from './answer.ts'
import { asRefusal, httpStatus, refused } from './envelope.ts'
import { createFiles, type Files } from './files.ts'
import type { Handlers } from './handlers.ts'
import { securityHeaders } from './headers.ts'
import { type Health, healthOf } from './health.ts'
import { createInFlight } from './inFlight.ts'
import { createLanes } from './lanes.ts'
import { forgetOnce } from './once.ts'
import { forgetNonces } from './openBody.ts'
import { createLimiters, defaultRates, type Rates } from './rates.ts'
import { routeExports } from './exports.ts'
import { routeInvites } from './invites.ts'
import { routeShare } from './share.ts'
import { type ArrivingBody, createSlowBodies, type LeastRate, type SlowBodies } from './slowBodies.ts'
import { routeStatements } from './statements.ts'
import { routeForms, routePictures } from './uploads.ts'

export interface HttpOptions {
  /** False while the rooms are still being made: calls are answered with `maintenance`. */
  isReady?: () => boolean
  /** The built app; `dist` of this checkout unless told. */
  dist?: string
  /** Other limits than the defaults, for tests and load benches. */
  rates?: Partial<Rates>
  /** Requests of one address that have begun and not ended. */
  maxInFlightPerAddress?: number
  /** Whether calls wait for their turn however long it takes instead of being refused; true unless told where there are other rates. */
  isPatient?: boolean
  /** Told of every fault with the id that the person sees. */
  onFault?: (fault: unknown, traceId: string, path: string) => void
}

export interface Http {
  app: FastifyInstance
  /** For the price stream's upgrade. */
  server: Server
  /** Whose token this is, asked of the database. */
  visitorOf(token: string): Promise<Visitor | undefined>
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
/** A phone sends its headers in one packet; a connection without any is closed then. */
const headersWithinMs = 10_000
/** Below this nobody waits for the end of what is sent. */
const leastBodyRate: LeastRate = { bytesPerSecond: 1_000, windowMs: 10_000 }
/** Far more than an office at once, since a call takes some hundredths of a second. */
const maxInFlightPerAddress = 100

/** The HTTP side of the house: one route per row of the contract that `handlers` answer, /healthz, and the built app. */
export function createHttp(house: House, handlers: { [W in Word]?: Handlers<W> }, options: HttpOptions = {}): Http {
  const app = fastify({
    bodyLimit: requestBodyLimitBytes,
    http: { headersTimeout: headersWithinMs, connectionsCheckingInterval: 2_000 },
    requestTimeout: 60_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    // Behind a proxy on this machine (PUBLIC_ORIGIN says there is one) the address is the one that the proxy saw.
    trustProxy: house.config.publicOrigin === undefined ? false : 'loopback',
    genReqId: () => `t-${randomBytes(9).toString('base64url')}`,
    routerOptions: { maxParamLength: 64 },
    frameworkErrors: (error, request, reply) => fail(error, request, reply),
  })
  const files = createFiles(options.dist ?? fileURLToPath(new URL('../../dist/', import.meta.url)))
  const fail = failure(house, options.onFault ?? logFault)
  acceptBytes(app)
  guard(app, house, files, options)
  app.setErrorHandler(fail)
  app.setNotFoundHandler((request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead && !request.url.startsWith('/api/') && files.send(request, reply)) return
    sendRefusal(house, new Refusal('notFound'), 404, request, reply)
  })
  let looking: Promise<Health> | undefined
  app.get(healthPath, async (_request, reply) => {
    // Anyone may ask as often as they like: all who ask at once are given one answer.
    looking ??= healthOf(house, options.isReady?.() ?? true).finally(() => {
      looking = undefined
    })
    const health = await looking
    return reply
      .code(health.ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(health)
  })
  route(app, house, handlers, options)
  sweep(app, house)
  return {
    app,
    server: app.server,
    visitorOf: (token) => visitorByToken(house, token, house.clock.now()),
    listen: async (port, host) => {
      await app.listen({ port, host })
      const address = app.server.address()
      return typeof address === 'object' && address ? address.port : port
    },
    close: async () => {
      const cut = setTimeout(() => app.server.closeAllConnections(), finishWithinMs)
      await app.close()
      clearTimeout(cut)
    },
  }
}

/** Bodies reach the unsealing as bytes, whatever they claim to be; other kinds of content are refused before they are read. */
function acceptBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(['application/json', 'text/plain'], { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

function guard(app: FastifyInstance, house: House, files: Files, options: HttpOptions): void {
  const { isReady } = options
  const inFlight = createInFlight(options.maxInFlightPerAddress ?? maxInFlightPerAddress)
  const slowBodies = watchSlowBodies(app, house)
  let policy = { of: files.inline(), headers: securityHeaders(house.config.publicOrigin, files.inline()) }
  app.addHook('onRequest', async (request, reply) => {
    const isCall = request.url.startsWith('/api/')
    const inline = isCall ? policy.of : files.inline()
    if (policy.of !== inline) policy = { of: inline, headers: securityHeaders(house.config.publicOrigin, inline) }
    reply.headers(policy.headers).header(serverTimeHeader, house.clock.now()).header('cache-control', 'no-store')
    // Before everything that counts or waits, so that what one address leaves unfinished is nobody else's matter.
    const isAdmitted = request.url === healthPath || inFlight.enter(addressKey(request.ip), request.raw.socket, reply.raw)
    if (!isAdmitted || !hasWholeBody(request)) {
      // Nobody reads the rest of a body that is refused or came with a question.
      if (!isAdmitted || request.method !== 'POST') reply.header('connection', 'close')
      slowBodies.watch(bodyOf(request, reply), house.clock.now())
    }
    if (!isAdmitted) throw new Refusal('tooMany', { seconds: 1 })
    if (isCall && isReady?.() === false) throw new Refusal('maintenance')
  })
}

/** Whether nothing more of it is to come. */
const hasWholeBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0

/** Looks at all bodies on their way once a second, as long as the server runs. */
function watchSlowBodies(app: FastifyInstance, { clock }: House): SlowBodies {
  const slow = createSlowBodies(leastBodyRate)
  const timer = setInterval(() => slow.check(clock.now()), 1_000).unref()
  app.addHook('onClose', async () => clearInterval(timer))
  return slow
}

const bodyOf = ({ raw }: FastifyRequest, reply: FastifyReply): ArrivingBody => ({
  bytesRead: () => raw.socket.bytesRead,
  isOver: () => raw.complete || raw.socket.destroyed,
  cut: () => {
    if (!reply.raw.headersSent) raw.socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    raw.socket.destroy()
  },
})

function route(
  app: FastifyInstance,
  house: House,
  handlers: { [W in Word]?: Handlers<W> },
  { rates, isPatient = rates !== undefined }: HttpOptions,
): void {
  const limiters = createLimiters({ ...defaultRates, ...rates })
  const keys = createSealKeys(house.db, house.clock)
  const onceInTurn = { open: createTurns(onceAtOnce.open, mostOnceWaiting), signedIn: createTurns(onceAtOnce.signedIn, mostOnceWaiting) }
  const kitchen: Kitchen = { house, limiters, opener: { db: house.db, keys, limiters }, onceInTurn, lanes: createLanes(isPatient) }
  for (const [word, rows] of Object.entries(contract)) {
    const room = handlers[word as Word] as Record<string, Handler> | undefined
    if (!room) continue
    for (const [name, row] of Object.entries(rows) as [string, Call][]) {
      const handler = room[name]
      if (!handler) throw new Error(`${word}.${name} has no handler`)
      const add = (scope: FastifyInstance): unknown =>
        scope.route({ method: row.method, url: row.path, handler: (request, reply) => answer(kitchen, row, handler, request, reply) })
      if (row.method === 'POST' && row.form) routeForms(app, add)
      else add(app)
    }
  }
  routePictures(app, kitchen)
  routeStatements(app, kitchen)
  routeInvites(app, kitchen)
  routeShare(app)
  routeExports(app, kitchen)
}

/** Turns whatever was thrown into the envelope. A fault is logged whole and shown as nothing but its id. */
function failure(house: House, onFault: NonNullable<HttpOptions['onFault']>) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    // Whoever went away before the end of what they sent is not told anything, and nothing went wrong here.
    if (request.raw.readableAborted && (thrown as { code?: unknown }).code === 'ECONNRESET') return void reply.hijack()
    const refusal = asRefusal(thrown)
    if (refusal.refusal === 'server') onFault(thrown, request.id, request.routeOptions?.url ?? '')
    sendRefusal(house, refusal, httpStatus(refusal.refusal), request, reply)
  }
}

function sendRefusal(house: House, refusal: Refusal, status: number, request: FastifyRequest, reply: FastifyReply): void {
  const { seconds } = refusal.detail
  if ((refusal.refusal === 'tooMany' || refusal.refusal === 'busy') && typeof seconds === 'number') reply.header('retry-after', seconds)
  reply.removeHeader('etag')
  const body = JSON.stringify(refused(refusal, langOf(request), request.id, house.clock.now()))
  void reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(body)
}

const logFault = (fault: unknown, traceId: string, path: string): void => console.error(`fault ${traceId} at ${path}:`, fault)

/** What is past its time is forgotten; a failure is of no matter, the next round does it. */
function sweep(app: FastifyInstance, { db, clock }: House): void {
  const timer = setInterval(() => {
    const nowMs = clock.now()
    for (const forget of [
      forgetOnce,
      forgetNonces,
      forgetCodes,
      forgetTries,
      forgetTickets,
      forgetSessions,
      forgetSignIns,
      forgetChallenges,
      forgetUploads,
    ])
      Promise.resolve(forget(db, nowMs)).catch(() => {})
  }, sweepEveryMs)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
