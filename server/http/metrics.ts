import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { readPublishedLedgerCheck } from '#ledger/checks/published.ts'
import { isLedgerHalted } from '#ledger/halt.ts'
import type { AppContext } from '../core/appContext.ts'
import { listJobHealth } from '../core/schedule.ts'

const metricsPath = '/metrics'

/** In seconds: what a phone answers at once, what one waits for, and what is too long. */
const durations = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/**
 * What Prometheus reads at /metrics (docs/operations.md): how long calls take, by their row and status, jobs, prices, the process. For whoever asks
 * from this machine itself, past no proxy, or brings METRICS_TOKEN; to anybody else the address is as unknown as any. Nothing in it is about a person.
 */
export function routeMetrics(app: FastifyInstance, appContext: AppContext): void {
  const register = new Registry()
  const duration = new Histogram({
    name: 'fairlead_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: durations,
    registers: [register],
  })
  app.addHook('onResponse', async (request, reply) => {
    // Addresses that no row names are one: nobody fills the memory with what they make up.
    const route = request.routeOptions.url ?? 'other'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  describeJobs(register)
  describePrices(register, appContext)
  describeLedger(register, appContext)
  let isCollecting = false
  app.get(metricsPath, async (request, reply) => {
    if (!isAllowed(request, appContext.config.metricsToken)) {
      reply.callNotFound()
      return reply
    }
    // What watches the process costs something, and so begins with the first who asks.
    if (!isCollecting) collectDefaultMetrics({ register })
    isCollecting = true
    return reply.type(register.contentType).send(await register.metrics())
  })
}

function describeJobs(register: Registry): void {
  const labels = { labelNames: ['job'] as const, registers: [register] }
  new Gauge({
    name: 'fairlead_job_failures',
    help: 'Runs of a job that failed or took too long, since it was started',
    ...labels,
    collect() {
      this.reset()
      for (const { name, failures } of listJobHealth()) this.set({ job: name }, failures)
    },
  })
  new Gauge({
    name: 'fairlead_job_late',
    help: '1 while a run of the job is past its deadline',
    ...labels,
    collect() {
      this.reset()
      for (const { name, isLate } of listJobHealth()) this.set({ job: name }, Number(isLate))
    },
  })
}

function describePrices(register: Registry, { market, clock }: AppContext): void {
  new Gauge({
    name: 'fairlead_price_age_seconds',
    help: 'Age of the newest recorded price of a market; absent before its first',
    labelNames: ['symbol'],
    registers: [register],
    collect() {
      for (const { symbol } of market.specs) {
        const quote = market.quote(symbol)
        if (quote) this.set({ symbol }, Math.max(0, Math.floor(clock.now() / 1000) - quote.sec))
      }
    },
  })
}

function describeLedger(register: Registry, { db, clock }: AppContext): void {
  new Gauge({
    name: 'fairlead_ledger_check_age_seconds',
    help: 'Time since the newest check of the ledger ended; absent before the first',
    registers: [register],
    async collect() {
      this.reset()
      const { checkedMs } = await readPublishedLedgerCheck(db)
      if (checkedMs !== null) this.set(Math.max(0, Math.floor((clock.now() - checkedMs) / 1000)))
    },
  })
  new Gauge({
    name: 'fairlead_ledger_halted',
    help: '1 while nothing opens and nothing is paid out because a check found the ledger broken',
    registers: [register],
    async collect() {
      this.set(Number(await isLedgerHalted(db)))
    },
  })
}

/** `x-forwarded-for` is what a proxy adds: who comes by one is not on this machine, whatever the socket says. */
function isAllowed({ socket, headers }: FastifyRequest, token: string | undefined): boolean {
  const isLocal = loopback.has(socket.remoteAddress ?? '') && headers['x-forwarded-for'] === undefined && headers['forwarded'] === undefined
  return isLocal || (token !== undefined && isSame(headers.authorization ?? '', `Bearer ${token}`))
}

/** Letters of several bytes make texts of one length unequal as bytes, which the comparison would not take. */
function isSame(presented: string, expected: string): boolean {
  const [a, b] = [Buffer.from(presented), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
