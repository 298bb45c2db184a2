import type { IncomingMessage, ServerResponse } from 'node:http'
import type { LanguageCode } from '#contract/calls/account.ts'
import type { ApiCall } from '#contract/call.ts'
import { contract } from '#contract/contract.ts'
import { languageHeader, serverTimeHeader } from '#contract/envelope.ts'
import { Refusal } from '#contract/refusals.ts'
import { parseLanguageCode } from '../core/i18n.ts'
import type { Clock } from '../core/clock.ts'
import type { RequestAdmission } from './limits/admission.ts'
import { clientIpKeyOfRequest } from './clientAddress.ts'
import { refusalHttpStatus, refusalEnvelope } from './sealing/envelope.ts'
import type { AddressInFlightLimiter } from './limits/inFlight.ts'
import { admissionLaneOfCall, type AdmissionLanes } from './limits/lanes.ts'
import type { EventLoopBudget } from './limits/loopBudget.ts'

export interface RequestGateParts {
  clock: Clock
  lanes: AdmissionLanes
  inFlight: AddressInFlightLimiter
  isBehindProxy: boolean
  /** What every reply carries. */
  headers: Record<string, string>
  budget: Pick<EventLoopBudget, 'hasTime'>
}

export interface RequestGate {
  /** Lets a request in to `next`, now or in its turn, or refuses it busy {seconds}. */
  enter(request: IncomingMessage, response: ServerResponse, next: () => void): void
  /** Whether it was let in here in its turn, and so its address is counted. */
  hasEntered(request: IncomingMessage): boolean
  /** Does the work of a read that was let in here, whose turn then lasts as long as the work, also where nobody waits for it any more. */
  inTurn<T>(request: IncomingMessage, work: () => Promise<T>): Promise<T>
}

const busyStatus = refusalHttpStatus('busy')
/** Of the time of each round that reads have. */
const writesHaveTimes = 3

const rows: ReadonlyMap<string, ApiCall> = new Map(
  Object.values(contract).flatMap((word) => Object.values(word).map((row: ApiCall) => [`${row.method} ${row.path}`, row])),
)

/**
 * Stands before everything else that a request goes through, so that a refusal costs some microseconds and more of them than the server
 * could answer still come within some hundredths of a second. While the event loop has no time to spare, each round of it lets in only
 * so much. Reads take their turn here. A write is refused here while too many others wait; its turn begins when its body has come. What is
 * no call, what leaves, forms, passwords and the health check pass.
 */
export function createRequestGate({ clock, lanes, inFlight, isBehindProxy, headers, budget }: RequestGateParts): RequestGate {
  const always = Object.entries({ ...headers, 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' }).flat()
  /** Whether its work has begun, which then gives the turn back. */
  const entered = new WeakMap<IncomingMessage, { isWorking: boolean }>()
  const refuse = (request: IncomingMessage, response: ServerResponse, lane: RequestAdmission): void => {
    if (response.destroyed) return
    const now = clock.now()
    const lang = parseLanguageCode(request.headers[languageHeader]) ?? 'en-us'
    const body = busyBody(lang, lane.retrySeconds, now)
    const length = String(Buffer.byteLength(body))
    // Text goes out in one piece with its headers.
    response
      .writeHead(busyStatus, [...always, serverTimeHeader, String(now), 'retry-after', String(lane.retrySeconds), 'content-length', length])
      .end(body)
  }
  const enterRead = (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const lane = lanes.reads
    const turn = { isWorking: false }
    let isRunning = false
    let isOver = false
    const onEnd = (): void => {
      isOver = true
      if (isRunning && !turn.isWorking) lane.leave()
    }
    // One that has too many is refused further in, with what it is told there.
    if (!inFlight.enter(clientIpKeyOfRequest(request, isBehindProxy), request.socket, response, onEnd)) return next()
    entered.set(request, turn)
    lane.ask(
      () => {
        isRunning = true
        if (isOver) lane.leave()
        else next()
      },
      () => refuse(request, response, lane),
    )
  }
  return {
    hasEntered: (request) => entered.has(request),
    async inTurn(request, work) {
      entered.get(request)!.isWorking = true
      try {
        return await work()
      } finally {
        lanes.reads.leave()
      }
    },
    enter(request, response, next) {
      const { method, url = '', headers: requestHeaders } = request
      const end = url.indexOf('?')
      const row = rows.get(`${method} ${end < 0 ? url : url.slice(0, end)}`)
      const lane = row && admissionLaneOfCall(row)
      if (lane !== 'reads' && lane !== 'writes') return next()
      const hasBody = requestHeaders['transfer-encoding'] !== undefined || Number(requestHeaders['content-length'] ?? 0) > 0
      if (!budget.hasTime(lane === 'writes' ? writesHaveTimes : 1)) return refuse(request, response, lanes[lane])
      if (lane === 'reads' && method === 'GET' && !hasBody) return enterRead(request, response, next)
      if (lanes[lane].isOverloaded()) refuse(request, response, lanes[lane])
      else next()
    },
  }
}

const bodies = new Map<string, { before: string; after: string }>()

/** The envelope, of which only the time is new each time. */
function busyBody(lang: LanguageCode, seconds: number, nowMs: number): string {
  const key = `${lang} ${seconds}`
  let parts = bodies.get(key)
  if (!parts) {
    const { timestamp: _, traceId: _1, ...rest } = refusalEnvelope(new Refusal('busy', { seconds }), lang, '', nowMs)
    parts = { before: `${JSON.stringify(rest).slice(0, -1)},"timestamp":`, after: '}' }
    bodies.set(key, parts)
  }
  return parts.before + nowMs + parts.after
}
